#include "storage/write/result_store.h"

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>

#include "core/shortage.h"
#include "core/tool.h"
#include "storage/file/dimension_table.h"
#include "storage/file/results_view.h"
#include "storage/file/row_checksum.h"
#include "storage/file/schema_version.h"
#include "storage/merge/part_file.h"
#include "storage/sql/columns.h"
#include "storage/sql/sqlite_error.h"
#include "storage/write/result_table.h"
#include "storage/write/write_ahead_log.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// What a power cut may lose. A commit survives the death of the process as soon as it is in the log; it survives a
// power cut when the log is flushed to the disk. A flush takes milliseconds, so one per batch would halve the rate of
// closely spaced batches; at the usual rate every batch is flushed.
constexpr auto k_flush_interval = std::chrono::milliseconds(100);

// Pages of the log that are moved into the file at once, like SQLite: 4 MiB. A merge moves them less often: the next
// part often rewrites what one part wrote.
constexpr std::uint32_t k_usual_log = 1000, k_log_of_merge = 16384;

// Who holds the lock: the latest session, if it has not ended.
std::string holder(const CampaignFile& file) {
  try {
    const auto sessions = read_sessions(*open_to_read(file));
    if (sessions.empty() || !sessions.back().ended.empty()) return "";
    return fmt::format(" (pid {} on {})", sessions.back().info.pid, sessions.back().info.host);
  } catch (const std::exception&) {
    return "";  // still being created: the message omits it
  }
}

void take_run_lock(CampaignFile& file) {
  if (file.try_lock()) return;
  throw UserError("campaign {} is in use by another run{}; wait until it ends, or interrupt it", file.path().string(),
                  holder(file));
}

void refuse_other_study(SQLite::Database& database, const CampaignFile& file, const CampaignInfo& info) {
  for (const std::string& study : texts_of(database, "SELECT study FROM campaign"))
    if (study != info.study)
      throw UserError("{} is the campaign of study \"{}\", not of \"{}\"; choose another file with --db",
                      file.path().string(), study, info.study);
}

// The study's name stays; everything else follows the latest run.
void write_campaign(SQLite::Database& database, const CampaignInfo& info) {
  constexpr const char* upsert = R"(
    INSERT INTO campaign (id, study, title, source, seed, study_path, study_text, created)
    VALUES (1, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
    ON CONFLICT (id) DO UPDATE SET title = excluded.title, source = excluded.source, seed = excluded.seed,
      study_path = excluded.study_path, study_text = excluded.study_text)";
  const std::string file = std::filesystem::path(info.study_path).filename().string();  // without the author's folders
  execute(database, upsert, info.study, info.title, info.source, info.seed, file, info.study_text);
  seal_rows(database, "campaign", "true");
}

}  // namespace

struct ResultStore::Impl {
  Impl(const std::filesystem::path& path, CampaignInfo study, CampaignRequest asks, Kept kept,
       std::chrono::milliseconds patience)
      : file(path, CampaignFile::Access::write), info(std::move(study)), asked(std::move(asks)), wait(path, patience) {
    refuse_foreign_file(file);
    if (const std::string surplus = surplus_text(file); !surplus.empty())
      throw DamagedFile(fmt::format("{} is damaged: {}", file.path().string(), surplus));
    take_run_lock(file);
    if (file.header().kind != FileHeader::Kind::empty) being_made.unlock();  // which others may hold for long
    database = open_to_write(file, &wait);
    with_clear_errors(file.path(), "open campaign", [&] {
      const bool is_new = schema_version(*database) == 0;
      if (!is_new) refuse_other_study(*database, file, info);
      // A new one not in write-ahead mode yet: if creation is killed, the file is empty or holds its request. Any other
      // only in it: no kill leaves a journal that is believed.
      if (!is_new) prepare_to_write();
      SQLite::Transaction transaction = begin();
      make_whole(*database, file);
      if (is_new) write_study_and_request();
      if (kept == Kept::realizations) keep_realizations(*database);
      transaction.commit();
      prepare_to_write();
      results.emplace(*database);
    });
    if (being_made) being_made.unlock();
  }

  // What SQLite would do, had it not been told to leave the log alone.
  ~Impl() {
    try {
      if (write_ahead && !log_lost) checkpoint();
    } catch (const std::exception&) {  // the next connection continues from the log
    }
  }

  // Calls `body` in one transaction; `doing` as for with_clear_errors().
  template <class Body>
  void write(std::string_view doing, const Body& body) {
    with_clear_errors(file.path(), doing, [&] {
      prepare_to_write();
      SQLite::Transaction transaction = begin();
      body();
      transaction.commit();
    });
  }

  std::vector<std::int64_t> add(const DimensionTable& table, std::span<const DimensionRow> rows) {
    std::vector<std::int64_t> ids;
    write("write to", [&] {
      ids = add_dimension_rows(*database, table, rows);
      refresh_results_views(*database);
    });
    return ids;
  }

  void checkpoint() {
    wait.at_most(LockWait::k_usual);  // a reader may hold the log for long, and nothing is lost
    with_clear_errors(file.path(), "write to", [&] {
      refuse_lost_log();
      if (write_ahead) refuse_damaged_log(&WriteAheadLog::is_as_written);
      leave_write_ahead_mode(*database);
    });
    wait.attach(*database);
    write_ahead = false;
  }

  const SessionIds& current_session() const {
    if (!session) throw InternalError("results were written before a session was begun");
    return *session;
  }

  SQLite::Transaction begin() { return SQLite::Transaction(*database, SQLite::TransactionBehavior::IMMEDIATE); }

  // Before a transaction. SQLite would keep writing to a file that has lost its name.
  void prepare_to_write() {
    if (!file.in_place()) abandon();
    if (file.is_cut_off())
      throw UserError("something cut campaign {} off during the run; palio check {} says whether what is left is whole",
                      file.path().string(), brief_shell_word(file.path().string()));
    refuse_lost_log();
    // The rollback of a failed transaction may itself have lacked memory.
    if (sqlite3_get_autocommit(database->getHandle()) == 0) database->exec("ROLLBACK");
    if (!write_ahead) enter_write_ahead_mode(*database);
    write_ahead = true;
    look_at_log();
    const bool flush = Clock::now() - last_flush >= k_flush_interval;
    if (flush != flushing) database->exec(flush ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    flushing = flush;
  }

  // The log belongs to the file by name: left behind, it would be taken for the log of the next file of that name and
  // damage it, and the moved file would lack its content.
  [[noreturn]] void abandon() {
    try {
      checkpoint();
    } catch (const std::exception&) {  // the message below says all that can be done
    }
    throw UserError(
        "campaign {} was deleted, moved or replaced during the run; what it has stored is in the moved "
        "file, if there is one: put it back and run again",
        file.path().string());
  }

  // Checks the whole log before it is moved. A reader of an old state may prevent the move, so that the log grows.
  void look_at_log() {
    const std::uint32_t frames = WriteAheadLog(*database).frames();
    if (frames < last_moved) last_moved = 0;  // the log was restarted
    if (frames < last_moved + largest_log) return refuse_damaged_log(&WriteAheadLog::ends_as_written);
    refuse_damaged_log(&WriteAheadLog::is_as_written);
    database->exec("PRAGMA wal_checkpoint(PASSIVE)");
    last_moved = frames;
  }

  void refuse_damaged_log(bool (WriteAheadLog::*is_sound)() const) {
    const SQLite::Transaction still(*database, SQLite::TransactionBehavior::IMMEDIATE);
    const WriteAheadLog log(*database);
    if ((log.*is_sound)()) return;
    log.give_up();
    log_lost = true;
    refuse_lost_log();
  }

  // A damaged log must not be moved into the file, which is still as it was when the log was last moved.
  void refuse_lost_log() const {
    if (!log_lost) return;
    throw UserError(
        "something cut or overwrote {0}-wal, the log of campaign {0}, during the run: what only the log held is "
        "lost; palio check {1} says whether what is left is whole, palio resume {1} runs what is missing",
        file.path().string(), brief_shell_word(file.path().string()));
  }

  void count_in_session(std::span<const StoredResult> batch, const std::string& pace) {
    const auto completed = std::ranges::count_if(
        batch, [](const StoredResult& row) { return std::holds_alternative<Completed>(row.result.outcome); });
    execute(*database,
            "UPDATE session SET completed = completed + ?1, failed = failed + ?2, "
            "pace = coalesce(?4, pace), pace_told = CASE WHEN ?4 IS NULL THEN pace_told "
            "ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now') END WHERE id = ?3",
            std::int64_t{completed}, std::ssize(batch) - completed, current_session().session,
            pace.empty() ? std::nullopt : std::optional(pace));
    if (!seal_session)
      seal_session.emplace(*database, fmt::format("UPDATE session SET checksum = {} WHERE id = ?",
                                                  checksum_expression(*database, "session")));
    seal_session->tryReset();
    seal_session->bind(1, current_session().session);
    seal_session->exec();
  }

  std::unique_ptr<AttachedPart> attach(const std::filesystem::path& part) {
    try {
      return std::make_unique<AttachedPart>(*database, part);
    } catch (const LockedFile& error) {  // the part
      throw PartError(error.what());
    } catch (const Hindrance&) {
      throw;
    } catch (const UserError& error) {
      throw PartError(error.what());
    }
  }

  SessionIds insert_merge(const SessionInfo& merge) {
    write_campaign(*database, info);
    const std::int64_t id = request ? *request : insert_request(*database, asked);
    return insert_session(*database, merge, id);
  }

  // What the file says it is from now on: inside the caller's transaction.
  void write_study_and_request() {
    write_campaign(*database, info);
    if (!request) request = insert_request(*database, asked);
  }

  std::unique_lock<std::mutex> being_made{palio::being_made()};  // until a new one is whole
  CampaignFile file;                                             // outlives the connection
  CampaignInfo info;
  CampaignRequest asked;
  LockWait wait;  // likewise
  std::unique_ptr<SQLite::Database> database;
  std::optional<SQLite::Statement> seal_session;
  std::optional<std::int64_t> request;  // id, once it is written
  std::optional<ResultTable> results;
  std::optional<SessionIds> session;
  bool write_ahead = false;
  bool log_lost = false;
  std::uint32_t largest_log = k_usual_log, last_moved = 0;  // pages
  bool flushing = true;                                     // SQLite's default is FULL
  Clock::time_point last_flush = Clock::now() - k_flush_interval;
};

ResultStore::ResultStore(const std::filesystem::path& file, CampaignInfo info, CampaignRequest request, Kept kept,
                         std::chrono::milliseconds patience)
    : impl_(std::make_unique<Impl>(file, std::move(info), std::move(request), kept, patience)) {}

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

void ResultStore::begin_session(const SessionInfo& info, const WantedScenarios& wanted) {
  impl_->write("write to", [&] {
    impl_->write_study_and_request();
    mark_stale_results(*impl_->database, wanted);
    impl_->session = insert_session(*impl_->database, info, *impl_->request);
  });
}

void ResultStore::end_session(std::string_view how) {
  with_clear_errors(impl_->file.path(), "write to", [&] {
    impl_->prepare_to_write();
    end_session_row(*impl_->database, impl_->current_session().session, how);
    impl_->session.reset();
  });
}

void ResultStore::write(std::span<const StoredResult> batch, const std::string& pace) {
  impl_->write("write results to", [&] {
    impl_->results->write(batch, impl_->current_session());
    impl_->count_in_session(batch, pace);
  });
  if (impl_->flushing) impl_->last_flush = Clock::now();
}

MergedPart ResultStore::merge(const PartToMerge& part, const SessionInfo& info, const MergeWatch& watch) {
  Impl& store = *impl_;
  return with_clear_errors(store.file.path(), "merge into", [&] {
    store.largest_log = k_log_of_merge;
    store.prepare_to_write();
    const auto attached = store.attach(part.file);
    SQLite::Transaction transaction = store.begin();
    SessionIds ids = store.session ? *store.session : store.insert_merge(info);
    MergedPart merged = merge_part(*store.database, *attached, part, watch);
    if (!merged.changed) return merged;
    ids = put_last(*store.database, ids);
    transaction.commit();
    store.request = ids.request;
    store.session = ids;
    return merged;
  });
}

void ResultStore::end_merge(std::string_view how, std::int64_t stored) {
  if (!impl_->session) return;
  impl_->write("write to", [&] {
    recount_session(*impl_->database, impl_->session->session, stored);
    end_session_row(*impl_->database, impl_->session->session, how);
  });
  impl_->session.reset();
}

std::int64_t ResultStore::stale() const {
  return with_clear_errors(impl_->file.path(), "read",
                           [&] { return whole_number(*impl_->database, "SELECT count(*) FROM result WHERE stale"); });
}

PrunedResults ResultStore::prune(const WantedScenarios& wanted, const KeptDimensions& kept) {
  PrunedResults pruned;
  impl_->write("write to", [&] {
    mark_stale_results(*impl_->database, wanted);
    pruned = prune_stale_results(*impl_->database, kept);
  });
  return pruned;
}

void ResultStore::shrink() {
  with_clear_errors(impl_->file.path(), "shrink", [&] { impl_->database->exec("VACUUM"); });
}

LockWait& ResultStore::lock_wait() { return impl_->wait; }

void ResultStore::checkpoint() { impl_->checkpoint(); }

}  // namespace palio
