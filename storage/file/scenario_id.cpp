#include "storage/file/scenario_id.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

namespace palio {

ScenarioId scenario_id(SQLite::Statement& row) {
  return {row.getColumn(0).getInt64(), row.getColumn(1).getInt64(), row.getColumn(2).getInt64()};
}

void bind_scenario(SQLite::Statement& statement, const ScenarioId& id) {
  statement.bind(1, id.platform);
  statement.bind(2, id.workload);
  statement.bind(3, id.strategy);
}

// Two scans of indices alone, walked side by side: the rows are never touched.
void walk_scenarios(SQLite::Database& database, std::string_view condition,
                    const std::function<void(const ScenarioId&, bool holds)>& visit) {
  SQLite::Statement all(database, fmt::format("SELECT {0} FROM main.result ORDER BY {0}", k_scenario_columns));
  SQLite::Statement some(
      database, fmt::format("SELECT {0} FROM main.result WHERE {1} ORDER BY {0}", k_scenario_columns, condition));
  bool more = some.executeStep();
  while (all.executeStep()) {
    const ScenarioId id = scenario_id(all);
    const bool holds = more && scenario_id(some) == id;
    visit(id, holds);
    if (holds) more = some.executeStep();
  }
}

}  // namespace palio
