#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "storage/file/rows.h"
#include "storage/sql/columns.h"

namespace palio {

constexpr std::string_view k_scenario_columns = "platform_id, workload_id, strategy_id";
constexpr std::string_view k_is_scenario = "platform_id = ? AND workload_id = ? AND strategy_id = ?";

/// The same condition for a scenario that is known.
inline std::string is_scenario(const ScenarioId& id) {
  return fmt::format("platform_id = {} AND workload_id = {} AND strategy_id = {}", id.platform, id.workload,
                     id.strategy);
}

/// The condition that rows of two tables, by their names in the statement, belong to the same scenario.
inline std::string same_scenario(std::string_view one, std::string_view other) {
  return fmt::format(
      "{0}.platform_id = {1}.platform_id AND {0}.workload_id = {1}.workload_id AND {0}.strategy_id = {1}.strategy_id",
      one, other);
}

/// The id in a row that begins with k_scenario_columns.
inline ScenarioId scenario_id(SQLite::Statement& row) {
  ScenarioId id;
  read_columns(row, id.platform, id.workload, id.strategy);
  return id;
}

/// Calls `visit` for every stored result in the order of ids, with whether the condition holds for it; an index should
/// answer the condition.
template <class Visit>
void walk_scenarios(SQLite::Database& database, std::string_view condition, Visit visit) {
  SQLite::Statement all(database, fmt::format("SELECT {0} FROM main.result ORDER BY {0}", k_scenario_columns));
  SQLite::Statement some(
      database, fmt::format("SELECT {0} FROM main.measured WHERE {1} ORDER BY {0}", k_scenario_columns, condition));
  bool more = some.executeStep();
  while (all.executeStep()) {
    const ScenarioId id = scenario_id(all);
    const bool holds = more && scenario_id(some) == id;
    visit(id, holds);
    if (holds) more = some.executeStep();
  }
}

}  // namespace palio
