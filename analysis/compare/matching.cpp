#include "analysis/compare/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/error.h"
#include "core/nearest.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 3> k_tables{"platform", "workload", "strategy"};

std::size_t table_index(std::string_view table) {
  return static_cast<std::size_t>(std::ranges::find(k_tables, table) - k_tables.begin());
}

const ViewColumn* column_named(const std::vector<ViewColumn>& columns, std::string_view name) {
  const auto found = std::ranges::find(columns, name, &ViewColumn::name);
  return found == columns.end() ? nullptr : &*found;
}

[[noreturn]] void throw_no_such_column(const std::string& name, const std::vector<ViewColumn>& a,
                                       const std::vector<ViewColumn>& b) {
  std::vector<std::string_view> valid;
  for (const ViewColumn& column : a) valid.push_back(column.name);
  for (const ViewColumn& column : b)
    if (column_named(a, column.name) == nullptr) valid.push_back(column.name);
  throw UserError(
      fmt::format("--by {}: cells are made by columns that say which scenario it is{}", name, suggestion(name, valid)));
}

// The columns of one table under their names there; empty where the campaign has no such column.
struct Chosen {
  std::array<std::vector<std::string>, 2> columns;  // by side
};

std::string parameter_of(const ViewColumn* column, std::string_view table) {
  return column != nullptr && column->table == table ? column->parameter : std::string();
}

}  // namespace

Matching::Matching(const ResultWalk& a, const ResultWalk& b, std::span<const std::string> by) {
  const std::vector<ViewColumn> of_a = a.scenario_columns();
  const std::vector<ViewColumn> of_b = b.scenario_columns();
  std::array<Chosen, 3> chosen;
  for (const std::string& name : by) {
    const ViewColumn* in_a = column_named(of_a, name);
    const ViewColumn* in_b = column_named(of_b, name);
    if (in_a == nullptr && in_b == nullptr) throw_no_such_column(name, of_a, of_b);
    const std::string& table = in_a != nullptr ? in_a->table : in_b->table;
    Chosen& own = chosen.at(table_index(table));
    places_.push_back({table_index(table), own.columns[0].size()});
    own.columns[0].push_back(parameter_of(in_a, table));
    own.columns[1].push_back(parameter_of(in_b, table));
  }
  for (std::size_t d = 0; d < k_tables.size(); ++d) {
    Dimension& dimension = dimensions_.at(d);
    const auto& columns = chosen.at(d).columns;
    std::unordered_map<std::string, std::pair<std::int64_t, MatchedEntry*>> by_identity;
    for (const DimensionEntry& entry : a.entries(k_tables.at(d), columns[0])) {
      MatchedEntry& own = dimension.entries[0][entry.id];
      own = {entry.key, {}, dimension.parts.number(entry.values)};
      by_identity.emplace(entry.canonical, std::pair(entry.id, &own));
    }
    for (const DimensionEntry& entry : b.entries(k_tables.at(d), columns[1])) {
      MatchedEntry& own = dimension.entries[1][entry.id];
      const auto partner = by_identity.find(entry.canonical);
      if (partner == by_identity.end()) {
        own = {entry.key, {}, dimension.parts.number(entry.values)};
      } else {
        own = {entry.key, partner->second.first, partner->second.second->cell_part};
        partner->second.second->partner = entry.id;
      }
    }
  }
}

const MatchedEntry& Matching::find(std::size_t dimension, Side side, std::int64_t id) const {
  const MatchedEntries& entries = dimensions_.at(dimension).entries.at(static_cast<std::size_t>(side));
  const auto found = entries.find(id);
  if (found == entries.end())
    throw UserError(fmt::format("campaign {} is damaged: a result belongs to a {} that is not there; see palio check",
                                side == Side::a ? "A" : "B", k_tables.at(dimension)));
  return found->second;
}

std::string Matching::scenario(Side side, const ScenarioId& id) const {
  return fmt::format("{}-{}-{}", platform(side, id.platform).key, workload(side, id.workload).key,
                     strategy(side, id.strategy).key);
}

CellNumbers Matching::cell(Side side, const ScenarioId& id) const {
  return {platform(side, id.platform).cell_part, workload(side, id.workload).cell_part,
          strategy(side, id.strategy).cell_part};
}

std::vector<ComparisonCell> Matching::sorted(const CellTable& table) const {
  const std::array<const CellPart*, 3> parts{&dimensions_[0].parts, &dimensions_[1].parts, &dimensions_[2].parts};
  return table.sorted(parts, places_);
}

}  // namespace palio
