#include "storage/merge/moved_rows.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "storage/file/dimension_table.h"
#include "storage/file/row_checksum.h"

namespace palio {

struct MovedRows::State {
  const MergeWatch& watch;
  std::array<IdMap, 4> ids = {};
  std::int64_t results = 0, attempts = 0, untold = 0;  // untold: to the watch
  Trouble trouble = Trouble::none;
  ScenarioId troubled = {};
};

namespace {

constexpr std::int64_t k_watch_every = 4096;  // results; some 10 ms

constexpr const char* k_id_function = "moved_id";
constexpr const char* k_checksum_function = "moved_checksum";

const IdMap& ids_of(const MovedRows::State& state, Reference reference) {
  return state.ids.at(static_cast<std::size_t>(reference));
}

std::optional<std::int64_t> moved_id(const MovedRows::State& state, Reference reference, std::int64_t id) {
  const IdMap& ids = ids_of(state, reference);
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

struct ReferenceHashes {
  std::uint64_t platform = column_hash("platform_id"), workload = column_hash("workload_id"),
                strategy = column_hash("strategy_id"), session = column_hash("session_id");
};

const ReferenceHashes& hashes() {
  static const ReferenceHashes all;
  return all;
}

RowChecksum checksum_of(const ScenarioId& id) {
  RowChecksum sum;
  sum.add(hashes().platform, id.platform);
  sum.add(hashes().workload, id.workload);
  sum.add(hashes().strategy, id.strategy);
  return sum;
}

// A checksum is a sum over the columns: this exchanges the ids' parts, in the row and in its applications.
std::int64_t with_other_ids(std::int64_t checksum, std::int64_t rows, const ScenarioId& from, const ScenarioId& to) {
  const auto change = static_cast<std::uint64_t>(checksum_of(to).sum() - checksum_of(from).sum());
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(checksum) + static_cast<std::uint64_t>(rows) * change) &
                                   RowChecksum::k_mask);
}

std::int64_t with_other_session(std::int64_t checksum, std::int64_t from, std::int64_t to) {
  RowChecksum before, after;
  before.add(hashes().session, from);
  after.add(hashes().session, to);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(checksum - before.sum() + after.sum()) &
                                   RowChecksum::k_mask);
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
  std::int64_t sum = with_other_ids(number(0), 1 + number(2), from, {*platform, *workload, *strategy});
  if (sqlite3_value_type(values[6]) != SQLITE_NULL) {
    const auto session = moved_id(state, Reference::session, number(6));
    if (!session) return fail(context, state, MovedRows::Trouble::dangling_id, from);
    sum = with_other_session(sum, number(6), *session);
    const bool counts = sqlite3_value_type(values[7]) != SQLITE_NULL;
    if (counts && !count_result(state, number(7))) return fail(context, state, MovedRows::Trouble::stopped, from);
  }
  sqlite3_result_int64(context, sum);
}

using Call = void (*)(sqlite3_context*, int, sqlite3_value**);

// Without a call it is forgotten.
int set_function(SQLite::Database& database, const char* name, int arguments, void* state, Call call) {
  return sqlite3_create_function_v2(database.getHandle(), name, arguments, SQLITE_UTF8, state, call, nullptr, nullptr,
                                    nullptr);
}

}  // namespace

MovedRows::MovedRows(SQLite::Database& database, const MergeWatch& watch)
    : database_(database), state_(std::make_unique<State>(State{watch})) {
  for (const int code : {set_function(database, k_id_function, 2, state_.get(), call_moved_id),
                         set_function(database, k_checksum_function, 8, state_.get(), call_moved_checksum)})
    if (code != SQLITE_OK) throw SQLite::Exception(database.getHandle(), code);
}

MovedRows::~MovedRows() {
  set_function(database_, k_id_function, 2, nullptr, nullptr);
  set_function(database_, k_checksum_function, 8, nullptr, nullptr);
}

void MovedRows::set(Reference reference, IdMap ids) {
  state_->ids.at(static_cast<std::size_t>(reference)) = std::move(ids);
}

std::int64_t MovedRows::moved(Reference reference, std::int64_t id) const { return ids_of(*state_, reference).at(id); }

ScenarioId MovedRows::moved(const ScenarioId& id) const {
  return {moved(Reference::platform, id.platform), moved(Reference::workload, id.workload),
          moved(Reference::strategy, id.strategy)};
}

bool MovedRows::same_scenarios() const {
  const auto same = [this](Reference reference) {
    return std::ranges::all_of(ids_of(*state_, reference), [](const auto& ids) { return ids.first == ids.second; });
  };
  return same(Reference::platform) && same(Reference::workload) && same(Reference::strategy);
}

std::int64_t MovedRows::results() const { return state_->results; }
std::int64_t MovedRows::attempts() const { return state_->attempts; }
MovedRows::Trouble MovedRows::trouble() const { return state_->trouble; }
ScenarioId MovedRows::troubled() const { return state_->troubled; }

std::string own_columns(SQLite::Database& database, std::string_view table) {
  std::string names;
  SQLite::Statement select(
      database,
      fmt::format("SELECT name FROM pragma_table_info('{}', 'part') WHERE name <> 'id' AND name <> 'checksum' "
                  "AND name NOT LIKE '%\\_id' ESCAPE '\\'",
                  table));
  while (select.executeStep()) names += (names.empty() ? "" : ", ") + quoted_name(select.getColumn(0).getString());
  return names;
}

}  // namespace palio
