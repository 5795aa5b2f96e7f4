#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/error.h"
#include "storage/file/campaign_file.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// No run ever began in the file: one was killed while starting, or the file was made by other means.
class EmptyCampaign : public UserError {
public:
  using UserError::UserError;
};

/// The writing connection; the file may still be empty or of an older schema (bring_up_to_date). The caller holds the
/// run lock. Throws UserError for a file that is not ours, newer, or whose schema was altered.
std::unique_ptr<SQLite::Database> open_to_write(const CampaignFile& file);

/// Makes the schema in an empty file, and views and indices that are missing, migrates an older one and adds columns
/// for metrics that came later; inside the caller's transaction.
void bring_up_to_date(SQLite::Database& database, const CampaignFile& file);

/// A read-only connection to a campaign of this schema; one of an older schema is migrated first. Metrics that came
/// later are NULL. Throws UserError, also for a schema that Palio did not make (schema_guard.h), and EmptyCampaign.
std::unique_ptr<SQLite::Database> open_to_read(const CampaignFile& file);

/// The same for a look at what is wrong with a campaign: its schema is not compared.
std::unique_ptr<SQLite::Database> open_to_check(const CampaignFile& file);

/// The same for any older schema, which it neither migrates nor compares.
std::unique_ptr<SQLite::Database> open_as_it_is(const CampaignFile& file);

/// A campaign that is open to be read.
struct ReadableCampaign {
  explicit ReadableCampaign(const std::filesystem::path& path);
  ~ReadableCampaign();

  CampaignFile file;  // outlives the connection
  std::unique_ptr<SQLite::Database> database;
};

/// The URI by which the connection of open_to_write() attaches another campaign, to read it.
std::string readable_uri(const std::filesystem::path& file);

/// Write-ahead mode while a run is in progress: readers never wait, and a commit is one append. The log is moved into
/// the file when the caller says so, who knows it to be whole (storage/write/write_ahead_log.h).
void enter_write_ahead_mode(SQLite::Database& database);

/// Moves the log into the file, and leaves write-ahead mode unless there are readers: the file is then plain, can be
/// copied, and can be read from read-only media.
void leave_write_ahead_mode(SQLite::Database& database);

/// Writes a campaign as it is at one moment into a new plain file, also while a run is in progress, which does not
/// wait. Not durable. Throws UserError, Shortage when there is no space.
void copy_campaign(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a campaign that no run is at work on one plain file again, where a reader kept the run from it. Returns
/// whether it is one: another process may still be reading. Throws UserError.
bool make_plain(const std::filesystem::path& campaign);

}  // namespace palio
