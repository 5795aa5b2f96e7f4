#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace palio {

/// A date (s) that does not come.
inline constexpr double k_never = std::numeric_limits<double>::infinity();

/// Relative tolerance for dates of a run.
inline constexpr double k_date_tolerance = 1e-9;

/// Whether a date (s) is before another one, by more than the tolerance.
inline bool is_before(double a, double b) {
  return a < b - k_date_tolerance * std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace palio
