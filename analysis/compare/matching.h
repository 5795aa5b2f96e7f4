#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/compare/compare.h"
#include "storage/file/rows.h"
#include "storage/read/result_walk.h"

namespace palio {

/// What a platform, a workload or a strategy adds to the values of a cell: a number for each different tuple.
class CellPart {
public:
  int number(const std::vector<SqlValue>& values);
  const std::vector<SqlValue>& values(int number) const { return values_[static_cast<std::size_t>(number)]; }

private:
  std::map<std::vector<SqlValue>, int> numbers_;
  std::vector<std::vector<SqlValue>> values_;
};

/// A cell of a comparison, by the numbers of what platform, workload and strategy add to its values.
using CellNumbers = std::array<int, 3>;
using CellTable = std::map<CellNumbers, ComparisonCell>;

/// A platform, workload or strategy of one campaign, as the other one knows it.
struct MatchedEntry {
  std::string key;
  std::optional<std::int64_t> partner;  // id in the other campaign
  int cell_part = 0;
};

using MatchedEntries = std::unordered_map<std::int64_t, MatchedEntry>;  // by id

/// Columns of one table by side.
using CellColumns = std::array<std::vector<std::string>, 2>;

/// Which ids of two campaigns mean the same: equal ones, and versions of one custom strategy, whose ids differ. Memory
/// grows with the numbers of platforms, workloads and strategies. Throws UserError for a text with two keys.
class Matching {
public:
  enum class Side { a, b };

  /// `by` names columns of the view `results` that identify a scenario. Throws UserError for others. A column that only
  /// one side has is NULL for what only the other side holds.
  Matching(const ResultWalk& a, const ResultWalk& b, std::span<const std::string> by);

  const MatchedEntry& platform(Side side, std::int64_t id) const { return find(0, side, id); }
  const MatchedEntry& workload(Side side, std::int64_t id) const { return find(1, side, id); }
  const MatchedEntry& strategy(Side side, std::int64_t id) const { return find(2, side, id); }

  /// "pppppppppppp-wwwwwwwwwwww-ssssssssssss".
  std::string scenario(Side side, const ScenarioId& id) const;
  CellNumbers cell(Side side, const ScenarioId& id) const;
  /// All cells with their values, sorted by these.
  std::vector<ComparisonCell> sorted(const CellTable& table) const;

private:
  struct Dimension {
    std::array<MatchedEntries, 2> entries;  // by side
    CellPart parts;
  };
  /// Matches one table; `columns` are those of the cells by side, empty where a side lacks one.
  void match(std::size_t dimension, const ResultWalk& a, const ResultWalk& b, const CellColumns& columns);
  const MatchedEntry& find(std::size_t dimension, Side side, std::int64_t id) const;

  std::array<Dimension, 3> dimensions_;
  struct Place {
    std::size_t dimension, value;
  };
  std::vector<Place> places_;  // of each column of `by`
};

}  // namespace palio
