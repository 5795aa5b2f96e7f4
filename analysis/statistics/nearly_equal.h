#pragma once

#include <algorithm>
#include <cmath>

namespace palio {

/// Whether two values differ by no more than the rounding of a simulation: a billionth of the larger one.
inline bool nearly_equal(double x, double y) {
  constexpr double rounding = 1e-9;
  const double larger = std::max(std::abs(x), std::abs(y));
  return x == y || (std::isfinite(larger) && std::abs(x - y) <= rounding * larger);
}

}  // namespace palio
