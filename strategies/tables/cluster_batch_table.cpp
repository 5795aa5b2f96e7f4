#include <array>
#include <utility>
#include <vector>

#include "strategies/ptg/cluster_batch/cafm/cafm.h"
#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/ptg/cluster_batch/mags/mags.h"
#include "strategies/registry.h"

namespace palio {
namespace {

// A row of the tables for batches on one cluster: planned without communication, with CPA alone as the yardstick. What
// takes any releases also plans around what runs.
Strategy cluster_batch_row(std::string_view name, std::string_view summary, std::string_view source,
                           ScheduleGraphs schedule, std::span<const ParameterSpec> parameters = k_allocation_parameters,
                           ReleaseNeed releases = ReleaseNeed::any) {
  const Beginning beginning = releases == ReleaseNeed::any ? Beginning::any : Beginning::empty_platform;
  return {name, summary, source, parameters,
          std::make_shared<GraphMethod>(std::move(schedule), GraphTerms{.clusters = ClusterNeed::one_cluster,
                                                                        .releases = releases,
                                                                        .beginning = beginning,
                                                                        .communication = PlannedCommunication::ignored,
                                                                        .dedicated = "CPA"})};
}

constexpr std::string_view k_jpdc = "Casanova, Desprez, Suter, JPDC 70(12), 2010";

constexpr std::string_view k_combined = "Zhao, Sakellariou, IPDPS 2006; Casanova, Desprez, Suter, JPDC 70(12), 2010";

constexpr auto k_level = ListOrder::bottom_level;
constexpr auto k_weight = ListOrder::weighted_level;
constexpr auto k_order = ListOrder::dedicated_makespan;
constexpr std::string_view k_shelves_source =
    "Dutot, Eyraud, Mounie, Trystram, SPAA 2004; Casanova, Desprez, Suter, JPDC 70(12), 2010";

constexpr auto k_mags_parameters = std::to_array<ParameterSpec>(
    {k_allocation_parameters[0],
     k_allocation_parameters[1],
     {"smallest_period", ParameterType::real, "s",
      "least length of the second period: lambda = max(1, this / first period)", 0, 1e9, "0"},
     {"slack_precision", ParameterType::real, "", "how closely the smallest slack is searched for", 1e-9, 1, "0.01"},
     k_filling});

Strategy separate(std::string_view name, std::string_view summary, Share share, ListOrder order) {
  return cluster_batch_row(name, summary, k_jpdc, choosing(schedule_separate_graphs, share, order));
}

Strategy combined(std::string_view name, std::string_view summary, ListTasks list) {
  return cluster_batch_row(name, summary, k_combined, choosing(schedule_combined, list));
}

Strategy boxes(std::string_view name, std::string_view summary, RigidJobOrder order, std::string_view source = k_jpdc) {
  return cluster_batch_row(name, summary, source, choosing(schedule_cafm_boxes, order));
}

Strategy moldable(std::string_view name, std::string_view summary, ListOrder order) {
  return cluster_batch_row(name, summary, k_jpdc, choosing(schedule_cafm_cra, order));
}

}  // namespace

std::span<const Strategy> cluster_batch_strategies() {
  static const std::vector<Strategy> rows{
      separate("SELFISH", "every graph allocated as if alone; one list by bottom level", Share::whole, k_level),
      separate("SELFISH_WEIGHT", "SELFISH with the list by bottom level / C*^2", Share::whole, k_weight),
      separate("SELFISH_ORDER", "SELFISH with the graphs one after the other, shortest C* first", Share::whole,
               k_order),
      separate("CRA_NDAGS", "graphs allocated on equal shares of the cluster; one list by bottom level", Share::count,
               k_level),
      separate("CRA_NDAGS_WEIGHT", "CRA_NDAGS with the list by bottom level / C*^2", Share::count, k_weight),
      separate("CRA_NDAGS_ORDER", "CRA_NDAGS with the graphs one after the other, shortest C* first", Share::count,
               k_order),
      separate("CRA_WORK", "graphs allocated on shares by work; one list by bottom level", Share::work, k_level),
      separate("CRA_WORK_WEIGHT", "CRA_WORK with the list by bottom level / C*^2", Share::work, k_weight),
      separate("CRA_WORK_ORDER", "CRA_WORK with the graphs one after the other, shortest C* first", Share::work,
               k_order),
      separate("CRA_WIDTH", "graphs allocated on shares by maximal width; one list by bottom level", Share::width,
               k_level),
      separate("CRA_WIDTH_WEIGHT", "CRA_WIDTH with the list by bottom level / C*^2", Share::width, k_weight),
      separate("CRA_WIDTH_ORDER", "CRA_WIDTH with the graphs one after the other, shortest C* first", Share::width,
               k_order),
      combined("COMB_C1", "all graphs allocated as one; one list by bottom level", by_bottom_level),
      combined("COMB_C2", "all graphs allocated as one; mapped level by level", by_precedence_level),
      combined("COMB_C3", "all graphs allocated as one; mapped in turns", in_turns),
  };
  return rows;
}

std::span<const Strategy> cafm_strategies() {
  static const std::vector<Strategy> rows{
      boxes("CAFM_LPTF", "graphs as moldable jobs, placed as rigid jobs, the longest first", RigidJobOrder::lptf),
      boxes("CAFM_SPTF", "graphs as moldable jobs, placed as rigid jobs, the shortest first", RigidJobOrder::sptf),
      boxes("CAFM_SAF", "graphs as moldable jobs, placed as rigid jobs, the smallest area first", RigidJobOrder::saf),
      boxes("CAFM_K_SHELVES",
            "graphs as moldable jobs on shelves of doubling lengths, placed as rigid jobs in that order",
            RigidJobOrder::doubling_shelves, k_shelves_source),
      moldable("CAFM_CRA", "graphs allocated for their processors as moldable jobs; one list by bottom level", k_level),
      moldable("CAFM_CRA_WEIGHT", "CAFM_CRA with the list by bottom level / C*^2", k_weight),
      moldable("CAFM_CRA_ORDER", "CAFM_CRA with the list graph by graph, smallest C* first", k_order),
  };
  return rows;
}

std::span<const Strategy> mags_strategies() {
  static const std::vector<Strategy> rows{cluster_batch_row(
      "MAGS", "malleable allocations with guaranteed stretch: shares of the cluster by period",
      "Casanova, Desprez, Suter, ICPP 2010", schedule_mags, k_mags_parameters, ReleaseNeed::at_start)};
  return rows;
}

}  // namespace palio
