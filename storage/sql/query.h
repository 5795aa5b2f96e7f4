#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/statement.h"

namespace palio {

/// Bounds what the statements of a connection may take: the length of a value, and all of SQLite's memory in this
/// process.
void limit_statements(SQLite::Database& database);

/// One statement that only reads.
struct Query {
  std::string_view sql;
  const std::vector<SqlValue>& values;  // for each `?`; those beyond are NULL
  double seconds = 0;                   // that it may take
};

/// See CampaignReader::query. `file` is for messages.
void run_query(SQLite::Database& database, const std::filesystem::path& file, const Query& query,
               const std::function<void(const std::vector<std::string>&)>& header,
               const std::function<void(const std::vector<SqlValue>&)>& row);

/// Calls `visit` with each row of one of our own statements. `file` is for messages.
void visit_rows(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql,
                const std::function<void(sqlite3_stmt*)>& visit);

/// A Permission (statement.h) for what reads.
int allow_reading(void* unused, int action, const char* first, const char* second, const char* database,
                  const char* trigger);

/// Runs statements that make temporary tables, views and indices and read the campaign; see CampaignReader::prepare.
/// `file` is for messages.
void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql);

}  // namespace palio
