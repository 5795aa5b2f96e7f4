#include "analysis/effects/main_effects.h"

namespace palio {

MainEffects::MainEffects(const EffectDesign& design) : design_(design), cells_(design.cells()) {
  for (const DesignRow& row : design.rows()) {
    ++cells_[row.cell].count;
    cells_[row.cell].sum += row.value - design.mean();
  }
  for (const DesignAxis& axis : design.axes()) {
    first_.push_back(size_);
    size_ += axis.levels.size();
  }
  products_.resize(size_ * size_);
  right_.resize(size_);
  std::vector<std::size_t> active{0};
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    active.resize(1);
    for (std::size_t axis = 0; axis < first_.size(); ++axis)
      active.push_back(first_[axis] + static_cast<std::size_t>(design.levels(cell)[axis]));
    for (const std::size_t row : active) {
      right_[row] += cells_[cell].sum;
      for (const std::size_t column : active) products_[row * size_ + column] += cells_[cell].count;
    }
  }
}

std::vector<std::size_t> MainEffects::columns_of(std::span<const std::size_t> axes) const {
  std::vector<std::size_t> columns{0};
  for (const std::size_t axis : axes)
    for (std::size_t level = 0; level < design_.axes()[axis].levels.size(); ++level)
      columns.push_back(first_[axis] + level);
  return columns;
}

NormalEquations MainEffects::equations(std::span<const std::size_t> columns, std::size_t more) const {
  NormalEquations equations(columns.size() + more);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    equations.right(i) = right_[columns[i]];
    for (std::size_t j = 0; j <= i; ++j) equations.product(i, j) = count(columns[i], columns[j]);
  }
  return equations;
}

}  // namespace palio
