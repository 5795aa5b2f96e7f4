#include "analysis/effects/differing_cells.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "analysis/effects/draw_table.h"

namespace palio {
namespace {

// The cells of two axes, which may be the same one.
std::vector<DifferingCell> cells_of(const EffectDesign& design, std::size_t axis, std::size_t other) {
  const std::size_t width = axis == other ? 1 : design.axes()[other].levels.size();
  std::vector<DifferingCell> cells(design.axes()[axis].levels.size() * width);
  const auto place = [&](const DesignRow& row) {
    const std::span<const int> levels = design.levels(row.cell);
    return static_cast<std::size_t>(levels[axis]) * width +
           (axis == other ? 0 : static_cast<std::size_t>(levels[other]));
  };
  for (const DesignRow& row : design.rows()) {
    DifferingCell& cell = cells[place(row)];
    ++cell.cases;
    cell.mean += row.value;
  }
  for (DifferingCell& cell : cells) cell.mean /= static_cast<double>(cell.cases);
  DrawTable draws(design, cells.size());
  for (const DesignRow& row : design.rows()) {
    const DifferingCell& cell = cells[place(row)];
    draws.add(row, place(row), (row.value - cell.mean) / static_cast<double>(cell.cases));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].axis = axis;
    cells[i].level = i / width;
    if (axis != other) cells[i].other = other;
    cells[i].other_level = i % width;
    if (cells[i].cases > 0) cells[i].margin = draws.margin(i);
  }
  return cells;
}

bool applies(const EffectDesign& design, const DifferingCell& cell) {
  const auto lacks = [&](std::size_t axis, std::size_t level) {
    return design.axes()[axis].inapplicable == static_cast<int>(level);
  };
  return cell.cases > 0 && !lacks(cell.axis, cell.level) && !(cell.other && lacks(*cell.other, cell.other_level));
}

// The farthest first.
std::vector<DifferingCell> farthest(std::vector<DifferingCell> cells, std::size_t most, double sign) {
  std::erase_if(cells, [&](const DifferingCell& cell) { return cell.mean * sign <= 0 || cell.surely() <= 0; });
  std::ranges::stable_sort(cells, std::ranges::greater(), &DifferingCell::surely);
  if (cells.size() > most) cells.resize(most);
  return cells;
}

}  // namespace

double DifferingCell::surely() const { return std::abs(mean) - (std::isnan(margin) ? 0 : margin); }

std::vector<DifferingCell> differing_cells(const EffectDesign& design, std::size_t most) {
  const std::size_t axes = design.axes().size();
  std::vector<DifferingCell> cells;
  for (std::size_t axis = 0; axis < axes; ++axis)
    for (std::size_t other = axes == 1 ? axis : axis + 1; other < axes; ++other)
      for (const DifferingCell& cell : cells_of(design, axis, other))
        if (applies(design, cell)) cells.push_back(cell);
  const auto drawn = [](const DifferingCell& cell) { return !std::isnan(cell.margin); };
  if (std::ranges::any_of(cells, drawn)) std::erase_if(cells, std::not_fn(drawn));
  std::vector<DifferingCell> found = farthest(cells, most, -1);
  for (const DifferingCell& cell : farthest(cells, most, 1)) found.push_back(cell);
  return found;
}

}  // namespace palio
