#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string_view>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

struct StatementFinalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, StatementFinalizer>;

/// What SQLite asks of every action of a statement while it compiles it (sqlite3_set_authorizer).
using Permission = int (*)(void* context, int action, const char* first, const char* second, const char* database,
                           const char* trigger);

/// Asks for every action of what is compiled while it lives.
class Authorized {
public:
  Authorized(sqlite3* database, Permission allow, void* context = nullptr);
  ~Authorized();
  Authorized(const Authorized&) = delete;
  Authorized& operator=(const Authorized&) = delete;

private:
  sqlite3* database_;
};

/// Compiles the first statement of `sql` and moves `sql` behind it; null when there are only blanks and comments.
/// Throws UserError: `refusal` and the statement if `allow` denies something, else where the mistake is and what could
/// be meant. SQLite's exceptions are about the file.
StatementHandle compile_next(SQLite::Database& database, std::string_view& sql, Permission allow,
                             std::string_view refusal);

/// What a column of the row at hand holds; as a number, NULL is NaN.
SqlValue value_at(sqlite3_stmt* row, int column);
double number_at(sqlite3_stmt* row, int column);

/// Gives the parameter `place`, from 1, a value that stays until the statement ran.
void bind_value(sqlite3_stmt* statement, int place, const SqlValue& value);

/// Reports the statement that failed while it ran: as UserError, or SQLite's exception if the file is at fault. `file`
/// is for messages.
[[noreturn]] void throw_failed_statement(SQLite::Database& database, const std::filesystem::path& file);

}  // namespace palio
