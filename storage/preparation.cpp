#include "storage/preparation.h"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>

#include "core/error.h"
#include "storage/query.h"

namespace palio {
namespace {

struct Finalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementHandle = std::unique_ptr<sqlite3_stmt, Finalizer>;

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

class TemporaryOnly {
public:
  explicit TemporaryOnly(sqlite3* database) : database_(database) {
    sqlite3_set_authorizer(database, allow_temporary, nullptr);
  }
  ~TemporaryOnly() { sqlite3_set_authorizer(database_, nullptr, nullptr); }
  TemporaryOnly(const TemporaryOnly&) = delete;
  TemporaryOnly& operator=(const TemporaryOnly&) = delete;

private:
  sqlite3* database_;
};

// Compiles the first statement of `sql` and moves `sql` behind it; null when there are only blanks and comments.
StatementHandle compile(SQLite::Database& database, std::string_view& sql) {
  sqlite3_stmt* compiled = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v2(database.getHandle(), sql.data(), static_cast<int>(sql.size()), &compiled, &tail);
  StatementHandle statement(compiled);
  if (code == SQLITE_AUTH)
    throw UserError(
        fmt::format("statements that prepare queries can only CREATE TEMP tables, views and indices and fill "
                    "such tables, this one does more: {}",
                    sql));
  if (code != SQLITE_OK) throw_wrong_query(database, sql);
  if (statement && sqlite3_column_count(compiled) > 0)
    throw UserError(fmt::format("a statement that prepares queries answers nothing, this one does: {}", sql));
  sql.remove_prefix(static_cast<std::size_t>(tail - sql.data()));
  return statement;
}

}  // namespace

void run_preparation(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql) {
  const TemporaryOnly guard(database.getHandle());
  while (!sql.empty()) {
    const std::size_t before = sql.size();
    const StatementHandle statement = compile(database, sql);
    if (statement && sqlite3_step(statement.get()) != SQLITE_DONE) throw_failed_query(database, file);
    if (sql.size() == before) break;
  }
}

}  // namespace palio
