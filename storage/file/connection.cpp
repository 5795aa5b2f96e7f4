#include "storage/file/connection.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <thread>

#include "core/text/talk.h"
#include "storage/file/results_view.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema/made_schema.h"
#include "storage/file/schema_guard.h"
#include "storage/file/schema_version.h"
#include "storage/sql/columns.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

constexpr auto k_busy_timeout = static_cast<int>(LockWait::k_usual.count());  // ms

// Opens the file without reading the schema.
constexpr const char* k_first_read = "PRAGMA user_version";

// Absolute, because Debian's SQLite treats a name that begins with "file:" as a URI.
std::string sqlite_name(const std::filesystem::path& file) { return std::filesystem::absolute(file).string(); }

// The header in the file can be older than the one in the write-ahead log; this reads the latter.
void refuse_unusable(SQLite::Database& database, const std::filesystem::path& file) {
  const std::int64_t id = whole_number(database, "PRAGMA application_id");
  if (schema_version(database) > 0 && id != k_application_id)
    throw UserError("{} is not a Palio campaign: its application_id is {}", file.string(), id);
  refuse_other_schema_version(file, schema_version(database));
  if (schema_version(database) == 0 && whole_number(database, "SELECT count(*) FROM sqlite_schema") > 0)
    throw DamagedFile(
        fmt::format("{} is damaged: it has tables, but its schema version (PRAGMA user_version) is "
                    "0; restore a copy of it, or set the version back to what it was",
                    file.string()));
}

std::string uri_of(const std::filesystem::path& file, std::string_view query) {
  std::string path;  // with special characters percent-encoded
  for (const char c : sqlite_name(file))
    path += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", c) : std::string(1, c);
  return fmt::format("file://{}?{}", path, query);
}

std::unique_ptr<SQLite::Database> opened(const std::filesystem::path& file, int flags) {
  return std::make_unique<SQLite::Database>(sqlite_name(file), flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                                            k_busy_timeout);
}

// A process that is killed outside of write-ahead mode leaves a journal; a read-only connection cannot roll it back.
void undo_killed_change(const std::filesystem::path& file) {
  const auto database = opened(file, SQLITE_OPEN_READWRITE);
  if (database->tryExec(k_first_read) != SQLITE_READONLY) return;
  throw UserError(
      "{0} was being changed when its process was killed, which must be undone before it can be read: make "
      "{0} and its folder writable, or copy it with {0}-journal to where they are",
      file.string());
}

// A write-ahead database in a read-only folder has no place for its index; without a log it is complete.
bool needs_unchanging(const std::filesystem::path& file) {
  const bool write_ahead = CampaignFile(file, CampaignFile::Access::read).header().write_ahead;
  if (!write_ahead && !std::filesystem::exists(file.string() + "-journal")) return false;
  const auto database = opened(file, SQLITE_OPEN_READONLY);
  const int code = database->tryExec(k_first_read);
  if (code == SQLITE_READONLY && database->getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK) {
    undo_killed_change(file);
    return false;
  }
  return (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && !has_log(file);
}

std::unique_ptr<SQLite::Database> open_readable(const std::filesystem::path& file) {
  if (!needs_unchanging(file)) return opened(file, SQLITE_OPEN_READONLY);
  return std::make_unique<SQLite::Database>(uri_of(file, "immutable=1"),
                                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX);
}

// Makes the views and indices that are missing.
void make_missing_objects(SQLite::Database& database) {
  for (const SchemaDifference& difference : schema_differences(database)) {
    if (!difference.can_be_made()) continue;
    if (is_results_view(difference.name))
      refresh_results_views(database);
    else
      database.exec(made_definition(difference.name));
  }
}

}  // namespace

void LockWait::attach(SQLite::Database& database) {
  sqlite3_busy_handler(
      database.getHandle(), [](void* self, int times) { return static_cast<LockWait*>(self)->again(times) ? 1 : 0; },
      this);
}

// `times`: that SQLite has asked about this lock before.
bool LockWait::again(int times) {
  constexpr std::chrono::milliseconds k_moment{200}, k_soon{1000}, k_pause{20};
  const Clock::time_point now = Clock::now();
  const std::string what = fmt::format("{} is locked by another program", file_.string());
  if (times == 0) {
    begin_ = now;
    if (tell_) tell_(what);
  }
  if (times == k_soon / k_pause)
    talk("palio: waiting: {}; it gives up after {} s\n", what, std::chrono::duration<double>(longest_).count());
  if (now - begin_ >= longest_) stopped_ = true;
  if (stopped_ && now - begin_ >= std::min(k_moment, longest_)) return false;
  std::this_thread::sleep_for(k_pause);
  return true;
}

std::unique_ptr<SQLite::Database> open_to_write(const CampaignFile& file, LockWait* wait) {
  return with_clear_errors(file.path(), "open campaign", [&] {
    file.refuse_foreign_companions();
    auto database = std::make_unique<SQLite::Database>(
        sqlite_name(file.path()), SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, k_busy_timeout);
    if (wait != nullptr) wait->attach(*database);
    refuse_unusable(*database, file.path());
    refuse_unmendable_schema(*database, file.path());
    database->exec("PRAGMA foreign_keys = ON");
    database->exec("PRAGMA cache_size = -16384");  // 16 MiB: more than all pages that neighbouring scenarios touch
    database->exec("PRAGMA secure_delete = OFF");  // Debian's default overwrites freed pages with zeros
    register_row_checksum(*database);
    return database;
  });
}

void make_whole(SQLite::Database& database, const CampaignFile& file) {
  if (schema_version(database) == 0) {
    database.exec(std::string(k_schema_sql));
    database.exec(fmt::format("PRAGMA user_version = {}", k_schema_version));
    refresh_results_views(database);
  }
  make_missing_objects(database);
  refuse_other_schema(database, file.path());
}

void keep_realizations(SQLite::Database& database) {
  if (kept_in(database) == Kept::realizations) return;
  database.exec("UPDATE main.campaign SET keeps = 'realizations'");
  seal_rows(database, "campaign", "true");
  refresh_results_views(database);
}

std::unique_ptr<SQLite::Database> open_to_check(const CampaignFile& file) {
  return with_clear_errors(file.path(), "read campaign", [&] {
    refuse_foreign_file(file);
    auto database = open_readable(file.path());
    refuse_unusable(*database, file.path());
    if (schema_version(*database) == 0)
      throw EmptyCampaign(
          fmt::format("campaign {} is empty: no run has stored anything in it; palio run STUDY --db {} starts one",
                      file.path().string(), brief_shell_word(file.path().string())));
    // KiB; temporary tables stay in memory up to this size. Verifying a paper on 1.8 million results takes 42 MiB of
    // them and is 0.15 s faster; a larger cache for the campaign itself makes sorting slower.
    database->exec("PRAGMA temp.cache_size = -131072");
    return database;
  });
}

std::string readable_uri(const std::filesystem::path& file) {
  return uri_of(file, needs_unchanging(file) ? "immutable=1" : "mode=ro");
}

std::unique_ptr<SQLite::Database> open_to_read(const CampaignFile& file) {
  return with_clear_errors(file.path(), "read campaign", [&] {
    auto database = open_to_check(file);
    refuse_other_schema(*database, file.path());
    return database;
  });
}

std::unique_ptr<SQLite::Database> open_without_waiting(const CampaignFile& file) {
  auto database = opened(file.path(), SQLITE_OPEN_READONLY);
  database->setBusyTimeout(0);
  return database;
}

ReadableCampaign::ReadableCampaign(const std::filesystem::path& path)
    : file(path, CampaignFile::Access::read), database(open_to_read(file)) {}
ReadableCampaign::~ReadableCampaign() = default;

void enter_write_ahead_mode(SQLite::Database& database) {
  if (database.execAndGet("PRAGMA journal_mode = WAL").getString() != "wal")
    throw UserError(
        "this file system cannot share memory between processes, which SQLite's write-ahead log needs; run on a local "
        "disk (--db) and copy the file when the run has ended");
  sqlite3_wal_autocheckpoint(database.getHandle(), 0);
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void leave_write_ahead_mode(SQLite::Database& database) {
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.setBusyTimeout(0);  // a reader may stay open for long, and the file is complete without this step
  database.tryExec("PRAGMA journal_mode = DELETE");
  database.setBusyTimeout(k_busy_timeout);
}

void copy_campaign(const std::filesystem::path& from, const std::filesystem::path& to) {
  const ReadableCampaign source(from);
  with_clear_errors(to, "write", [&] {
    std::filesystem::remove(to);
    SQLite::Database target(sqlite_name(to), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    target.exec("PRAGMA synchronous = OFF");
    SQLite::Backup(target, *source.database).executeStep(-1);  // all pages in one step, so they show one moment
    target.exec("PRAGMA journal_mode = DELETE");
  });
  if (CampaignFile(to, CampaignFile::Access::read).header().write_ahead)
    throw UserError(to.string() + " did not become one plain file: another process may be reading it");
}

bool make_plain(const std::filesystem::path& campaign) {
  CampaignFile file(campaign, CampaignFile::Access::write);
  if (!file.header().write_ahead) return true;
  if (!file.try_lock()) return false;
  const auto database = open_to_write(file);
  with_clear_errors(campaign, "write to", [&] { leave_write_ahead_mode(*database); });
  return !file.header().write_ahead;
}

}  // namespace palio
