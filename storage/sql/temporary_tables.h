#pragma once

#include <filesystem>
#include <string_view>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Runs statements that make temporary tables, views and indices and read the campaign; see CampaignReader::prepare.
/// `file` is for messages.
void make_temporary(SQLite::Database& database, const std::filesystem::path& file, std::string_view sql);

}  // namespace palio
