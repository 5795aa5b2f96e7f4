#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/error.h"
#include "storage/file/campaign_file.h"
#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// No run has started in the file: one was killed while starting, or the file was made by other means.
class EmptyCampaign : public UserError {
public:
  using UserError::UserError;
};

/// How a writing connection waits while another program holds the campaign: SQLite asks it about every lock. It says so
/// on stderr after a second. Once it gave up, it only waits for a moment.
class LockWait {
public:
  static constexpr std::chrono::milliseconds k_usual{30'000};  // a report over millions of results holds it less long

  /// The name of the file is for messages.
  LockWait(std::filesystem::path file, std::chrono::milliseconds longest) : file_(std::move(file)), longest_(longest) {}

  /// Must outlive the connection. Setting a timeout replaces it.
  void attach(SQLite::Database& database);
  /// Calls this, too, whenever it begins to wait: "c.db is locked by another program".
  void on_wait(std::function<void(const std::string&)> tell) { tell_ = std::move(tell); }
  void at_most(std::chrono::milliseconds longest) { longest_ = std::min(longest_, longest); }
  /// From any thread: waits no longer than for a moment.
  void stop() { stopped_ = true; }

private:
  using Clock = std::chrono::steady_clock;

  bool again(int times);

  std::filesystem::path file_;
  std::chrono::milliseconds longest_;
  std::function<void(const std::string&)> tell_;
  std::atomic<bool> stopped_ = false;
  Clock::time_point begin_;
};

/// The writing connection; the file may still be empty (make_whole). The caller holds the run lock. Throws UserError
/// for a file that is not ours, has another version of the schema, or an altered one. `wait`: how it waits for locks,
/// and outlives it; null: for LockWait::k_usual, silently.
std::unique_ptr<SQLite::Database> open_to_write(const CampaignFile& file, LockWait* wait = nullptr);

/// Creates the schema in an empty file, adds missing views and indices; inside the caller's transaction.
void make_whole(SQLite::Database& database, const CampaignFile& file);

/// From now on the campaign, which has its row, keeps realizations; inside the caller's transaction.
void keep_realizations(SQLite::Database& database);

/// A read-only connection to a campaign. Throws UserError, also for a schema that Palio did not make (schema_guard.h),
/// and EmptyCampaign.
std::unique_ptr<SQLite::Database> open_to_read(const CampaignFile& file);

/// The same to find out what is wrong with a campaign: its schema is not compared.
std::unique_ptr<SQLite::Database> open_to_check(const CampaignFile& file);

/// Another read-only connection to a campaign that is open for reading. SQLite's exception, at once, if it is locked.
std::unique_ptr<SQLite::Database> open_without_waiting(const CampaignFile& file);

/// A campaign that is open for reading.
struct ReadableCampaign {
  explicit ReadableCampaign(const std::filesystem::path& path);
  ~ReadableCampaign();

  CampaignFile file;  // outlives the connection
  std::unique_ptr<SQLite::Database> database;
};

/// The URI by which the connection of open_to_write() attaches another campaign, to read it.
std::string readable_uri(const std::filesystem::path& file);

/// Write-ahead mode while a run is in progress: readers never wait, and a commit is one append. The log is moved into
/// the file only by the caller, who has checked that it is intact (storage/write/write_ahead_log.h).
void enter_write_ahead_mode(SQLite::Database& database);

/// Moves the log into the file, and leaves write-ahead mode unless there are readers: the campaign is then one plain
/// file that can be copied, and read from read-only media.
void leave_write_ahead_mode(SQLite::Database& database);

/// Copies a campaign as it is at one moment to a new plain file, also while a run is in progress, which does not wait.
/// Not durable. Throws UserError, or Shortage if there is no space.
void copy_campaign(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a campaign without a run one plain file again, if a reader kept the run from doing so. Returns whether it is
/// one: another process may still be reading. Throws UserError.
bool make_plain(const std::filesystem::path& campaign);

}  // namespace palio
