#include "storage/sql/query.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <span>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "storage/sql/columns.h"
#include "storage/sql/query_bounds.h"
#include "storage/sql/row_source.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

// A mistake in a name, as SQLite reports it.
struct WrongName {
  std::string_view message;  // its beginning; the name follows
  const char* valid;         // selects what could be meant
};
constexpr WrongName k_wrong_column{"no such column: ", "SELECT name FROM pragma_table_info('results')"};
constexpr auto k_wrong_names = std::to_array<WrongName>(
    {k_wrong_column,
     {"no such function: ", "SELECT DISTINCT name FROM pragma_function_list"},
     {"no such table: ", "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type DESC, name"}});

// What other languages call functions of SQL.
struct OtherName {
  const char* typed;
  std::string_view meant, says;
};
constexpr std::string_view k_deviation = "the standard deviation of the sample",
                           k_variance = "the variance of the sample";
constexpr auto k_other_names = std::to_array<OtherName>({{"mean", "avg", "the mean"},
                                                         {"average", "avg", "the mean"},
                                                         {"std", "stddev", k_deviation},
                                                         {"sd", "stddev", k_deviation},
                                                         {"stdev", "stddev", k_deviation},
                                                         {"var", "variance", k_variance},
                                                         {"gmean", "geomean", "the geometric mean"}});

// What may have been meant: a column of the view results, a function, a view or a table.
std::string name_suggestion(SQLite::Database& database, std::string_view message) {
  const auto* wrong =
      std::ranges::find_if(k_wrong_names, [&](const WrongName& known) { return message.starts_with(known.message); });
  if (wrong == k_wrong_names.end()) return "";
  const bool column = wrong->message == k_wrong_column.message;
  const std::vector<std::string> names = texts_of(database, wrong->valid);
  const std::vector<std::string_view> valid(names.begin(), names.end());
  std::string_view typed = message.substr(wrong->message.size());
  if (column) typed.remove_prefix(typed.rfind('.') + 1);  // of a table: r.strategy; npos + 1 is 0
  if (column && std::ranges::find(valid, typed) != valid.end())
    return fmt::format(" (the view results has {}: FROM results)", typed);
  for (const OtherName& other : k_other_names)
    if (!column && sqlite3_stricmp(other.typed, std::string(typed).c_str()) == 0 &&
        std::ranges::find(valid, other.meant) != valid.end())
      return fmt::format(" (did you mean \"{0}\"? {0} is {1})", other.meant, other.says);
  // There are too many functions and internal tables for a list of them all.
  return !column && nearest_name(typed, valid).empty() ? "" : suggestion(typed, valid);
}

// SQLite's message about the last statement.
std::string reason(SQLite::Database& database) {
  if (sqlite3_errcode(database.getHandle()) != SQLITE_NOMEM) return sqlite3_errmsg(database.getHandle());
  constexpr double mebibyte = 1024 * 1024;
  return fmt::format("it needs more than {:.0f} MiB of memory; ask for less at once",
                     static_cast<double>(sqlite3_hard_heap_limit64(-1)) / mebibyte);
}

// Whether the file or its disk is at fault, not the statement. A statement that writes fails on a read-only connection.
bool is_about_file(int code) {
  if (code == SQLITE_READONLY) return false;
  switch (primary_code(code)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
    case SQLITE_NOTADB: return true;
    default: return false;
  }
}

void throw_if_about_file(SQLite::Database& database) {
  const int code = sqlite3_extended_errcode(database.getHandle());
  if (is_about_file(code)) throw SQLite::Exception(database.getHandle(), code);
}

// For a reader `result` is a view: SQLite reports that it cannot be changed before asking for permission.
bool changes_view(std::string_view message) {
  return message.find("view") != std::string_view::npos && !message.starts_with("no such");
}

// A position in an SQL text, counted from 1.
std::string position(std::string_view sql, int offset) {
  const std::string_view before = sql.substr(0, static_cast<std::size_t>(offset));
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  std::string character = fmt::format("character {}", before.size() - line_start + 1);
  if (sql.find('\n') == std::string_view::npos) return character;
  return fmt::format("line {}, {}", std::ranges::count(before, '\n') + 1, character);
}

[[noreturn]] void throw_wrong_statement(SQLite::Database& database, std::string_view sql) {
  throw_if_about_file(database);
  if (sqlite3_errcode(database.getHandle()) == SQLITE_NOMEM)
    throw UserError("the query is too large: {}", reason(database));
  const int offset = sqlite3_error_offset(database.getHandle());
  const std::string message = sqlite3_errmsg(database.getHandle());
  const std::string hint = name_suggestion(database, message);
  if (offset < 0) throw UserError("the query is wrong: {}{}", message, hint);
  throw UserError("the query is wrong at {}: {}{}\n  {}", position(sql, offset), message, hint, sql);
}

constexpr std::string_view k_query_refusal = "a query can only read the campaign, this one does more";
constexpr std::string_view k_table_refusal =
    "statements that prepare queries can only CREATE TEMP tables, views and indices and fill such tables, "
    "this one does more";

// Pragmas that tell about the database, with or without an argument.
constexpr auto k_telling_pragmas =
    std::to_array<const char*>({"table_info", "table_xinfo", "table_list", "index_list", "index_info",
                                "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check"});
// They load code into the process; SQLite has disabled them, but would not say why.
constexpr std::array<const char*, 2> k_loading_functions{"load_extension", "fts3_tokenizer"};
// Pragmas that read without an argument and write with one.
constexpr std::array<const char*, 2> k_value_pragmas{"user_version", "application_id"};

bool is_one_of(const char* name, std::span<const char* const> names) {
  return std::ranges::any_of(names, [&](const char* one) { return sqlite3_stricmp(one, name) == 0; });
}

// Of the user's own statements; -1 leaves SQLite's limits as they are.
constexpr QueryBounds k_no_bounds{.seconds = std::numeric_limits<double>::infinity(),
                                  .rows = std::numeric_limits<std::int64_t>::max(),
                                  .bytes = std::numeric_limits<std::int64_t>::max(),
                                  .memory = std::int64_t{4} << 30U,
                                  .value = -1,
                                  .pattern = -1};
thread_local const QueryBounds* present_bounds = &k_no_bounds;

double thread_cpu_time() {  // s
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// While it lives, stops the step of a statement that runs for too long.
class TimeLimit {
public:
  TimeLimit(sqlite3* database, double seconds) : database_(database), seconds_(seconds), begin_(Clock::now()) {
    if (is_finite()) sqlite3_progress_handler(database, k_steps, ask, this);
    innermost = this;
  }
  // A query may run within another one, called by its functions: the outer one then continues with its limit.
  ~TimeLimit() {
    innermost = outer_;
    sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, longest_value_);
    sqlite3_limit(database_, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, longest_pattern_);
    const bool goes_on = outer_ != nullptr && outer_->database_ == database_ && outer_->is_finite();
    sqlite3_progress_handler(database_, goes_on ? k_steps : 0, goes_on ? ask : nullptr, goes_on ? outer_ : nullptr);
  }
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  bool is_over() const {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();  // no less than CPU time
    return elapsed > seconds_ || (elapsed > bounds_.seconds && thread_cpu_time() - cpu_begin_ > bounds_.seconds);
  }

  // Throws UserError for a row with which the answer is too large.
  void count(const std::vector<SqlValue>& row) {
    for (const SqlValue& value : row) {
      const auto* text = std::get_if<std::string>(&value);
      bytes_ += static_cast<std::int64_t>(sizeof value + (text == nullptr ? 0 : text->size()));
    }
    if (++rows_ > bounds_.rows || bytes_ > bounds_.bytes)
      throw UserError("its answer has more than {} rows or {} MiB, the most that an artifact's may have: ask for less",
                      bounds_.rows, bounds_.bytes >> 20U);
  }

private:
  using Clock = std::chrono::steady_clock;
  // Steps of SQLite's virtual machine between two looks at the clock: about 1 us, but each may copy a long value.
  static constexpr int k_steps = 100;

  bool is_finite() const { return std::isfinite(std::min(seconds_, bounds_.seconds)); }
  static int ask(void* limit) { return static_cast<const TimeLimit*>(limit)->is_over() ? 1 : 0; }

  sqlite3* database_;
  double seconds_;
  Clock::time_point begin_;
  const QueryBounds& bounds_ = *present_bounds;
  double cpu_begin_ = thread_cpu_time();
  int longest_value_ = sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, bounds_.value);  // before
  int longest_pattern_ = sqlite3_limit(database_, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, bounds_.pattern);
  std::int64_t rows_ = 0, bytes_ = 0;
  TimeLimit* outer_ = innermost;
  static thread_local TimeLimit* innermost;
};
thread_local TimeLimit* TimeLimit::innermost = nullptr;

// Making a temporary table also writes the schema of the database "temp".
int allow_temporary(void* unused, int action, const char* first, const char* second, const char* database,
                    const char* trigger) {
  const bool temporary = database != nullptr && std::string_view(database) == "temp";
  switch (action) {
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_TEMP_VIEW:
    case SQLITE_CREATE_TEMP_INDEX: return SQLITE_OK;
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_REINDEX:
      if (temporary) return SQLITE_OK;
      break;
    default: break;
  }
  return allow_reading(unused, action, first, second, database, trigger);
}

// Calls `visit` with each statement of a text, compiled, and with the text from there on.
template <class Visit>
void for_each_statement(SQLite::Database& database, std::string_view sql, Permission allow, std::string_view refusal,
                        Visit visit) {
  while (!sql.empty()) {
    const std::string_view before = sql;
    if (StatementHandle statement = compile_next(database, sql, allow, refusal)) visit(std::move(statement), before);
    if (sql.size() == before.size()) break;
  }
}

// One statement, then at most blanks, comments and semicolons.
StatementHandle compile_single(SQLite::Database& database, std::string_view sql) {
  StatementHandle single;
  const auto take = [&](StatementHandle next, std::string_view from) {
    if (sqlite3_stmt_readonly(next.get()) == 0) throw UserError("{}: {}", k_query_refusal, from);
    if (single) throw UserError("a query is one statement, here a second one follows: {}", from);
    single = std::move(next);
  };
  for_each_statement(database, sql, allow_reading, k_query_refusal, take);
  if (!single)
    throw UserError("the query is empty; try: SELECT strategy, avg(makespan) FROM results GROUP BY strategy");
  return single;
}

[[noreturn]] void throw_late_query(const std::filesystem::path& file, double seconds) {
  if (present_bounds != &k_no_bounds)
    throw UserError("it was stopped after {} s of CPU time, its limit: ask for less, or allow more with --query-time",
                    present_bounds->seconds);
  throw UserError("the query of {} was stopped after its time limit of {} s; ask for less, or allow more time",
                  file.string(), seconds);
}

}  // namespace

BoundedQueries::BoundedQueries(const QueryBounds& bounds)
    : bounds_(bounds), before_(std::exchange(present_bounds, &bounds_)) {}

BoundedQueries::~BoundedQueries() { present_bounds = before_; }

Authorized::Authorized(sqlite3* database, Permission allow, void* context) : database_(database) {
  sqlite3_set_authorizer(database, allow, context);
}

Authorized::~Authorized() { sqlite3_set_authorizer(database_, nullptr, nullptr); }

StatementHandle compile_next(SQLite::Database& database, std::string_view& sql, Permission allow,
                             std::string_view refusal) {
  sqlite3_stmt* compiled = nullptr;
  const char* tail = nullptr;
  int code = SQLITE_OK;
  {
    const Authorized guard(database.getHandle(), allow);
    code = sqlite3_prepare_v2(database.getHandle(), sql.data(), static_cast<int>(sql.size()), &compiled, &tail);
  }
  StatementHandle statement(compiled);
  if (code == SQLITE_AUTH || (code == SQLITE_ERROR && changes_view(sqlite3_errmsg(database.getHandle()))))
    throw UserError("{}: {}", refusal, sql);
  if (code != SQLITE_OK) throw_wrong_statement(database, sql);
  sql.remove_prefix(tail - sql.data());
  return statement;
}

void throw_failed_statement(SQLite::Database& database, const std::filesystem::path& file) {
  throw_if_about_file(database);
  throw UserError("the query of {} failed: {}", file.string(), reason(database));
}

// Denies what is not known to read. SQLite declares table-valued functions (json_each, pragma_table_info) as updates of
// its schema table; a true update of that table is refused as not read-only.
int allow_reading(void*, int action, const char* first, const char* second, const char*, const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return is_one_of(second, k_loading_functions) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_UPDATE: return std::string_view(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
      if (is_one_of(first, k_telling_pragmas)) return SQLITE_OK;
      return second == nullptr && is_one_of(first, k_value_pragmas) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

void limit_statements(SQLite::Database& database) {
  constexpr int longest =
      100'000'000;  // byte; one call on a value, which no time limit interrupts, then ends in reasonable time
  sqlite3_limit(database.getHandle(), SQLITE_LIMIT_LENGTH, longest);
  const std::int64_t memory = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  const std::int64_t most = present_bounds->memory;
  sqlite3_hard_heap_limit64(memory > 0 ? std::min(most, memory / 2) : most);
}

RowSource::RowSource(SQLite::Database& database)
    : query_([&database](std::string_view sql, const Visit& visit) {
        SQLite::Statement statement(database, std::string(sql));
        std::vector<SqlValue> row(statement.getColumnCount());
        while (statement.executeStep()) {
          for (int i = 0; i < statement.getColumnCount(); ++i) row[i] = value_of(statement.getColumn(i));
          visit(row);
        }
      }) {}

void run_query(SQLite::Database& database, const std::filesystem::path& file, const Query& query,
               const std::function<void(const std::vector<std::string>&)>& header,
               const std::function<void(const std::vector<SqlValue>&)>& row) {
  TimeLimit limit(database.getHandle(), query.seconds);
  const StatementHandle statement = compile_single(database, query.sql);
  if (limit.is_over()) throw_late_query(file, query.seconds);
  int place = 0;
  for (const SqlValue& value : query.values) bind_value(statement.get(), ++place, value);
  const int columns = sqlite3_column_count(statement.get());
  std::vector<std::string> names;
  for (int i = 0; i < columns; ++i) names.emplace_back(sqlite3_column_name(statement.get(), i));
  header(names);
  std::vector<SqlValue> values(columns);
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
    for (int i = 0; i < columns; ++i) values[i] = value_at(statement.get(), i);
    limit.count(values);
    row(values);
  }
  // SQLite looks at the clock only between steps: a single call may have taken too long.
  if (code == SQLITE_INTERRUPT || limit.is_over()) throw_late_query(file, query.seconds);
  if (code != SQLITE_DONE) throw_failed_statement(database, file);
}

void visit_rows(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql,
                const std::function<void(sqlite3_stmt*)>& visit) {
  const StatementHandle rows = compile_next(database, sql, allow_reading, k_query_refusal);
  int code = SQLITE_ROW;
  while ((code = sqlite3_step(rows.get())) == SQLITE_ROW) visit(rows.get());
  if (code != SQLITE_DONE) throw_failed_statement(database, file);
}

void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql) {
  const auto run = [&](const StatementHandle& statement, std::string_view from) {
    if (sqlite3_column_count(statement.get()) > 0)
      throw UserError("a statement that prepares queries answers nothing, this one does: {}", from);
    const TimeLimit limit(database.getHandle(), std::numeric_limits<double>::infinity());
    if (sqlite3_step(statement.get()) == SQLITE_DONE) return;
    if (limit.is_over()) throw_late_query(file, 0);
    throw_failed_statement(database, file);
  };
  for_each_statement(database, sql, allow_temporary, k_table_refusal, run);
}

}  // namespace palio
