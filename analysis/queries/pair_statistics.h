#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/queries/contest.h"
#include "analysis/statistics/intervals/draws.h"

namespace palio {

/// Two strategies over the instances that both have a cost on. NaN: not defined.
struct PairStatistics {
  std::int64_t strategy = 0, other = 0;  // ids, by label
  std::int64_t instances = 0;
  double mean_ratio = 0;  // of cost / cost of the other; NaN where one of those is 0
  double margin = 0;      // half-width of its 95 % interval for other draws
  double log_ratio = 0;   // mean logarithm of the ratio; NaN where a cost is not above 0
  std::int64_t wins = 0, ties = 0, losses = 0;
  double wilcoxon_p = 0;  // of the costs
  double draws_p = 0;     // that log_ratio is 0 for other draws
  std::int64_t platform_draws = 0, workload_draws = 0;
};

/// Every pair with a common instance. `attempts` by platform, workload and strategy.
std::vector<PairStatistics> compare_pairs(std::span<const Attempt> attempts,
                                          std::span<const std::pair<std::int64_t, std::string>> labels,
                                          const Draws& platforms, const Draws& workloads);

}  // namespace palio
