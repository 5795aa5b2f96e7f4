#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "storage/sql/columns.h"
#include "storage/sql/query.h"
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

// What could be meant: a column of the view results, a function, a view or a table.
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
  // There are too many functions and internal tables for a list of them all.
  return !column && nearest_name(typed, valid).empty() ? "" : suggestion(typed, valid);
}

// What SQLite says of the last statement.
std::string reason(SQLite::Database& database) {
  if (sqlite3_errcode(database.getHandle()) != SQLITE_NOMEM) return sqlite3_errmsg(database.getHandle());
  constexpr double mebibyte = 1024 * 1024;
  return fmt::format("it needs more than {:.0f} MiB of memory; ask for less at once",
                     static_cast<double>(sqlite3_hard_heap_limit64(-1)) / mebibyte);
}

// Whether the file or its disk is at fault, not the statement. A statement that writes meets a connection that cannot.
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

// For a reader `result` is a view: SQLite finds that it cannot be changed before it asks whether it may be.
bool changes_view(std::string_view message) {
  return message.find("view") != std::string_view::npos && !message.starts_with("no such");
}

// Of an SQL text; people count from 1.
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
    throw UserError(fmt::format("the query is too large: {}", reason(database)));
  const int offset = sqlite3_error_offset(database.getHandle());
  const std::string message = sqlite3_errmsg(database.getHandle());
  const std::string hint = name_suggestion(database, message);
  if (offset < 0) throw UserError(fmt::format("the query is wrong: {}{}", message, hint));
  throw UserError(fmt::format("the query is wrong at {}: {}{}\n  {}", position(sql, offset), message, hint, sql));
}

}  // namespace

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
    throw UserError(fmt::format("{}: {}", refusal, sql));
  if (code != SQLITE_OK) throw_wrong_statement(database, sql);
  sql.remove_prefix(tail - sql.data());
  return statement;
}

SqlValue value_at(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL: return std::monostate{};
    case SQLITE_INTEGER: return std::int64_t{sqlite3_column_int64(row, column)};
    case SQLITE_FLOAT: return sqlite3_column_double(row, column);
    default: {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
      return bytes == nullptr ? std::string() : std::string(bytes, size);
    }
  }
}

// SQLite reads NULL as 0: few values are asked for their type.
double number_at(sqlite3_stmt* row, int column) {
  const double number = sqlite3_column_double(row, column);
  return number == 0 && sqlite3_column_type(row, column) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN()
                                                                        : number;
}

void bind_value(sqlite3_stmt* statement, int place, const SqlValue& value) {
  int code = SQLITE_OK;
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    code = sqlite3_bind_int64(statement, place, *whole);
  else if (const auto* real = std::get_if<double>(&value))
    code = sqlite3_bind_double(statement, place, *real);
  else if (const auto* text = std::get_if<std::string>(&value))
    code = sqlite3_bind_text64(statement, place, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  else
    code = sqlite3_bind_null(statement, place);
  if (code != SQLITE_OK)
    throw InternalError(fmt::format("a statement does not take value {}: {}", place, sqlite3_sql(statement)));
}

void throw_failed_statement(SQLite::Database& database, const std::filesystem::path& file) {
  throw_if_about_file(database);
  throw UserError(fmt::format("the query of {} failed: {}", file.string(), reason(database)));
}

}  // namespace palio
