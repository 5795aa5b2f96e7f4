#pragma once

#include <algorithm>
#include <cmath>

namespace palio {

/// Relative tolerance for dates of a run.
inline constexpr double k_date_tolerance = 1e-9;

/// Whether a date (s) is before another one, by more than the tolerance.
inline bool is_before(double a, double b) {
  return a < b && a < b - k_date_tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace palio
