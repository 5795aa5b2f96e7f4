#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"
#include "storage/sql/statement.h"

namespace palio {

// Statements that users type, or that read many rows. `file` is for messages.

/// The callback that SQLite asks about every action of a statement that it compiles (sqlite3_set_authorizer).
using Permission = int (*)(void* context, int action, const char* first, const char* second, const char* database,
                           const char* trigger);

/// While it lives, asks about every action of what is compiled.
class Authorized {
public:
  Authorized(sqlite3* database, Permission allow, void* context = nullptr);
  ~Authorized();
  Authorized(const Authorized&) = delete;
  Authorized& operator=(const Authorized&) = delete;

private:
  sqlite3* database_;
};

/// Compiles the first statement of `sql` and moves `sql` past it; null if there are only blanks and comments. Throws
/// UserError: `refusal` and the statement if `allow` denies something, else where the mistake is and what may have been
/// meant. SQLite's exceptions are about the file.
StatementHandle compile_next(SQLite::Database& database, std::string_view& sql, Permission allow,
                             std::string_view refusal);

/// Reports a statement that failed while running: as UserError, or SQLite's exception if the file is at fault.
[[noreturn]] void throw_failed_statement(SQLite::Database& database, const std::filesystem::path& file);

/// Limits the length of values of a connection, and all of SQLite's memory in this process.
void limit_statements(SQLite::Database& database);

/// A single read-only statement.
struct Query {
  std::string_view sql;
  const std::vector<SqlValue>& values;  // for each `?`; those beyond are NULL
  double seconds = 0;                   // that it may take
};

/// See CampaignReader::query.
void run_query(SQLite::Database& database, const std::filesystem::path& file, const Query& query,
               const std::function<void(const std::vector<std::string>&)>& header,
               const std::function<void(const std::vector<SqlValue>&)>& row);

/// Calls `visit` with each row of one of our own statements.
void visit_rows(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql,
                const std::function<void(sqlite3_stmt*)>& visit);

/// The Permission for statements that only read.
int allow_reading(void* unused, int action, const char* first, const char* second, const char* database,
                  const char* trigger);

/// Runs statements that make temporary tables, views and indices and read the campaign; see CampaignReader::prepare.
void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql);

}  // namespace palio
