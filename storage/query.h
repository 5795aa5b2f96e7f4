#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/campaign_reader.h"
#include "storage/sqlite_forward.h"

namespace palio {

/// Runs one statement that only reads; see CampaignReader::query. `file` is for messages.
void run_query(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql,
               const std::function<void(const std::vector<std::string>&)>& header,
               const std::function<void(const std::vector<SqlValue>&)>& row);

}  // namespace palio
