#include <vector>

#include "strategies/ptg/cluster_batch/cafm/cafm.h"
#include "strategies/tables/cluster_batch_row.h"
#include "strategies/tables/tables.h"

namespace palio {
namespace {

template <RigidJobOrder order>
SchedulingResult rigid(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_cafm_boxes(platform, workload, parameters, order);
}

template <ListOrder order>
SchedulingResult constrained(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_cafm_cra(platform, workload, parameters, order);
}

constexpr std::string_view k_shelves_source =
    "Dutot, Eyraud, Mounie, Trystram, SPAA 2004; Casanova, Desprez, Suter, JPDC 70(12), 2010";

}  // namespace

std::span<const Strategy> cafm_strategies() {
  static const std::vector<Strategy> rows{
      cluster_batch_row("CAFM_LPTF", "graphs as moldable jobs, placed as rigid jobs, the longest first", k_jpdc,
                        rigid<RigidJobOrder::lptf>),
      cluster_batch_row("CAFM_SPTF", "graphs as moldable jobs, placed as rigid jobs, the shortest first", k_jpdc,
                        rigid<RigidJobOrder::sptf>),
      cluster_batch_row("CAFM_SAF", "graphs as moldable jobs, placed as rigid jobs, the smallest area first", k_jpdc,
                        rigid<RigidJobOrder::saf>),
      cluster_batch_row("CAFM_K_SHELVES",
                        "graphs as moldable jobs on shelves of doubling lengths, placed as rigid jobs in that order",
                        k_shelves_source, rigid<RigidJobOrder::k_shelves>),
      cluster_batch_row("CAFM_CRA", "graphs allocated for their processors as moldable jobs; one list by bottom level",
                        k_jpdc, constrained<ListOrder::bottom_level>),
      cluster_batch_row("CAFM_CRA_WEIGHT", "CAFM_CRA with the list by bottom level / C*^2", k_jpdc,
                        constrained<ListOrder::weighted_level>),
      cluster_batch_row("CAFM_CRA_ORDER", "CAFM_CRA with the list graph by graph, smallest C* first", k_jpdc,
                        constrained<ListOrder::dedicated_makespan>),
  };
  return rows;
}

}  // namespace palio
