#include <algorithm>

#include "storage/file/dimension_table.h"
#include "storage/file/metric_tables.h"
#include "storage/file/scenario_id.h"
#include "storage/write/result_table.h"

namespace palio {
namespace {

void delete_details(SQLite::Database& database, std::string_view table) {
  database.exec(fmt::format("DELETE FROM {} WHERE EXISTS (SELECT 1 FROM result r WHERE r.stale AND {})", table,
                            same_scenario("r", table)));
}

// Deletes rows that are not in the study and that no result refers to.
void delete_unused(SQLite::Database& database, const DimensionTable& table, const std::vector<std::int64_t>& kept) {
  database.exec(fmt::format("DELETE FROM {0} WHERE id NOT IN ({1}) AND id NOT IN (SELECT {0}_id FROM result)",
                            table.name, fmt::join(kept, ", ")));
}

void delete_unused_files(SQLite::Database& database) {
  std::string used;
  for (const DimensionTable& table : {k_platform_table, k_workload_table, k_strategy_table}) {
    const auto columns = parameter_columns(database, table);
    if (std::ranges::find(columns, role_name(ParameterRole::digest), &ParameterColumn::name) != columns.end())
      used += fmt::format(" AND digest NOT IN (SELECT digest FROM {0} WHERE digest IS NOT NULL)", table.name);
  }
  database.exec("DELETE FROM input_file WHERE true" + used);
}

}  // namespace

void mark_stale_results(SQLite::Database& database, const WantedScenarios& wanted) {
  std::vector<ScenarioId> wrong;  // whose mark must change
  walk_scenarios(database, "stale", [&](const ScenarioId& id, bool is_stale) {
    if (is_stale == (!wanted || wanted(id))) wrong.push_back(id);
  });
  // A stale row's checksum is one higher (row_checksum.cpp); the right sides see the old values.
  SQLite::Statement change(
      database, fmt::format("UPDATE result SET stale = NOT stale, checksum = (checksum + 1 - 2 * stale) & 0x7FFFFFFF "
                            "WHERE {}",
                            k_is_scenario));
  for (const ScenarioId& id : wrong) execute(change, id.platform, id.workload, id.strategy);
}

PrunedResults prune_stale_results(SQLite::Database& database, const KeptDimensions& kept) {
  PrunedResults pruned;
  pruned.results = whole_number(database, "SELECT count(*) FROM result WHERE stale");
  pruned.attempts = whole_number(database, "SELECT sum(attempt) FROM result WHERE stale");
  for (const std::string_view table : k_detail_tables) delete_details(database, table);
  delete_details(database, "failure");
  pruned.failures = database.getChanges();
  database.exec("DELETE FROM result WHERE stale");
  database.exec(
      "DELETE FROM instance WHERE NOT EXISTS (SELECT 1 FROM result r WHERE r.platform_id = instance.platform_id AND "
      "r.workload_id = instance.workload_id)");
  delete_unused(database, k_platform_table, kept.platforms);
  delete_unused(database, k_workload_table, kept.workloads);
  delete_unused(database, k_strategy_table, kept.strategies);
  delete_unused_files(database);
  if (pruned.results > 0) insert_pruning(database, pruned);
  return pruned;
}

}  // namespace palio
