#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/effects/main_effects.h"

namespace palio {

/// An axis, or how two of them depend on each other.
struct ExplainedTerm {
  std::size_t axis = 0;
  std::optional<std::size_t> other;  // axis
  std::int64_t freedom = 0;          // degrees; 0: the values do not tell it from the other terms
  double sum_of_squares = 0;         // NaN: too many combinations to tell
};

/// Sums of squares of all values about their mean. Where all levels meet all others equally often they add up.
struct ExplainedShares {
  double total = 0;
  /// An axis: what it explains beyond the other axes, but for those within it. Two: what their combinations explain
  /// beyond all axes (sums of squares of type II).
  std::vector<ExplainedTerm> terms;
  ExplainedTerm axes_alone;     // all axes, each by itself
  ExplainedTerm axes_together;  // all that the cells differ in
  ExplainedTerm draws;          // the rest: the values about the means of their cells
  /// What one degree of freedom explains on average of what the axes by themselves do not; NaN: they leave none.
  double rest_mean_square = 0;
};

ExplainedShares explain(const EffectDesign& design, const MainEffects& main);

}  // namespace palio
