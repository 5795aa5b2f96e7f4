#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/effects/explained_shares.h"

namespace palio {

/// The mean of the values at one level of an axis, or at one level of each of two.
struct LevelMean {
  std::size_t axis = 0, level = 0;
  std::optional<std::size_t> other = {};  // axis
  std::size_t other_level = 0;
  double mean = 0;    // NaN: the values do not determine it
  double margin = 0;  // half-width of its 95 % interval for other draws; NaN: there is none
  std::int64_t cases = 0;
  std::size_t first = 0;  // of a cell: its first row in the design
};

/// The mean of all.
LevelMean overall_mean(const EffectDesign& design);

/// Adjusted means of all levels of all axes, except levels to which the axis does not apply: what a level's mean would
/// be if the other axes were distributed at that level as they are wherever the axis applies. Fitted by least squares
/// on all axes except those nested in this one. If all levels meet equally often it is the level's plain mean.
std::vector<LevelMean> level_means(const EffectDesign& design, const MainEffects& main);

/// The cells of any two axes, or of the only one, whose mean is farthest from 0, by the near end of its interval if it
/// has one: at most `most` below 0, the lowest first, then as many above, the highest first. Cells that may be 0 are
/// left out, and so are cells without a margin if others have one and cells with the values of one before.
std::vector<LevelMean> differing_cells(const EffectDesign& design, std::size_t most);

}  // namespace palio
