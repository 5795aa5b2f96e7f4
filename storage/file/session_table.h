#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Writes a request; returns its id.
std::int64_t insert_request(SQLite::Database& database, const CampaignRequest& request);

/// The latest request; empty: the run was killed before its first transaction.
std::optional<CampaignRequest> read_request(SQLite::Database& database);
/// The latest one for the same shard of the same selection as `part`.
std::optional<CampaignRequest> read_request_of(SQLite::Database& database, const CampaignRequest& part);

/// The ids of a session and of its request, and the session's key in every file.
struct SessionIds {
  std::int64_t request = 0;
  std::int64_t session = 0;
  std::int64_t key = 0;
};

/// Writes the start of a session; returns its id.
SessionIds insert_session(SQLite::Database& database, const SessionInfo& info, std::int64_t request);

/// Writes the end of a session.
void end_session_row(SQLite::Database& database, std::int64_t id, std::string_view how);

/// Moves both after all that came since; returns the new ids.
SessionIds put_last(SQLite::Database& database, const SessionIds& ids);

/// Lets a session that stored nothing itself count what exists: `stored` of the wanted results.
void recount_session(SQLite::Database& database, std::int64_t id, std::int64_t stored);

/// What the sessions stored and the file does not hold: it was no longer wanted, or another part had it already.
struct PrunedResults {
  std::int64_t results = 0;
  std::int64_t attempts = 0;  // at those scenarios
  std::int64_t failures = 0;  // of those attempts
};

/// Records what the sessions counted and the file does not hold.
void insert_pruning(SQLite::Database& database, const PrunedResults& pruned);

/// All sessions, oldest first; `alive` is left false.
std::vector<SessionRow> read_sessions(SQLite::Database& database);

}  // namespace palio
