#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/effects/design.h"

namespace palio {

/// The values that have two levels of two axes, or one of the only one.
struct DifferingCell {
  std::size_t axis = 0, level = 0;
  std::optional<std::size_t> other;  // axis
  std::size_t other_level = 0;
  double mean = 0;
  double margin = 0;  // half-width of its 95 % interval for other draws; NaN: there is none
  std::int64_t cases = 0;

  /// How far the mean is from 0 at least, by its interval where it has one; not above 0 if it may be 0.
  double surely() const;
};

/// The cells of any two axes whose mean is farthest from 0 by surely(), at most `most` below it, the lowest first, then
/// as many above, the highest first. None that may be 0, and none without a margin where others have one.
std::vector<DifferingCell> differing_cells(const EffectDesign& design, std::size_t most);

}  // namespace palio
