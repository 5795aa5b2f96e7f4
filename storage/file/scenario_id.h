#pragma once

#include <functional>
#include <string_view>

#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

constexpr std::string_view k_scenario_columns = "platform_id, workload_id, strategy_id";
constexpr std::string_view k_is_scenario = "platform_id = ? AND workload_id = ? AND strategy_id = ?";

/// Of a row that begins with k_scenario_columns.
ScenarioId scenario_id(SQLite::Statement& row);

/// The first three values of the statement.
void bind_scenario(SQLite::Statement& statement, const ScenarioId& id);

/// Calls `visit` for every stored result in the order of ids, and with whether the condition holds for it; an index
/// should answer the condition.
void walk_scenarios(SQLite::Database& database, std::string_view condition,
                    const std::function<void(const ScenarioId&, bool holds)>& visit);

}  // namespace palio
