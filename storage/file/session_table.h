#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "storage/file/rows.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Writes what was asked for; returns its id.
std::int64_t insert_request(SQLite::Database& database, const CampaignRequest& request);

/// The latest request; empty: the file was made by an earlier version, and killed before its first session.
std::optional<CampaignRequest> read_request(SQLite::Database& database);
/// The latest one of the same shard of the same selection as `part`.
std::optional<CampaignRequest> read_request_of(SQLite::Database& database, const CampaignRequest& part);

/// Writes the start of a session; returns its id.
std::int64_t insert_session(SQLite::Database& database, const SessionInfo& info, std::int64_t request);

/// Writes the end of a session.
void end_session_row(SQLite::Database& database, std::int64_t id, std::string_view how);

/// All sessions, oldest first; `alive` is left false.
std::vector<SessionRow> read_sessions(SQLite::Database& database);

}  // namespace palio
