#include <array>
#include <vector>

#include "strategies/ptg/moldable/online_list.h"
#include "strategies/registry.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 1> k_parameters{k_priority};

Strategy moldable_row(std::string_view name, std::string_view summary, std::string_view source, MoldableRule rule) {
  return {name, summary, source, k_parameters,
          std::make_shared<GraphMethod>(choosing(schedule_moldable, rule),
                                        GraphTerms{.clusters = ClusterNeed::one_cluster,
                                                   .batches = BatchNeed::one_application,
                                                   .speedups = Speedups::any,
                                                   .beginning = Beginning::any,
                                                   .communication = PlannedCommunication::ignored})};
}

constexpr std::string_view k_fair = "Perotin, Sun et al., \"The Fair algorithm\", preprint rs-8251720, 2025";

}  // namespace

std::span<const Strategy> moldable_strategies() {
  static const std::vector<Strategy> rows{
      moldable_row("ICPP22", "on-line list, fewest processors that are not too slow, by the speed-up law",
                   "Perotin, Sun, Benoit, Robert, ICPP 2022", MoldableRule::icpp22),
      moldable_row("TOPC24", "on-line list, most processors that do not waste too much, by the speed-up law",
                   "Benoit, Perotin, Robert, Sun, TOPC 2024, arXiv 2304.14127", MoldableRule::topc24),
      moldable_row("Fair", "on-line list, processors that balance time and area, for any speed-up law", k_fair,
                   MoldableRule::fair),
      moldable_row("minTime", "on-line list, each task as fast as possible", k_fair, MoldableRule::min_time),
      moldable_row("minArea", "on-line list, each task on one processor", k_fair, MoldableRule::min_area),
  };
  return rows;
}

}  // namespace palio
