#include "analysis/statistics/critical_difference.h"

#include <cmath>

#include "analysis/statistics/distributions.h"

namespace palio {

double critical_difference(int strategies, std::int64_t instances) {
  const double k = strategies;
  const double mean_rank_variance = k * (k + 1) / (6.0 * static_cast<double>(instances));
  return normal_range_quantile(0.95, strategies) / std::sqrt(2.0) * std::sqrt(mean_rank_variance);
}

}  // namespace palio
