#include "analysis/compare/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "core/identity/nearest.h"
#include "core/identity/parameters.h"

namespace palio {
namespace {

constexpr auto k_matched_tables = std::to_array<std::string_view>({"platform", "workload", "strategy"});

std::size_t table_index(std::string_view table) {
  return static_cast<std::size_t>(std::ranges::find(k_matched_tables, table) - k_matched_tables.begin());
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
  throw UserError("--by {}: cells can only be split by columns that identify a scenario{}", name,
                  suggestion(name, valid));
}

// Its name in the table; empty if the campaign has no such column there.
std::string source_of(const ViewColumn* column, std::string_view table) {
  return column != nullptr && column->table == table ? column->source : std::string();
}

// What two campaigns must share to mean the same: the identity, but for a custom strategy without its version, so
// that the effect of a change can be seen.
std::string meaning_of(const DimensionEntry& entry) {
  if (!entry.is_version) return entry.canonical;
  RecipeReader text(entry.canonical);
  std::string meaning(text.name());
  while (const std::optional<WrittenParameter> parameter = text.next())
    if (parameter->name != role_name(ParameterRole::digest))
      meaning += fmt::format(" {}={}", parameter->name, parameter->value);
  return meaning;
}

}  // namespace

int CellPart::number(const std::vector<SqlValue>& values) {
  const auto [found, is_new] = numbers_.try_emplace(values, static_cast<int>(values_.size()));
  if (is_new) values_.push_back(values);
  return found->second;
}

Matching::Matching(const ResultWalk& a, const ResultWalk& b, std::span<const std::string> by) {
  const std::vector<ViewColumn> of_a = a.scenario_columns();
  const std::vector<ViewColumn> of_b = b.scenario_columns();
  std::array<CellColumns, 3> chosen;
  for (const std::string& name : by) {
    const ViewColumn* in_a = column_named(of_a, name);
    const ViewColumn* in_b = column_named(of_b, name);
    if (in_a == nullptr && in_b == nullptr) throw_no_such_column(name, of_a, of_b);
    const std::string& table = in_a != nullptr ? in_a->table : in_b->table;
    CellColumns& own = chosen.at(table_index(table));
    places_.push_back({table_index(table), own[0].size()});
    own[0].push_back(source_of(in_a, table));
    own[1].push_back(source_of(in_b, table));
  }
  for (std::size_t d = 0; d < k_matched_tables.size(); ++d) match(d, a, b, chosen.at(d));
}

void Matching::match(std::size_t dimension, const ResultWalk& a, const ResultWalk& b, const CellColumns& columns) {
  auto& [entries, parts] = dimensions_.at(dimension);
  std::unordered_map<std::string, std::int64_t> ids_in_a;  // by identity
  for (const DimensionEntry& entry : a.entries(k_matched_tables.at(dimension), columns[0])) {
    entries[0].emplace(entry.id, MatchedEntry{entry.key, {}, parts.number(entry.values)});
    ids_in_a.emplace(meaning_of(entry), entry.id);
  }
  for (const DimensionEntry& entry : b.entries(k_matched_tables.at(dimension), columns[1])) {
    MatchedEntry& own = entries[1][entry.id];
    own.key = entry.key;
    const auto in_a = ids_in_a.find(meaning_of(entry));
    if (in_a == ids_in_a.end()) {
      own.cell_part = parts.number(entry.values);
      continue;
    }
    if (in_a->second != entry.id && !entry.is_version)
      throw UserError("{} has another key in campaign B: run one of the studies into the file of the other",
                      entry.canonical);
    MatchedEntry& partner = entries[0].at(in_a->second);
    partner.partner = entry.id;
    own.partner = in_a->second;
    own.cell_part = partner.cell_part;
  }
}

const MatchedEntry& Matching::find(std::size_t dimension, Side side, std::int64_t id) const {
  const MatchedEntries& entries = dimensions_.at(dimension).entries.at(static_cast<std::size_t>(side));
  const auto found = entries.find(id);
  if (found == entries.end())
    throw UserError("campaign {} is damaged: a result belongs to a {} that is missing; see palio check",
                    side == Side::a ? "A" : "B", k_matched_tables.at(dimension));
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
  std::vector<ComparisonCell> cells;
  for (const auto& [numbers, cell] : table) {
    cells.push_back(cell);
    for (const auto& [dimension, value] : places_)
      cells.back().values.push_back(dimensions_.at(dimension).parts.values(numbers.at(dimension)).at(value));
  }
  std::ranges::sort(cells, {}, &ComparisonCell::values);
  return cells;
}

}  // namespace palio
