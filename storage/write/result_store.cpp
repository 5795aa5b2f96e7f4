#include "storage/write/result_store.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "core/error.h"
#include "core/shortage.h"
#include "storage/file/campaign_file.h"
#include "storage/file/connection.h"
#include "storage/file/dimension_table.h"
#include "storage/file/migrations.h"
#include "storage/file/results_view.h"
#include "storage/file/row_checksum.h"
#include "storage/file/session_table.h"
#include "storage/merge/part_file.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_error.h"
#include "storage/write/result_table.h"
#include "storage/write/stale_results.h"
#include "storage/write/write_ahead_log.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// What a power cut may lose. A commit survives the death of the process as soon as it is in the log; it survives a
// power cut when the log is flushed to the disk. A flush takes milliseconds, so that one per batch would halve the rate
// of batches that follow each other closely; at the usual rate every batch is flushed.
constexpr auto k_flush_interval = std::chrono::milliseconds(100);

// Pages of the log that are moved into the file at once, as SQLite does: 4 MiB. A merge moves them less often: what one
// part writes, the next one often writes again.
constexpr std::uint32_t k_usual_log = 1000, k_log_of_merge = 16384;

// Who holds the lock: the latest session, if it has not ended.
std::string holder(const CampaignFile& file) {
  try {
    const auto sessions = read_sessions(*open_to_read(file));
    if (sessions.empty() || !sessions.back().ended.empty()) return "";
    return fmt::format(" (pid {} on {})", sessions.back().info.pid, sessions.back().info.host);
  } catch (const std::exception&) {
    return "";  // it is still being created: the message does without
  }
}

void take_run_lock(CampaignFile& file) {
  if (file.try_lock()) return;
  throw UserError(fmt::format("campaign {} is in use by another run{}; wait until it ends, or interrupt it",
                              file.path().string(), holder(file)));
}

void refuse_other_study(SQLite::Database& database, const CampaignFile& file, const CampaignInfo& info) {
  SQLite::Statement stored(database, "SELECT study FROM campaign");
  if (!stored.executeStep()) return;
  const std::string study = stored.getColumn(0).getString();
  if (study != info.study)
    throw UserError(fmt::format("{} is the campaign of study \"{}\", not of \"{}\"; choose another file with --db",
                                file.path().string(), study, info.study));
}

// The study's name stays; everything that follows from its text follows the latest run.
void write_campaign(SQLite::Database& database, const CampaignInfo& info) {
  SQLite::Statement upsert(database, R"(
    INSERT INTO campaign (id, study, title, source, seed, study_path, study_text, created)
    VALUES (1, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, source = excluded.source, seed = excluded.seed,
      study_path = excluded.study_path, study_text = excluded.study_text)");
  upsert.bind(1, info.study);
  upsert.bind(2, info.title);
  upsert.bind(3, info.source);
  upsert.bind(4, info.seed);
  // The file reveals no folders of its author.
  upsert.bind(5, std::filesystem::path(info.study_path).filename().string());
  upsert.bind(6, info.study_text);
  upsert.exec();
  seal_rows(database, "campaign", "true");
}

}  // namespace

class ResultStore::Impl {
public:
  Impl(const std::filesystem::path& path, CampaignInfo info, CampaignRequest request)
      : file_(path, CampaignFile::Access::write), info_(std::move(info)), asked_(std::move(request)) {
    refuse_foreign_file(file_);
    if (const std::string surplus = surplus_text(file_); !surplus.empty())
      throw DamagedFile(fmt::format("{} is damaged: {}", file_.path().string(), surplus));
    take_run_lock(file_);
    database_ = open_to_write(file_);
    with_clear_errors(file_.path(), "open campaign", [&] {
      const bool is_new = schema_version(*database_) == 0;
      if (!is_new) refuse_other_study(*database_, file_, info_);
      // Not in write-ahead mode yet: after a killed creation the file is empty or knows what was asked for.
      SQLite::Transaction transaction = begin();
      bring_up_to_date(*database_, file_);
      if (is_new) write_study_and_request();
      transaction.commit();
      prepare_to_write();
      results_.emplace(*database_);
    });
  }

  // As SQLite would, had it not been told to leave the log alone.
  ~Impl() {
    try {
      if (write_ahead_ && !log_lost_) checkpoint();
    } catch (const std::exception&) {  // the next connection goes on from the log
    }
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::int64_t stale() {
    return with_clear_errors(file_.path(), "read", [&] {
      return database_->execAndGet("SELECT count(*) FROM result WHERE stale").getInt64();
    });
  }

  std::vector<std::int64_t> add(const DimensionTable& table, std::span<const DimensionRow> rows) {
    return with_clear_errors(file_.path(), "write to", [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      auto ids = add_dimension_rows(*database_, table, rows);
      refresh_results_views(*database_);
      transaction.commit();
      return ids;
    });
  }

  void begin_session(const SessionInfo& info, const WantedScenarios& wanted) {
    with_clear_errors(file_.path(), "write to", [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      write_study_and_request();
      mark_stale_results(*database_, wanted);
      session_ = insert_session(*database_, info, *request_);
      transaction.commit();
    });
  }

  PrunedResults prune(const WantedScenarios& wanted, const KeptDimensions& kept) {
    return with_clear_errors(file_.path(), "write to", [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      mark_stale_results(*database_, wanted);
      const PrunedResults pruned = prune_stale_results(*database_, kept);
      transaction.commit();
      return pruned;
    });
  }

  void shrink() {
    with_clear_errors(file_.path(), "shrink", [&] { database_->exec("VACUUM"); });
  }

  void end_session(std::string_view how) {
    with_clear_errors(file_.path(), "write to", [&] {
      prepare_to_write();
      end_session_row(*database_, current_session(), how);
      session_.reset();
    });
  }

  void write(std::span<const StoredResult> batch, const std::string& pace) {
    with_clear_errors(file_.path(), "write results to", [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      results_->write(batch, current_session());
      count_in_session(batch, pace);
      transaction.commit();
      if (flushing_) last_flush_ = Clock::now();
    });
  }

  MergedPart merge(const PartToMerge& part, const SessionInfo& info, const MergeWatch& watch) {
    return with_clear_errors(file_.path(), "merge into", [&] {
      largest_log_ = k_log_of_merge;
      prepare_to_write();
      const auto attached = attach(part.file);
      SQLite::Transaction transaction = begin();
      SessionIds ids = session_ ? SessionIds{*request_, *session_} : insert_merge(info);
      MergedPart merged = merge_part(*database_, *attached, part, watch);
      if (!merged.changed) return merged;
      ids = put_last(*database_, ids);
      transaction.commit();
      request_ = ids.request;
      session_ = ids.session;
      return merged;
    });
  }

  void end_merge(std::string_view how, std::int64_t stored) {
    if (!session_) return;
    with_clear_errors(file_.path(), "write to", [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      recount_session(*database_, *session_, stored);
      end_session_row(*database_, *session_, how);
      transaction.commit();
      session_.reset();
    });
  }

  void checkpoint() {
    with_clear_errors(file_.path(), "write to", [&] {
      refuse_lost_log();
      if (write_ahead_) refuse_damaged_log(&WriteAheadLog::is_as_written);
      leave_write_ahead_mode(*database_);
    });
    write_ahead_ = false;
  }

private:
  std::int64_t current_session() const {
    if (!session_) throw InternalError("results were written before a session was begun");
    return *session_;
  }

  SQLite::Transaction begin() { return SQLite::Transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE); }

  // Before a transaction. SQLite would go on writing into a file that has no name any more.
  void prepare_to_write() {
    if (!file_.in_place()) abandon();
    if (file_.is_cut_off())
      throw UserError(
          fmt::format("something cut campaign {0} off during the run; palio check {0} says whether what is "
                      "left is whole",
                      file_.path().string()));
    refuse_lost_log();
    // The rollback of a transaction that failed may have lacked memory, too.
    if (sqlite3_get_autocommit(database_->getHandle()) == 0) database_->exec("ROLLBACK");
    if (!write_ahead_) enter_write_ahead_mode(*database_);
    write_ahead_ = true;
    look_at_log();
    const bool flush = Clock::now() - last_flush_ >= k_flush_interval;
    if (flush != flushing_) database_->exec(flush ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    flushing_ = flush;
  }

  // The log has the name of the file, not its place: left behind, it would be taken for the log of the next file of
  // that name and damage it, and the moved file would miss what is in it.
  [[noreturn]] void abandon() {
    try {
      checkpoint();
    } catch (const std::exception&) {  // the message below says all that can be done
    }
    throw UserError(
        fmt::format("campaign {} was deleted, moved or replaced during the run; what it has stored is in the moved "
                    "file, if there is one: put it back and run again",
                    file_.path().string()));
  }

  // All of it before it is moved. Someone who reads an old state may keep it from being moved, so that it grows.
  void look_at_log() {
    const std::uint32_t frames = WriteAheadLog(*database_).frames();
    if (frames < last_moved_) last_moved_ = 0;  // it was begun anew
    if (frames < last_moved_ + largest_log_) return refuse_damaged_log(&WriteAheadLog::ends_as_written);
    refuse_damaged_log(&WriteAheadLog::is_as_written);
    database_->exec("PRAGMA wal_checkpoint(PASSIVE)");
    last_moved_ = frames;
  }

  void refuse_damaged_log(bool (WriteAheadLog::*is_sound)() const) {
    const SQLite::Transaction still(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    const WriteAheadLog log(*database_);
    if ((log.*is_sound)()) return;
    log.give_up();
    log_lost_ = true;
    refuse_lost_log();
  }

  // Moved into the file, it would damage that, which is what it was when the log was last moved.
  void refuse_lost_log() const {
    if (!log_lost_) return;
    throw UserError(fmt::format(
        "something cut or overwrote {0}-wal, the log of campaign {0}, during the run: what only the log held is "
        "lost; palio check {0} says whether what is left is whole, palio resume {0} runs what is missing",
        file_.path().string()));
  }

  void count_in_session(std::span<const StoredResult> batch, const std::string& pace) {
    const auto completed = std::ranges::count_if(
        batch, [](const StoredResult& row) { return std::holds_alternative<Completed>(row.result.outcome); });
    SQLite::Statement update(*database_,
                             "UPDATE session SET completed = completed + ?1, failed = failed + ?2, "
                             "pace = coalesce(?4, pace), pace_told = CASE WHEN ?4 IS NULL THEN pace_told "
                             "ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END WHERE id = ?3");
    update.bind(1, static_cast<std::int64_t>(completed));
    update.bind(2, static_cast<std::int64_t>(std::ssize(batch) - completed));
    update.bind(3, current_session());
    if (!pace.empty()) update.bind(4, pace);
    update.exec();
    if (!seal_session_)
      seal_session_.emplace(*database_, fmt::format("UPDATE session SET checksum = {} WHERE id = ?",
                                                    checksum_expression(*database_, "session")));
    seal_session_->tryReset();
    seal_session_->bind(1, current_session());
    seal_session_->exec();
  }

  std::unique_ptr<AttachedPart> attach(const std::filesystem::path& part) {
    try {
      return std::make_unique<AttachedPart>(*database_, part);
    } catch (const Hindrance&) {
      throw;
    } catch (const UserError& error) {
      throw PartError(error.what());
    }
  }

  SessionIds insert_merge(const SessionInfo& info) {
    write_campaign(*database_, info_);
    const std::int64_t request = request_ ? *request_ : insert_request(*database_, asked_);
    return {request, insert_session(*database_, info, request)};
  }

  // What the file says it is, from here on: inside the caller's transaction.
  void write_study_and_request() {
    write_campaign(*database_, info_);
    if (!request_) request_ = insert_request(*database_, asked_);
  }

  CampaignFile file_;  // outlives the connection
  CampaignInfo info_;
  CampaignRequest asked_;
  std::unique_ptr<SQLite::Database> database_;
  std::optional<SQLite::Statement> seal_session_;
  std::optional<std::int64_t> request_;  // id, once it is written
  std::optional<ResultTable> results_;
  std::optional<std::int64_t> session_;
  bool write_ahead_ = false;
  bool log_lost_ = false;
  std::uint32_t largest_log_ = k_usual_log, last_moved_ = 0;  // pages
  bool flushing_ = true;                                      // SQLite's default is FULL
  Clock::time_point last_flush_ = Clock::now() - k_flush_interval;
};

ResultStore::ResultStore(const std::filesystem::path& file, CampaignInfo info, CampaignRequest request)
    : impl_(std::make_unique<Impl>(file, std::move(info), std::move(request))) {}

ResultStore::~ResultStore() = default;

std::vector<std::int64_t> ResultStore::add_platforms(std::span<const DimensionRow> rows) {
  return impl_->add(k_platform_table, rows);
}

std::vector<std::int64_t> ResultStore::add_workloads(std::span<const DimensionRow> rows) {
  return impl_->add(k_workload_table, rows);
}

std::vector<std::int64_t> ResultStore::add_strategies(std::span<const DimensionRow> rows) {
  return impl_->add(k_strategy_table, rows);
}

std::int64_t ResultStore::stale() const { return impl_->stale(); }
void ResultStore::begin_session(const SessionInfo& info, const WantedScenarios& wanted) {
  impl_->begin_session(info, wanted);
}
PrunedResults ResultStore::prune(const WantedScenarios& wanted, const KeptDimensions& kept) {
  return impl_->prune(wanted, kept);
}
MergedPart ResultStore::merge(const PartToMerge& part, const SessionInfo& merge, const MergeWatch& watch) {
  return impl_->merge(part, merge, watch);
}
void ResultStore::end_merge(std::string_view how, std::int64_t stored) { impl_->end_merge(how, stored); }
void ResultStore::shrink() { impl_->shrink(); }
void ResultStore::end_session(std::string_view how) { impl_->end_session(how); }
void ResultStore::write(std::span<const StoredResult> batch, const std::string& pace) { impl_->write(batch, pace); }
void ResultStore::checkpoint() { impl_->checkpoint(); }

}  // namespace palio
