#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/effects/main_effects.h"

namespace palio {

/// The mean at one level of an axis, if the other axes had their levels as often there as wherever the axis applies:
/// by least squares with all axes but those within this one. Where all levels meet equally often it is the level's
/// plain mean. NaN where the values do not tell it.
struct LevelMean {
  std::size_t axis = 0;
  std::size_t level = 0;
  double mean = 0;
  double margin = 0;  // half-width of its 95 % interval for other draws; NaN: there is none
  std::int64_t cases = 0;
};

/// Of all levels of all axes, but where an axis does not apply.
std::vector<LevelMean> level_means(const EffectDesign& design, const MainEffects& main);

/// The mean of all with its margin.
LevelMean overall_mean(const EffectDesign& design);

}  // namespace palio
