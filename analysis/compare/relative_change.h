#pragma once

#include <cmath>
#include <limits>

namespace palio {

/// From `before` to `after`, as a part of the size of `before`: (after - before) / |before|. 0 if and only if they are
/// equal or both NULL (NaN); infinite from zero or NULL to a value, and from a value to NULL.
inline double relative_change(double before, double after) {
  if (before == after || (std::isnan(before) && std::isnan(after))) return 0;
  const double change = (after - before) / std::abs(before);
  return std::isnan(change) ? std::numeric_limits<double>::infinity() : change;
}

/// Whether the first change is the larger one, whatever their signs.
inline bool is_larger_change(double one, double other) { return std::abs(one) > std::abs(other); }

}  // namespace palio
