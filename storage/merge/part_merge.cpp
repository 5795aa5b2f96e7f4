#include "storage/merge/part_merge.h"

#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include "storage/file/metric_tables.h"
#include "storage/file/results_view.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_guard.h"
#include "storage/file/session_table.h"
#include "storage/merge/merge_steps.h"
#include "storage/merge/part_file.h"
#include "storage/sql/columns.h"
#include "storage/sql/sqlite_error.h"

namespace palio {
namespace {

void refuse_damaged_schema(SQLite::Database& database, const PartToMerge& part) {
  try {
    refuse_other_schema(database, part.file, "part");
  } catch (const DamagedFile& error) {
    throw PartError(error.what());
  }
}

void refuse_other_study(SQLite::Database& database, const PartToMerge& part) {
  if (database.execAndGet("SELECT study_text FROM part.campaign").getString() != part.study_text)
    throw PartError(
        fmt::format("the study of {} was changed while others were merged; merge it again", part.file.string()));
}

// Rows lost with a page break no checksum, but the counts of the sessions show them.
void refuse_lost_rows(SQLite::Database& database, const MovedRows& rows, const PartToMerge& part) {
  const std::int64_t attempts = whole_number(database, "SELECT sum(completed + failed) FROM part.session") -
                                whole_number(database, "SELECT sum(attempts) FROM part.pruning");
  const std::int64_t failures = whole_number(database, "SELECT sum(failed) FROM part.session") -
                                whole_number(database, "SELECT sum(failures) FROM part.pruning");
  const std::int64_t stored_failures = whole_number(database, "SELECT count(*) FROM part.failure");
  if (rows.state().attempts == attempts && stored_failures == failures) return;
  throw PartError(fmt::format(
      "{0} is damaged: its sessions made {1} attempts, {2} of which failed, and it holds {3} and {4}; palio "
      "check {0} tells more",
      part.file.string(), attempts, failures, rows.state().attempts, stored_failures));
}

// They would come to results of other parts, whose checksums cover them.
void refuse_rows_of_no_result(SQLite::Database& database, const PartToMerge& part) {
  if (part.known == KnownResults::refused) return;  // a batch was checked when it was put together
  for (const std::string_view table : k_detail_tables)
    if (whole_number(
            database,
            fmt::format(
                "SELECT EXISTS (SELECT 1 FROM (SELECT DISTINCT {} FROM part.{} WHERE strategy_id <> 0) d WHERE NOT "
                "EXISTS (SELECT 1 FROM part.result r WHERE {}))",
                k_scenario_columns, table, same_scenario("r", "d"))) == 1)
      throw PartError(fmt::format("{} is damaged: a row of table {} belongs to no result; palio check {} tells more",
                                  part.file.string(), table, brief_shell_word(part.file.string())));
}

MergedPart merged(SQLite::Database& database, MovedRows& rows, const PartToMerge& part) {
  const auto schema = [&] { return whole_number(database, "PRAGMA main.schema_version"); };
  const std::int64_t before = schema();
  refuse_damaged_schema(database, part);
  refuse_other_study(database, part);
  refuse_changed_rows(database, part);
  merge_dimensions(database, rows, part);
  const Growth sessions = merge_sessions(database, rows, part);
  const ResultGrowth results = merge_results(database, rows, part.known);
  refuse_lost_rows(database, rows, part);
  refuse_rows_of_no_result(database, part);
  MergedPart merged{.results = rows.state().results, .added = results.results};
  if (part.known == KnownResults::refused && merged.added < merged.results)
    throw PartError(fmt::format("results of {} are known", part.file.string()));
  Growth settled;
  if (merged.added < merged.results) settled = settle_disputes(database, merged);
  // What the part's sessions counted and the whole lacks: attempts at scenarios that it already had, and pruned ones.
  const std::int64_t attempts = sessions.attempts - results.attempts - settled.attempts;
  const std::int64_t failures = sessions.failures - results.failures - settled.failures;
  if (attempts != 0 || failures != 0)
    insert_pruning(database, {merged.equal() + merged.contradictions, attempts, failures});
  if (schema() != before) refresh_results_views(database);  // a column came
  merged.changed = sessions.changed || merged.added > 0 || settled.changed;
  return merged;
}

std::string name_of(SQLite::Database& database, const ScenarioId& id) {
  SQLite::Statement select(database,
                           "SELECT p.key || '-' || w.key || '-' || s.key FROM part.platform p, part.workload w, "
                           "part.strategy s WHERE p.id = ? AND w.id = ? AND s.id = ?");
  bind_all(select, id.platform, id.workload, id.strategy);
  return select.tryExecuteStep() == SQLITE_ROW ? select.getColumn(0).getString() : "a scenario";
}

// The whole accepts everything that Palio stores.
bool is_refused_value(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_CONSTRAINT || error.getErrorCode() == SQLITE_MISMATCH;
}

bool may_be_of_part(const SQLite::Exception& error) {
  const int extended = error.getExtendedErrorCode();
  if (extended == SQLITE_IOERR_READ || extended == SQLITE_IOERR_SHORT_READ) return true;
  const int code = primary_code(error.getErrorCode());
  return code == SQLITE_ERROR || code == SQLITE_CORRUPT || code == SQLITE_NOTADB || is_refused_value(error);
}

// Inside a catch block of an exception of SQLite.
[[noreturn]] void rethrow_trouble(const SQLite::Exception& error, SQLite::Database& database,
                                  const AttachedPart& attached, const MovedRows& rows, const PartToMerge& part) {
  const std::string file = part.file.string(), word = brief_shell_word(file);
  switch (rows.state().trouble) {
    case MovedRows::Trouble::stopped: throw MergeStopped(fmt::format("{} was not merged", file));
    case MovedRows::Trouble::changed_row:
      throw PartError(fmt::format("{} is damaged: {} changed after it was stored; palio check {} tells more", file,
                                  name_of(database, rows.state().troubled), word));
    case MovedRows::Trouble::dangling_id:
      throw PartError(
          fmt::format("{} is damaged: a result refers to what is not there; palio check {} tells more", file, word));
    case MovedRows::Trouble::none: break;
  }
  if (is_refused_value(error))
    throw PartError(fmt::format("{} is damaged: {}; palio check {} tells more", file, error.what(), word));
  if (!attached.is_whole())
    throw PartError(fmt::format("{} is damaged, cut off or cannot be read; palio check {} tells more", file, word));
  throw;
}

}  // namespace

MergedPart merge_part(SQLite::Database& database, const AttachedPart& attached, const PartToMerge& part,
                      const MergeWatch& watch) {
  MovedRows rows(database, watch);
  try {
    return merged(database, rows, part);
  } catch (const SQLite::Exception& error) {
    if (may_be_of_part(error)) rethrow_trouble(error, database, attached, rows, part);
    throw;
  }
}

}  // namespace palio
