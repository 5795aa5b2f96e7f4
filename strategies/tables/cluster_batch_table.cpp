#include <vector>

#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/tables/cluster_batch_row.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

template <Share share, ListOrder order>
SchedulingResult separate(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_separate_graphs(platform, workload, parameters, share, order);
}

template <Composition composition>
SchedulingResult combined(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_combined(platform, workload, parameters, composition);
}

constexpr std::string_view k_combined = "Zhao, Sakellariou, IPDPS 2006; Casanova, Desprez, Suter, JPDC 70(12), 2010";

constexpr auto k_level = ListOrder::bottom_level;
constexpr auto k_weight = ListOrder::weighted_level;
constexpr auto k_order = ListOrder::dedicated_makespan;

}  // namespace

std::span<const Strategy> cluster_batch_strategies() {
  static const std::vector<Strategy> rows{
      cluster_batch_row("SELFISH", "every graph allocated as if alone; one list by bottom level", k_jpdc,
                        separate<Share::whole, k_level>),
      cluster_batch_row("SELFISH_WEIGHT", "SELFISH with the list by bottom level / C*^2", k_jpdc,
                        separate<Share::whole, k_weight>),
      cluster_batch_row("SELFISH_ORDER", "SELFISH with the graphs one after the other, shortest C* first", k_jpdc,
                        separate<Share::whole, k_order>),
      cluster_batch_row("CRA_NDAGS", "graphs allocated on equal shares of the cluster; one list by bottom level",
                        k_jpdc, separate<Share::count, k_level>),
      cluster_batch_row("CRA_NDAGS_WEIGHT", "CRA_NDAGS with the list by bottom level / C*^2", k_jpdc,
                        separate<Share::count, k_weight>),
      cluster_batch_row("CRA_NDAGS_ORDER", "CRA_NDAGS with the graphs one after the other, shortest C* first", k_jpdc,
                        separate<Share::count, k_order>),
      cluster_batch_row("CRA_WORK", "graphs allocated on shares by work; one list by bottom level", k_jpdc,
                        separate<Share::work, k_level>),
      cluster_batch_row("CRA_WORK_WEIGHT", "CRA_WORK with the list by bottom level / C*^2", k_jpdc,
                        separate<Share::work, k_weight>),
      cluster_batch_row("CRA_WORK_ORDER", "CRA_WORK with the graphs one after the other, shortest C* first", k_jpdc,
                        separate<Share::work, k_order>),
      cluster_batch_row("CRA_WIDTH", "graphs allocated on shares by maximal width; one list by bottom level", k_jpdc,
                        separate<Share::width, k_level>),
      cluster_batch_row("CRA_WIDTH_WEIGHT", "CRA_WIDTH with the list by bottom level / C*^2", k_jpdc,
                        separate<Share::width, k_weight>),
      cluster_batch_row("CRA_WIDTH_ORDER", "CRA_WIDTH with the graphs one after the other, shortest C* first", k_jpdc,
                        separate<Share::width, k_order>),
      cluster_batch_row("COMB_C1", "all graphs allocated as one; one list by bottom level", k_combined,
                        combined<Composition::common_ends>),
      cluster_batch_row("COMB_C2", "all graphs allocated as one; mapped level by level", k_combined,
                        combined<Composition::level_based>),
      cluster_batch_row("COMB_C3", "all graphs allocated as one; mapped in turns", k_combined,
                        combined<Composition::alternating>),
  };
  return rows;
}

}  // namespace palio
