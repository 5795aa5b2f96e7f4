// Results on their way from a part into the whole.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "storage/file/connection.h"
#include "storage/file/metric_tables.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_version.h"
#include "storage/merge/merge_steps.h"
#include "storage/sql/callback.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

constexpr std::int64_t k_watch_every = 4096;  // results; some 10 ms

constexpr const char* k_session_function = "moved_session";
constexpr const char* k_check_function = "checked";

void fail(sqlite3_context* context, MovedRows::State& state, MovedRows::Trouble trouble, const ScenarioId& id) {
  state.trouble = trouble;
  state.troubled = id;
  sqlite3_result_error(context, "a row cannot be moved", -1);
}

void call_moved_session(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  auto& state = *static_cast<MovedRows::State*>(sqlite3_user_data(context));
  const auto found = state.sessions.find(sqlite3_value_int64(values[0]));
  if (found == state.sessions.end()) return fail(context, state, MovedRows::Trouble::dangling_id, {});
  sqlite3_result_int64(context, found->second);
}

// False: stop.
bool count_result(MovedRows::State& state, std::int64_t attempt) {
  ++state.results;
  state.attempts += attempt;
  if (state.results - state.told < k_watch_every) return true;
  const std::int64_t more = state.results - state.told;
  state.told = state.results;
  return state.watch(more);
}

void call_checked(sqlite3_context* context, int /*count*/, sqlite3_value** values) noexcept {
  auto& state = *static_cast<MovedRows::State*>(sqlite3_user_data(context));
  const auto number = [&](std::size_t i) { return sqlite3_value_int64(values[i]); };
  const ScenarioId id{number(2), number(3), number(4)};
  const bool sealed = sqlite3_value_type(values[0]) == SQLITE_INTEGER;
  if (!sealed || number(0) != number(1)) return fail(context, state, MovedRows::Trouble::changed_row, id);
  const auto& [platforms, workloads, strategies] = state.dimensions;
  if (!platforms.contains(id.platform) || !workloads.contains(id.workload) || !strategies.contains(id.strategy))
    return fail(context, state, MovedRows::Trouble::dangling_id, id);
  const bool counts = sqlite3_value_type(values[5]) != SQLITE_NULL;
  if (counts && !count_result(state, number(5))) return fail(context, state, MovedRows::Trouble::stopped, id);
  sqlite3_result_int64(context, number(0));
}

using Call = void (*)(sqlite3_context*, int, sqlite3_value**);

// Without a call the function is removed.
int set_function(SQLite::Database& database, const char* name, int arguments, void* state, Call call) {
  return sqlite3_create_function_v2(database.getHandle(), name, arguments, SQLITE_UTF8, state, call, nullptr, nullptr,
                                    nullptr);
}

// `computed`: the checksum that the row should have.
std::string checked(std::string_view computed, std::string_view attempt) {
  return fmt::format("checked(checksum, {}, {}, {})", computed, k_scenario_columns, attempt);
}

std::string computed_checksum(SQLite::Database& database, KnownResults known) {
  // A batch was checked when it was put together.
  return known == KnownResults::refused ? "checksum" : checksum_expression(database, "result", "part");
}

constexpr std::string_view k_is_other_instance =
    "(result.platform_id, result.workload_id) IN (SELECT platform_id, workload_id FROM temp.other_instance)";

// A result of an instance that has other metrics in the whole takes them along as its own.
std::string insert_results(SQLite::Database& database, std::string_view checksum) {
  const std::string columns = columns_but(database, "result", {"session_id", "own", "checksum"});
  return fmt::format(
      "INSERT INTO main.result ({0}, session_id, own, checksum) SELECT {0}, moved_session(session_id), own OR (failure "
      "IS NULL AND {1}), {2} FROM part.result AS result",
      columns, k_is_other_instance, checksum);
}

std::string shared_metrics(std::string_view table) {
  return listed(stored_metrics(MetricOf::instance),
                [&](const MetricInfo* metric) { return fmt::format("{}.{}", table, metric->name); });
}

// Of all strategies; and which instances have other metrics in the whole.
void merge_instances(SQLite::Database& database) {
  database.exec(fmt::format(
      "INSERT OR IGNORE INTO main.instance SELECT * FROM part.instance WHERE strategy_id = 0; CREATE TEMP TABLE "
      "other_instance AS SELECT p.platform_id, p.workload_id FROM part.instance "
      "p JOIN main.instance m USING (platform_id, workload_id, strategy_id) WHERE strategy_id = 0 AND ({}) IS NOT ({})",
      shared_metrics("p"), shared_metrics("m")));
}

std::string insert_own_instances() {
  return fmt::format(
      "INSERT INTO main.instance SELECT result.platform_id, result.workload_id, result.strategy_id, {} FROM "
      "part.result AS result JOIN part.instance i ON i.platform_id = result.platform_id AND i.workload_id = "
      "result.workload_id AND i.strategy_id = 0 WHERE failure IS NULL AND NOT own AND {}",
      shared_metrics("i"), k_is_other_instance);
}

// The condition, on a row of a table by its name in the statement, that its result is copied.
using Which = std::function<std::string(std::string_view table)>;

std::string any(std::string_view /*table*/) { return "1"; }

std::string unknown(std::string_view table) {
  return fmt::format("NOT EXISTS (SELECT 1 FROM temp.known AS k WHERE {})", same_scenario("k", table));
}

void copy_details(SQLite::Database& database, const Which& which) {
  for (const std::string_view table : k_detail_tables)
    database.exec(fmt::format("INSERT INTO main.{0} SELECT * FROM part.{0} AS detail WHERE strategy_id <> 0 AND {1}",
                              table, which("detail")));
  database.exec(fmt::format("{} AND {}", insert_own_instances(), which("result")));
}

std::int64_t copy_failures(SQLite::Database& database, const Which& which) {
  return database.exec(
      fmt::format("INSERT INTO main.failure ({0}, checksum) SELECT {0}, {1} FROM part.failure AS "
                  "failure WHERE {2}",
                  columns_but(database, "failure", {"checksum"}),
                  checked(checksum_expression(database, "failure", "part"), "NULL"), which("failure")));
}

// Checks the results that the whole has, too, and lists them.
void find_known(SQLite::Database& database, const std::string& computed) {
  database.exec(fmt::format(
      "CREATE TEMP TABLE known ({0}, PRIMARY KEY ({0})) WITHOUT ROWID; INSERT INTO temp.known SELECT {0} FROM "
      "part.result r WHERE EXISTS (SELECT 1 FROM main.result m WHERE {1})",
      k_scenario_columns, same_scenario("m", "r")));
  whole_number(database, fmt::format("SELECT sum({}) FROM part.result AS result WHERE ({}) IN temp.known",
                                     checked(computed, "attempt"), k_scenario_columns));
}

}  // namespace

MovedRows::MovedRows(SQLite::Database& database, const MergeWatch& watch) : database_(database), state_{watch} {
  require_success(database.getHandle(), set_function(database, k_session_function, 1, &state_, call_moved_session));
  require_success(database.getHandle(), set_function(database, k_check_function, 6, &state_, call_checked));
}

MovedRows::~MovedRows() {
  set_function(database_, k_session_function, 1, nullptr, nullptr);
  set_function(database_, k_check_function, 6, nullptr, nullptr);
  for (const char* table : {"known", "other_instance"})
    database_.tryExec(fmt::format("DROP TABLE IF EXISTS temp.{}", table));
}

void MovedRows::know_dimensions() {
  constexpr std::array<const char*, 3> tables{"platform", "workload", "strategy"};
  for (std::size_t i = 0; i < tables.size(); ++i) {
    SQLite::Statement select(database_, fmt::format("SELECT id FROM main.{}", tables.at(i)));
    while (select.executeStep()) state_.dimensions.at(i).insert(select.getColumn(0).getInt64());
  }
}

void MovedRows::count_again() { state_.results = state_.attempts = 0; }

std::string columns_but(SQLite::Database& database, std::string_view table,
                        std::initializer_list<std::string_view> without) {
  std::vector<std::string> columns =
      texts_of(database, fmt::format("SELECT name FROM pragma_table_info('{}', 'part')", table));
  std::erase_if(columns, [&](const std::string& name) { return std::ranges::find(without, name) != without.end(); });
  return listed(columns, quoted_name);
}

// Most parts have nothing that the whole has: it is found out by adding them.
ResultGrowth merge_results(SQLite::Database& database, MovedRows& rows, KnownResults known) {
  if (kept_in(database, "part") == Kept::realizations) keep_realizations(database);
  merge_instances(database);
  const std::string computed = computed_checksum(database, known);
  const std::string insertion = insert_results(database, checked(computed, "attempt"));
  ResultGrowth growth;
  database.exec("SAVEPOINT all_new");
  growth.results = database.exec(insertion + " WHERE true ON CONFLICT DO NOTHING");
  growth.attempts = rows.state().attempts;
  const bool all_new = growth.results == rows.state().results;
  if (!all_new) {
    database.exec("ROLLBACK TO all_new");
    rows.count_again();
    growth.results = 0;
    find_known(database, computed);
    const std::int64_t attempts = rows.state().attempts;
    growth.results = database.exec(fmt::format("{} WHERE {}", insertion, unknown("result")));
    growth.attempts = rows.state().attempts - attempts;
  }
  database.exec("RELEASE all_new");
  if (growth.results == 0) return growth;
  const Which which = all_new ? any : unknown;
  copy_details(database, which);
  growth.failures = copy_failures(database, which);
  return growth;
}

void merge_result(SQLite::Database& database, const ScenarioId& id) {
  const Which same = [&](std::string_view table) {
    return fmt::format("{0}.platform_id = {1} AND {0}.workload_id = {2} AND {0}.strategy_id = {3}", table, id.platform,
                       id.workload, id.strategy);
  };
  database.exec(fmt::format("{} WHERE {}", insert_results(database, "checksum"), same("result")));
  copy_details(database, same);
}

}  // namespace palio
