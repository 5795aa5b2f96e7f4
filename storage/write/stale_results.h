#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "storage/file/rows.h"
#include "storage/file/session_table.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Whether the present study wants a scenario; an empty function: it wants all that is stored.
using WantedScenarios = std::function<bool(const ScenarioId&)>;

/// Ids of the platforms, workloads and strategies of the present study; 0 where one is not stored.
struct KeptDimensions {
  std::vector<std::int64_t> platforms, workloads, strategies;
};

/// Marks the stored results that are not wanted as stale, and those that are wanted again as not. Inside the caller's
/// transaction.
void mark_stale_results(SQLite::Database& database, const WantedScenarios& wanted);

/// Deletes the stale results and all that served only them, and keeps a note of it. Inside the caller's transaction.
PrunedResults prune_stale_results(SQLite::Database& database, const KeptDimensions& kept);

}  // namespace palio
