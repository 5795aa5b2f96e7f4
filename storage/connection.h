#pragma once

#include <memory>

#include "storage/campaign_file.h"
#include "storage/sqlite_forward.h"

namespace palio {

/// The writing connection: creates the schema in an empty file and migrates an older one. The caller holds the run
/// lock. Throws UserError for a file that is not ours or newer.
std::unique_ptr<SQLite::Database> open_to_write(const CampaignFile& file);

/// A read-only connection to a campaign of this schema. Throws UserError.
std::unique_ptr<SQLite::Database> open_to_read(const CampaignFile& file);

/// Write-ahead mode while a run is in progress: readers never wait, and a commit is one append.
void enter_write_ahead_mode(SQLite::Database& database);

/// Moves the log into the file, and leaves write-ahead mode unless somebody is reading: the file is then plain, can be
/// copied, and can be read from read-only media.
void leave_write_ahead_mode(SQLite::Database& database);

}  // namespace palio
