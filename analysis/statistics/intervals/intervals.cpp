#include "analysis/statistics/intervals/intervals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/statistics/distributions.h"

namespace palio {
namespace {

// Half-width for the mean of `count` values of this variance.
double margin(double variance, std::int64_t count, double level) {
  if (count < 2) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(count);
  return student_quantile(level, n - 1) * std::sqrt(variance / n);
}

}  // namespace

double mean_margin(const Moments& values, double level) { return margin(values.variance(), values.count(), level); }

double ratio_of_means(const PairMoments& pairs) { return pairs.x().mean() / pairs.y().mean(); }

double ratio_margin(const PairMoments& pairs, double level) {
  const double ratio = ratio_of_means(pairs);
  const double variance = pairs.x().variance() - 2 * ratio * pairs.covariance() + ratio * ratio * pairs.y().variance();
  // Rounding may leave a little less than nothing where y is a multiple of x.
  return margin(std::max(variance, 0.0), pairs.x().count(), level) / std::abs(pairs.y().mean());
}

Interval wilson_interval(std::int64_t hits, std::int64_t count, double level) {
  const double z = normal_quantile(level);
  const auto n = static_cast<double>(count);
  const double share = static_cast<double>(hits) / n;
  const double shrink = 1 / (1 + z * z / n);
  const double centre = shrink * (share + z * z / (2 * n));
  const double half = shrink * z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // At both ends the formula is exact, its rounding is not.
  return {hits == 0 ? 0 : centre - half, hits == count ? 1 : centre + half};
}

}  // namespace palio
