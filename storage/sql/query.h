#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/sql/sql_value.h"
#include "storage/sql/sqlite_forward.h"

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

/// SQLite's question whether a statement may do something: yes for what reads, no for what is not known to read.
int allow_reading(void* unused, int action, const char* first, const char* second, const char* database,
                  const char* trigger);

/// Runs statements that make temporary tables, views and indices and read the campaign; see CampaignReader::prepare.
/// `file` is for messages.
void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql);

}  // namespace palio
