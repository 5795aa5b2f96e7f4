#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/effects/design.h"
#include "analysis/statistics/least_squares.h"

namespace palio {

/// The values of one cell, less the mean of all.
struct CellSum {
  double count = 0;
  double sum = 0;
};

/// Least squares with a column for each level of each axis, and one of ones before them.
class MainEffects {
public:
  explicit MainEffects(const EffectDesign& design);

  const std::vector<CellSum>& cells() const { return cells_; }
  std::size_t columns() const { return size_; }
  /// The column of the first level of an axis.
  std::size_t first_column(std::size_t axis) const { return first_[axis]; }
  /// How many values have both columns.
  double count(std::size_t a, std::size_t b) const { return products_[a * size_ + b]; }
  /// The sum of a column's values, less the mean of all.
  double sum(std::size_t column) const { return right_[column]; }

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

}  // namespace palio
