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

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// What a power cut may lose. A commit survives the death of the process as soon as it is in the log; it survives a
// power cut when the log is flushed to the disk. A flush takes milliseconds, so that one per batch would halve the rate
// of batches that follow each other closely; at the usual rate every batch is flushed.
constexpr auto k_flush_interval = std::chrono::milliseconds(100);

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
  // Whoever gets the file learns no folders of its author.
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
      prepare_to_write();
      prepare_to_merge();
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
    with_clear_errors(file_.path(), "write to", [&] { leave_write_ahead_mode(*database_); });
    write_ahead_ = false;
  }

private:
  std::int64_t current_session() const {
    if (!session_) throw InternalError("results were written before a session was begun");
    return *session_;
  }

  // Before a transaction. SQLite would go on writing into a file that has no name any more.
  // The rollback of one that failed may have lacked memory, too.
  SQLite::Transaction begin() {
    if (sqlite3_get_autocommit(database_->getHandle()) == 0) database_->exec("ROLLBACK");
    return SQLite::Transaction(*database_, SQLite::TransactionBehavior::IMMEDIATE);
  }

  void prepare_to_write() {
    if (!file_.in_place()) abandon();
    if (file_.is_cut_off())
      throw UserError(
          fmt::format("something cut campaign {0} off during the run; palio check {0} says whether what is "
                      "left is whole",
                      file_.path().string()));
    if (!write_ahead_) enter_write_ahead_mode(*database_);
    write_ahead_ = true;
    const bool flush = Clock::now() - last_flush_ >= k_flush_interval;
    if (flush != flushing_) database_->exec(flush ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    flushing_ = flush;
  }

  // The log has the name of the file, not its place: left behind, it would be taken for the log of the next file of
  // that name and damage it, and the moved file would miss what is in it.
  [[noreturn]] void abandon() {
    try {
      leave_write_ahead_mode(*database_);
    } catch (const SQLite::Exception&) {  // the message below says all that can be done
    }
    throw UserError(
        fmt::format("campaign {} was deleted, moved or replaced during the run; what it has stored is in the moved "
                    "file, if there is one: put it back and run again",
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

  // Fewer checkpoints: what one part writes, the next one often writes again.
  void prepare_to_merge() { database_->exec("PRAGMA wal_autocheckpoint = 16384"); }  // pages, 64 MiB

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
  bool flushing_ = true;  // SQLite's default is FULL
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
