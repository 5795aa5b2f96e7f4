#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "storage/file/row_checksum.h"
#include "storage/merge/merge_steps.h"
#include "storage/sql/callback.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

constexpr std::int64_t k_watch_every = 4096;  // results; some 10 ms

constexpr const char* k_id_function = "moved_id";
constexpr const char* k_checksum_function = "moved_checksum";

std::optional<std::int64_t> moved_id(const MovedRows::State& state, Reference reference, std::int64_t id) {
  const IdMap& ids = state.ids.at(static_cast<std::size_t>(reference));
  const auto found = ids.find(id);
  return found == ids.end() ? std::nullopt : std::optional(found->second);
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
  // A checksum is a sum over the columns: this exchanges the ids' parts, in the row and in its applications.
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

// Without a call it is forgotten.
int set_function(SQLite::Database& database, const char* name, int arguments, void* state, Call call) {
  return sqlite3_create_function_v2(database.getHandle(), name, arguments, SQLITE_UTF8, state, call, nullptr, nullptr,
                                    nullptr);
}

}  // namespace

MovedRows::MovedRows(SQLite::Database& database, const MergeWatch& watch) : database_(database), state_{watch} {
  require_success(database, set_function(database, k_id_function, 2, &state_, call_moved_id));
  require_success(database, set_function(database, k_checksum_function, 8, &state_, call_moved_checksum));
}

MovedRows::~MovedRows() {
  set_function(database_, k_id_function, 2, nullptr, nullptr);
  set_function(database_, k_checksum_function, 8, nullptr, nullptr);
}

void MovedRows::set(Reference reference, IdMap ids) {
  state_.ids.at(static_cast<std::size_t>(reference)) = std::move(ids);
}

ScenarioId MovedRows::moved(const ScenarioId& id) const {
  return {ids(Reference::platform).at(id.platform), ids(Reference::workload).at(id.workload),
          ids(Reference::strategy).at(id.strategy)};
}

bool MovedRows::same_scenarios() const {
  const auto same = [this](Reference reference) {
    return std::ranges::all_of(ids(reference), [](const auto& pair) { return pair.first == pair.second; });
  };
  return same(Reference::platform) && same(Reference::workload) && same(Reference::strategy);
}

std::string own_columns(SQLite::Database& database, std::string_view table) {
  return listed(
      texts_of(database,
               fmt::format("SELECT name FROM pragma_table_info('{}', 'part') WHERE name <> 'id' AND name <> 'checksum' "
                           "AND name NOT LIKE '%\\_id' ESCAPE '\\'",
                           table)),
      quoted_name);
}

}  // namespace palio
