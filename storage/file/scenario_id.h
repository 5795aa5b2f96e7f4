#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "storage/file/rows.h"
#include "storage/sql/columns.h"
#include "storage/sql/statement.h"

namespace palio {

constexpr std::string_view k_scenario_columns = "platform_id, workload_id, strategy_id";
/// As the index result_failed has it, which answers it alone.
constexpr std::string_view k_has_failed = "coalesce(failure, 'completed') COLLATE BINARY <> 'completed'";
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
inline ScenarioId scenario_id(sqlite3_stmt* row) {
  return {sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_int64(row, 2)};
}

/// Calls `visit` for the stored results for which a condition holds, in the order of ids: 1.8 million in 0.3 s.
template <class Visit>
void for_each_scenario(SQLite::Database& database, std::string_view condition, Visit visit) {
  const std::string sql =
      fmt::format("SELECT {0} FROM main.result WHERE {1} ORDER BY {0}", k_scenario_columns, condition);
  sqlite3_stmt* compiled = nullptr;
  int code = sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &compiled, nullptr);
  const StatementHandle row(compiled);
  while (row && (code = sqlite3_step(row.get())) == SQLITE_ROW) visit(scenario_id(row.get()));
  if (code != SQLITE_DONE) throw SQLite::Exception(database.getHandle(), code);
}

/// Calls `visit` for every stored result in the order of ids, with whether the condition holds for it; an index should
/// answer the condition.
template <class Visit>
void walk_scenarios(SQLite::Database& database, std::string_view condition, Visit visit) {
  SQLite::Statement some(
      database, fmt::format("SELECT {0} FROM main.result WHERE {1} ORDER BY {0}", k_scenario_columns, condition));
  bool more = some.executeStep();
  for_each_scenario(database, "1", [&](const ScenarioId& id) {
    const bool holds = more && scenario_id(some) == id;
    visit(id, holds);
    if (holds) more = some.executeStep();
  });
}

}  // namespace palio
