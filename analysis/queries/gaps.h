#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/read/queried_campaign.h"

namespace palio {

/// How far a strategy's schedules are from the optimum. Gaps are makespan / optimum.
struct GapRow {
  std::string law, strategy, on;  // kind of tasks; which graphs: "all", "tasks 100"
  std::int64_t graphs = 0;
  double optimal = 0;  // percent, of gaps up to 1 + 1e-9
  double mean = 0, median = 0, worst = 0;
  std::optional<double> margin;               // half-width of the 95 % interval of the mean, for other draws
  std::string best_other = {};                // the strategy of the least mean, besides this one
  std::optional<double> best_of_others = {};  // that mean
};

/// Of constructed graphs of this law: all strategies on all of them, the best first; then the examined ones on parts of
/// them, by size, data, machines and their speeds.
std::vector<GapRow> gap_rows(const QueriedCampaign& campaign, std::string_view law,
                             const std::vector<std::string>& examined);

}  // namespace palio
