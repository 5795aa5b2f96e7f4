#include "storage/sql/query.h"

#include <SQLiteCpp/Database.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "core/error.h"
#include "storage/sql/statement.h"

namespace palio {
namespace {

constexpr std::string_view k_table_refusal =
    "statements that prepare queries can only CREATE TEMP tables, views and indices and fill such tables, "
    "this one does more";

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

}  // namespace

void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql) {
  while (!sql.empty()) {
    const std::string_view before = sql;
    const StatementHandle statement = compile_next(database, sql, allow_temporary, k_table_refusal);
    if (statement && sqlite3_column_count(statement.get()) > 0)
      throw UserError(fmt::format("a statement that prepares queries answers nothing, this one does: {}", before));
    if (statement && sqlite3_step(statement.get()) != SQLITE_DONE) throw_failed_statement(database, file);
    if (sql.size() == before.size()) break;
  }
}

}  // namespace palio
