// Results on their way from a part into the whole.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "storage/file/metric_columns.h"
#include "storage/file/migrations.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"
#include "storage/merge/merge_steps.h"
#include "storage/sql/callback.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

constexpr std::int64_t k_watch_every = 4096;  // results; some 10 ms

constexpr const char* k_id_function = "moved_id";
constexpr const char* k_checksum_function = "moved_checksum";

std::optional<std::int64_t> moved_id(const MovedRows::State& state, Reference reference, std::int64_t id) {
  return state.ids.at(static_cast<std::size_t>(reference)).find(id);
}

void call_moved_id(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  auto& state = *static_cast<MovedRows::State*>(sqlite3_user_data(context));
  const auto reference = static_cast<Reference>(sqlite3_value_int(values[0]));
  if (const auto id = moved_id(state, reference, sqlite3_value_int64(values[1])))
    return sqlite3_result_int64(context, *id);
  state.trouble = MovedRows::Trouble::dangling_id;
  sqlite3_result_error(context, "a row refers to what is not there", -1);
}

std::int64_t checksum_of(const ScenarioId& id) {
  static const std::uint64_t platform = column_hash("platform_id"), workload = column_hash("workload_id"),
                             strategy = column_hash("strategy_id");
  RowChecksum sum;
  sum.add(platform, id.platform);
  sum.add(workload, id.workload);
  sum.add(strategy, id.strategy);
  return sum.sum();
}

std::int64_t checksum_of_session(std::int64_t id) {
  static const std::uint64_t session = column_hash("session_id");
  RowChecksum sum;
  sum.add(session, id);
  return sum.sum();
}

// False: stop.
bool count_result(MovedRows::State& state, std::int64_t attempt) {
  ++state.results;
  state.attempts += attempt;
  if (++state.untold < k_watch_every) return true;
  const std::int64_t told = std::exchange(state.untold, 0);
  return state.watch(told);
}

void fail(sqlite3_context* context, MovedRows::State& state, MovedRows::Trouble trouble, const ScenarioId& id) {
  state.trouble = trouble;
  state.troubled = id;
  sqlite3_result_error(context, "a row cannot be moved", -1);
}

void call_moved_checksum(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  auto& state = *static_cast<MovedRows::State*>(sqlite3_user_data(context));
  const auto number = [&](std::size_t i) { return sqlite3_value_int64(values[i]); };
  const ScenarioId from{number(3), number(4), number(5)};
  const bool sealed = sqlite3_value_type(values[0]) == SQLITE_INTEGER;
  if (!sealed || number(0) != number(1)) return fail(context, state, MovedRows::Trouble::changed_row, from);
  const auto platform = moved_id(state, Reference::platform, from.platform);
  const auto workload = moved_id(state, Reference::workload, from.workload);
  const auto strategy = moved_id(state, Reference::strategy, from.strategy);
  if (!platform || !workload || !strategy) return fail(context, state, MovedRows::Trouble::dangling_id, from);
  // A checksum is a sum over the columns: this replaces the parts of the ids, in the row and in its applications.
  std::int64_t change = (1 + number(2)) * (checksum_of({*platform, *workload, *strategy}) - checksum_of(from));
  if (sqlite3_value_type(values[6]) != SQLITE_NULL) {
    const auto session = moved_id(state, Reference::session, number(6));
    if (!session) return fail(context, state, MovedRows::Trouble::dangling_id, from);
    change += checksum_of_session(*session) - checksum_of_session(number(6));
    const bool counts = sqlite3_value_type(values[7]) != SQLITE_NULL;
    if (counts && !count_result(state, number(7))) return fail(context, state, MovedRows::Trouble::stopped, from);
  }
  sqlite3_result_int64(context, (number(0) + change) & static_cast<std::int64_t>(RowChecksum::k_mask));
}

using Call = void (*)(sqlite3_context*, int, sqlite3_value**);

// Without a call the function is removed.
int set_function(SQLite::Database& database, const char* name, int arguments, void* state, Call call) {
  return sqlite3_create_function_v2(database.getHandle(), name, arguments, SQLITE_UTF8, state, call, nullptr, nullptr,
                                    nullptr);
}

// Includes metrics that only a newer Palio knows.
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

// Unchanged ids are not looked up here: moved_checksum() finds dangling ones.
std::string result_ids(const MovedRows& rows) {
  return rows.same_scenarios() ? "result.platform_id, result.workload_id, result.strategy_id" : moved_ids("result");
}

// How many applications carry the ids of a result; irrelevant if the ids do not change.
std::string application_count(const MovedRows& rows) {
  if (rows.same_scenarios()) return "0";
  return fmt::format("(SELECT count(*) FROM part.application_result a WHERE {})", same_scenario("a", "result"));
}

// `computed`: the checksum that the row should have. `attempt`: the column, or NULL to count nothing.
std::string insert_results(SQLite::Database& database, const MovedRows& rows, std::string_view computed,
                           std::string_view attempt) {
  return fmt::format(
      "INSERT INTO main.result ({0}, session_id, checksum, {1}) SELECT {2}, moved_id({3}, session_id), "
      "moved_checksum(checksum, {4}, {5}, {0}, session_id, {6}), {1} FROM part.result AS result",
      k_scenario_columns, own_columns(database, "result"), result_ids(rows), static_cast<int>(Reference::session),
      computed, application_count(rows), attempt);
}

std::string insert_applications(SQLite::Database& database) {
  return fmt::format(
      "INSERT INTO main.application_result ({0}, {1}) SELECT {2}, {1} FROM part.application_result AS detail",
      k_scenario_columns, own_columns(database, "application_result"), moved_ids("detail"));
}

std::string insert_realizations(SQLite::Database& database) {
  return fmt::format("INSERT INTO main.realization ({0}, {1}) SELECT {2}, {1} FROM part.realization AS detail",
                     k_scenario_columns, own_columns(database, "realization"), moved_ids("detail"));
}

std::string insert_failures(SQLite::Database& database) {
  return fmt::format(
      "INSERT INTO main.failure ({0}, checksum, {1}) SELECT {2}, moved_checksum(checksum, {3}, 0, {0}, NULL, NULL), "
      "{1} "
      "FROM part.failure AS failure",
      k_scenario_columns, own_columns(database, "failure"), moved_ids("failure"),
      checksum_expression(database, "failure", "part"));
}

// Leaves out details of results that were stored before.
std::string of_new_results(std::string_view detail, std::int64_t last) {
  return fmt::format(" WHERE (SELECT m.rowid FROM main.result m WHERE ({0}) = ({1})) > {2}",
                     "m.platform_id, m.workload_id, m.strategy_id", moved_ids(detail), last);
}

}  // namespace

MovedRows::MovedRows(SQLite::Database& database, const MergeWatch& watch) : database_(database), state_{watch} {
  require_success(database.getHandle(), set_function(database, k_id_function, 2, &state_, call_moved_id));
  require_success(database.getHandle(), set_function(database, k_checksum_function, 8, &state_, call_moved_checksum));
}

MovedRows::~MovedRows() {
  set_function(database_, k_id_function, 2, nullptr, nullptr);
  set_function(database_, k_checksum_function, 8, nullptr, nullptr);
}

void MovedRows::set(Reference reference, IdMap ids) {
  state_.ids.at(static_cast<std::size_t>(reference)) = std::move(ids);
}

ScenarioId MovedRows::moved(const ScenarioId& id) const {
  return {ids(Reference::platform).find(id.platform).value(), ids(Reference::workload).find(id.workload).value(),
          ids(Reference::strategy).find(id.strategy).value()};
}

bool MovedRows::same_scenarios() const {
  return ids(Reference::platform).keeps_all() && ids(Reference::workload).keeps_all() &&
         ids(Reference::strategy).keeps_all();
}

std::string own_columns(SQLite::Database& database, std::string_view table) {
  return listed(
      texts_of(database,
               fmt::format("SELECT name FROM pragma_table_info('{}', 'part') WHERE name <> 'id' AND name <> 'checksum' "
                           "AND name NOT LIKE '%\\_id' ESCAPE '\\'",
                           table)),
      quoted_name);
}

ResultGrowth merge_results(SQLite::Database& database, const MovedRows& rows, KnownResults known) {
  migrate(database, schema_migrations(kept_in(database, "part")));
  add_missing_metrics(database);
  ResultGrowth growth;
  growth.last = whole_number(database, "SELECT max(rowid) FROM main.result");
  const bool checked = known == KnownResults::refused;  // when this batch was put together
  const std::string order = checked ? fmt::format(" ORDER BY {}", k_scenario_columns) : "";
  const std::string computed = checked ? "checksum" : checksum_expression(database, "result", "part");
  growth.results = database.exec(insert_results(database, rows, computed, "attempt") + " WHERE true" + order +
                                 " ON CONFLICT DO NOTHING");
  const bool all_new = growth.results == rows.state().results;
  growth.attempts =
      all_new
          ? rows.state().attempts
          : whole_number(database, fmt::format("SELECT sum(attempt) FROM main.result WHERE rowid > {}", growth.last));
  if (growth.results == 0) return growth;
  const std::string new_details = all_new ? "" : of_new_results("detail", growth.last);
  database.exec(insert_applications(database) + new_details);
  if (kept_in(database, "part") == Kept::realizations) database.exec(insert_realizations(database) + new_details);
  growth.failures = database.exec(insert_failures(database) + (all_new ? "" : of_new_results("failure", growth.last)));
  return growth;
}

void merge_result(SQLite::Database& database, const MovedRows& rows, const ScenarioId& id) {
  const std::string same = " WHERE " + is_scenario(id);
  database.exec(insert_results(database, rows, checksum_expression(database, "result", "part"), "NULL") + same);
  database.exec(insert_applications(database) + same);
  if (kept_in(database, "part") == Kept::realizations) database.exec(insert_realizations(database) + same);
}

}  // namespace palio
