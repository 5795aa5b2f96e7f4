#include "storage/merge/merge_steps.h"

#include <algorithm>

#include "storage/file/metric_columns.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"

namespace palio {
namespace {

// Metrics that only a newer Palio knows come along.
void add_missing_metrics(SQLite::Database& database) {
  const std::vector<MetricColumn> known = metric_columns(database);
  for (const MetricColumn& metric : metric_columns(database, "part"))
    if (std::ranges::find(known, metric.name, &MetricColumn::name) == known.end()) add_metric_column(database, metric);
}

std::string moved_ids(std::string_view table) {
  return fmt::format("moved_id({1}, {0}.platform_id), moved_id({2}, {0}.workload_id), moved_id({3}, {0}.strategy_id)",
                     table, static_cast<int>(Reference::platform), static_cast<int>(Reference::workload),
                     static_cast<int>(Reference::strategy));
}

// Ids that stay are not looked up here: moved_checksum() finds dangling ones.
std::string result_ids(const MovedRows& rows) {
  return rows.same_scenarios() ? "result.platform_id, result.workload_id, result.strategy_id" : moved_ids("result");
}

// How many applications carry the ids of a result; where these stay it does not matter.
std::string application_count(const MovedRows& rows) {
  if (rows.same_scenarios()) return "0";
  return fmt::format("(SELECT count(*) FROM part.application_result a WHERE {})", same_scenario("a", "result"));
}

// `attempt`: the column, or NULL to count nothing.
std::string insert_results(SQLite::Database& database, const MovedRows& rows, std::string_view attempt) {
  return fmt::format(
      "INSERT INTO main.result ({0}, session_id, checksum, {1}) SELECT {2}, moved_id({3}, session_id), "
      "moved_checksum(checksum, {4}, {5}, {0}, session_id, {6}), {1} FROM part.result AS result",
      k_scenario_columns, own_columns(database, "result"), result_ids(rows), static_cast<int>(Reference::session),
      checksum_expression(database, "result", "part"), application_count(rows), attempt);
}

std::string insert_applications(SQLite::Database& database) {
  return fmt::format(
      "INSERT INTO main.application_result ({0}, {1}) SELECT {2}, {1} FROM part.application_result AS detail",
      k_scenario_columns, own_columns(database, "application_result"), moved_ids("detail"));
}

std::string insert_failures(SQLite::Database& database) {
  return fmt::format(
      "INSERT INTO main.failure ({0}, checksum, {1}) SELECT {2}, moved_checksum(checksum, {3}, 0, {0}, NULL, NULL), "
      "{1} "
      "FROM part.failure AS failure",
      k_scenario_columns, own_columns(database, "failure"), moved_ids("failure"),
      checksum_expression(database, "failure", "part"));
}

// Details of results that were stored before stay out.
std::string of_new_results(std::string_view detail, std::int64_t last) {
  return fmt::format(" WHERE (SELECT m.rowid FROM main.result m WHERE ({0}) = ({1})) > {2}",
                     "m.platform_id, m.workload_id, m.strategy_id", moved_ids(detail), last);
}

}  // namespace

ResultGrowth merge_results(SQLite::Database& database, const MovedRows& rows) {
  add_missing_metrics(database);
  ResultGrowth growth;
  growth.last = whole_number(database, "SELECT max(rowid) FROM main.result");
  growth.results = database.exec(insert_results(database, rows, "attempt") + " WHERE true ON CONFLICT DO NOTHING");
  const bool all_new = growth.results == rows.state().results;
  growth.attempts =
      all_new
          ? rows.state().attempts
          : whole_number(database, fmt::format("SELECT sum(attempt) FROM main.result WHERE rowid > {}", growth.last));
  if (growth.results == 0) return growth;
  database.exec(insert_applications(database) + (all_new ? "" : of_new_results("detail", growth.last)));
  growth.failures = database.exec(insert_failures(database) + (all_new ? "" : of_new_results("failure", growth.last)));
  return growth;
}

void merge_result(SQLite::Database& database, const MovedRows& rows, const ScenarioId& id) {
  const std::string same = " WHERE " + is_scenario(id);
  database.exec(insert_results(database, rows, "NULL") + same);
  database.exec(insert_applications(database) + same);
}

}  // namespace palio
