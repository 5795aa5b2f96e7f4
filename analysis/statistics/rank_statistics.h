#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace palio {

/// Whether two values differ by no more than the rounding of a simulation: a billionth of the larger one.
inline bool nearly_equal(double x, double y) {
  constexpr double rounding = 1e-9;
  const double larger = std::max(std::abs(x), std::abs(y));
  return x == y || (std::isfinite(larger) && std::abs(x - y) <= rounding * larger);
}

/// Wilcoxon's signed-rank test (Biometrics Bulletin 1(6), 1945): the two-sided p that the differences of pairs are
/// symmetric about 0. Differences of 0 are left out, as Wilcoxon does; if all are 0, p is 1. Exact for up to 25
/// differences, over all choices of signs of their ranks; tied sizes share their mean rank. Beyond that by the normal
/// approximation, with the variance corrected for ties and a continuity correction of 1/2.
double signed_rank_p(std::vector<double> differences);

/// Nemenyi's critical difference at 5 % (Demsar, JMLR 7, 2006, section 3.2.2): two of `strategies` >= 2 differ if their
/// mean ranks over `instances` are at least this far apart.
double critical_difference(int strategies, std::int64_t instances);

}  // namespace palio
