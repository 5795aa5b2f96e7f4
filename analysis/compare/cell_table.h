#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/compare/comparison.h"

namespace palio {

/// What a platform, a workload or a strategy adds to the values of a cell: the number of a different tuple each.
class CellPart {
public:
  int number(const std::vector<SqlValue>& values);
  const std::vector<SqlValue>& values(int number) const { return values_[static_cast<std::size_t>(number)]; }

private:
  std::map<std::vector<SqlValue>, int> numbers_;
  std::vector<std::vector<SqlValue>> values_;
};

/// Parts of platform, workload and strategy.
using CellNumbers = std::array<int, 3>;

/// The cells of a comparison, made as they are needed.
class CellTable {
public:
  explicit CellTable(std::size_t metrics) : metrics_(metrics) {}

  ComparisonCell& at(const CellNumbers& numbers);
  /// All cells; `place` says for each column which part of it is which value.
  struct Place {
    std::size_t part, value;
  };
  std::vector<ComparisonCell> sorted(std::span<const CellPart* const, 3> parts, std::span<const Place> places) const;

private:
  std::size_t metrics_;
  std::map<CellNumbers, ComparisonCell> cells_;
};

}  // namespace palio
