#pragma once

#include <cstdint>

#include "storage/merge/moved_rows.h"
#include "storage/merge/part_merge.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

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
