#pragma once

#include <algorithm>
#include <cmath>

namespace palio {

/// The decimals that leave two significant digits of a margin (half an interval, not negative), 6 at most; 0 for an
/// infinite one.
inline int margin_decimals(double margin) {
  return static_cast<int>(std::clamp(1 - std::floor(std::log10(margin)), 0.0, 6.0));
}

}  // namespace palio
