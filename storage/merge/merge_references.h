#pragma once

#include <cstdint>

#include "storage/merge/moved_rows.h"
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

}  // namespace palio
