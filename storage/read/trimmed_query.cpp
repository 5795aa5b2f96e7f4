#include "storage/read/trimmed_query.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <set>
#include <vector>

#include "storage/file/trimmed_results.h"
#include "storage/sql/query.h"
#include "storage/sql/statement.h"

namespace palio {
namespace {

constexpr std::size_t k_longest = 10'000;  // byte; compiling a longer statement again may take long

bool begins_with_select(std::string_view sql) {
  constexpr std::string_view word = "SELECT";
  const std::size_t begin = std::min(sql.find_first_not_of(" \t\r\n"), sql.size());
  return sql.size() > begin + word.size() && sql[begin + word.size()] <= ' ' &&
         sqlite3_strnicmp(sql.data() + begin, word.data(), static_cast<int>(word.size())) == 0;
}

// SQLite does not tell which columns such joins compare.
bool joins_by_name(const std::string& sql) {
  return sqlite3_strlike("%NATURAL%", sql.c_str(), 0) == 0 || sqlite3_strlike("%USING%", sql.c_str(), 0) == 0;
}

// The columns of the view that a statement names.
int note_column(void* columns, int action, const char* first, const char* second, const char* database,
                const char* trigger) {
  if (action == SQLITE_READ && std::string_view(first) == "results")
    static_cast<std::set<std::string>*>(columns)->emplace(second);
  return allow_reading(nullptr, action, first, second, database, trigger);
}

// A single statement; null if it is wrong.
StatementHandle compiled(SQLite::Database& database, const std::string& sql, Permission allow, void* context) {
  const Authorized guard(database.getHandle(), allow, context);
  sqlite3_stmt* statement = nullptr;
  const char* tail = nullptr;
  sqlite3_prepare_v2(database.getHandle(), sql.c_str(), -1, &statement, &tail);
  StatementHandle single(statement);
  const bool ends = statement != nullptr && std::string_view(tail).find_first_not_of(" \t\r\n;") == std::string::npos;
  return ends ? std::move(single) : nullptr;
}

std::vector<std::string> column_names(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement); ++i) names.emplace_back(sqlite3_column_name(statement, i));
  return names;
}

bool is_redefined(SQLite::Database& database) {
  return whole_number(database, "SELECT EXISTS (SELECT 1 FROM sqlite_temp_schema WHERE name = 'results')") == 1;
}

}  // namespace

TrimmedQuery::TrimmedQuery(SQLite::Database& database, std::string_view sql) : sql_(sql) {
  if (!begins_with_select(sql) || sql.size() > k_longest || joins_by_name(sql_)) return;
  std::set<std::string> columns;
  const StatementHandle whole = compiled(database, sql_, note_column, &columns);
  if (!whole || is_redefined(database)) return;
  if (columns.empty() && sqlite3_strlike("%FROM results%", sql_.c_str(), 0) == 0)
    columns.emplace("outcome");  // count(*)
  if (columns.empty()) return;
  const std::string trimmed =
      fmt::format("WITH results AS NOT MATERIALIZED ({})\n{}", trimmed_results(database, columns), sql);
  const StatementHandle again = compiled(database, trimmed, allow_reading, nullptr);
  if (again && column_names(again.get()) == column_names(whole.get())) sql_ = trimmed;
}

}  // namespace palio
