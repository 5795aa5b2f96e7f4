#include "analysis/compare/cell_table.h"

#include <algorithm>

namespace palio {

int CellPart::number(const std::vector<SqlValue>& values) {
  const auto [found, is_new] = numbers_.try_emplace(values, static_cast<int>(values_.size()));
  if (is_new) values_.push_back(values);
  return found->second;
}

ComparisonCell& CellTable::at(const CellNumbers& numbers) {
  const auto [found, is_new] = cells_.try_emplace(numbers);
  if (is_new) found->second.metrics.resize(metrics_);
  return found->second;
}

std::vector<ComparisonCell> CellTable::sorted(std::span<const CellPart* const, 3> parts,
                                              std::span<const Place> places) const {
  std::vector<ComparisonCell> cells;
  for (const auto& [numbers, cell] : cells_) {
    cells.push_back(cell);
    for (const Place& place : places)
      cells.back().values.push_back(parts[place.part]->values(numbers.at(place.part)).at(place.value));
  }
  std::ranges::sort(cells, {}, &ComparisonCell::values);
  return cells;
}

}  // namespace palio
