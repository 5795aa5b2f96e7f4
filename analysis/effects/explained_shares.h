#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/effects/design.h"
#include "analysis/statistics/least_squares.h"

namespace palio {

/// The values of one cell, minus the mean of all.
struct CellSum {
  double count = 0;
  double sum = 0;
};

/// Least squares with a column of ones, then one for each level of each axis.
class MainEffects {
public:
  explicit MainEffects(const EffectDesign& design);

  const std::vector<CellSum>& cells() const { return cells_; }
  /// The column of the first level of an axis.
  std::size_t first_column(std::size_t axis) const { return first_[axis]; }
  /// How many values have both columns.
  double count(std::size_t a, std::size_t b) const { return products_[a * size_ + b]; }

  /// The columns of ones and of these axes in their order.
  std::vector<std::size_t> columns_of(std::span<const std::size_t> axes) const;
  /// The equations of these columns, with room for `more`, not yet eliminated.
  NormalEquations equations(std::span<const std::size_t> columns, std::size_t more = 0) const;

private:
  const EffectDesign& design_;
  std::vector<CellSum> cells_;
  std::vector<std::size_t> first_;  // by axis
  std::size_t size_ = 1;
  std::vector<double> products_, right_;
};

/// An axis, or how two of them depend on each other.
struct ExplainedTerm {
  std::size_t axis = 0;
  std::optional<std::size_t> other = {};  // axis
  std::int64_t freedom = 0;               // degrees; 0: the values cannot tell it from the other terms
  double sum_of_squares = 0;              // NaN: too many combinations to tell
};

/// Sums of squares of all values about their mean. If all levels meet all others equally often, they add up.
struct ExplainedShares {
  double total = 0;
  /// An axis: what it explains beyond the other axes, except those within it. Two: what their combinations explain
  /// beyond all axes (type II sums of squares).
  std::vector<ExplainedTerm> terms;
  ExplainedTerm axes_alone;     // all axes, each by itself
  ExplainedTerm axes_together;  // all that the cells differ in
  ExplainedTerm draws;          // the rest: the values about the means of their cells
  /// Residual mean square of the model with single axes only; NaN if no degrees of freedom are left.
  double rest_mean_square = 0;
};

ExplainedShares explain(const EffectDesign& design, const MainEffects& main);

/// The variance between draws within a cell.
struct DrawComponent {
  std::string source;   // "platforms", "workloads", "both together" or what cannot be told apart
  double variance = 0;  // an estimate: may be below 0 by chance if there is none
};

/// The variance components of the values of one cell, as far as they can be estimated: half the mean squared difference
/// of pairs in a cell is workloads + both for pairs that share the platform's draw, platforms + both for pairs that
/// share the workload's, and all three for the other pairs (Koch, Technometrics 10(3), 1968). Unbiased with any values
/// missing, as long as the cells have the same components. Empty if no cell has two values.
std::vector<DrawComponent> draw_components(const EffectDesign& design);

}  // namespace palio
