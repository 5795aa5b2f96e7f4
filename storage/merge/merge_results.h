#pragma once

#include <cstdint>

#include "storage/merge/moved_rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

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

}  // namespace palio
