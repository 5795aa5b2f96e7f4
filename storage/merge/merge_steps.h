#pragma once

#include <cstdint>

#include "storage/merge/moved_rows.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

// What results refer to. All of it inside the caller's transaction, from the file attached as `part`; tells `rows`
// where things went.

/// Throws PartError where a row of one of the small tables is not as it was stored.
void refuse_changed_rows(SQLite::Database& database, const PartToMerge& part);

/// Adds the platforms, workloads and strategies that are missing, and the input files. Throws PartError for one of
/// these that changed.
void merge_dimensions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part);

/// By how much the sessions count more attempts than before.
struct SessionGrowth {
  std::int64_t attempts = 0;
  std::int64_t failures = 0;  // of those
  bool changed = false;       // also by a session's end
};

/// Adds the sessions that are missing with what they were asked for, and what known ones did since. Throws PartError
/// for results of another engine.
SessionGrowth merge_sessions(SQLite::Database& database, MovedRows& rows, const PartToMerge& part);

/// By how much the whole grew.
struct ResultGrowth {
  std::int64_t results = 0;
  std::int64_t attempts = 0;  // at them
  std::int64_t failures = 0;  // of those attempts
  std::int64_t last = 0;      // rowid of the last result of before
};

/// Copies the results that the whole lacks from the file attached as `part`, with their applications and failures;
/// every result of the part passes the checks of MovedRows. Inside the caller's transaction.
ResultGrowth merge_results(SQLite::Database& database, const MovedRows& rows);

/// Copies one result of the part, which the whole lacks.
void merge_result(SQLite::Database& database, const MovedRows& rows, const ScenarioId& part_id);

/// What became of the results that the whole and a part both had, and by how much the counts of attempts grew.
struct Settled {
  std::int64_t attempts = 0;
  std::int64_t failures = 0;
  bool changed = false;
};

/// Settles every scenario that the whole, up to the row `last`, and the file attached as `part` hold with another
/// attempt or other values, as `--retry-failed` would have: a completed result is better than a failure, a later
/// failure than an earlier one, and all failed attempts are kept. Of two completed results with the same values that
/// one stays whose session knew more metrics. Two with other values contradict each other: the stored one stays. Inside
/// the caller's transaction; counts in `merged`.
Settled settle_disputes(SQLite::Database& database, const MovedRows& rows, std::int64_t last, MergedPart& merged);

}  // namespace palio
