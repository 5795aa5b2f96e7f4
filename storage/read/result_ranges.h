#pragma once

#include <cstdint>
#include <vector>

#include "storage/file/campaign_file.h"
#include "storage/read/result_columns.h"
#include "storage/sql/sqlite_forward.h"

namespace palio {

/// Into how many ranges results are divided.
struct RangeLimits {
  std::int64_t least_rows = 250'000;  // of a range; opening a connection for fewer takes longer than it saves
  std::int64_t most_ranges = 8;
};

/// Readers of what the view `wanted_result` of `database` holds, each of a range of ids and with a connection of its
/// own, so that several threads can read at a time. As long as they live, the campaign cannot change. Empty: one
/// connection reads everything, because there are few results, or a run or another program writes the file, and then
/// nothing ties other connections to the moment of this one.
std::vector<VisitRows> result_ranges(SQLite::Database& database, const CampaignFile& file, const RangeLimits& limits);

}  // namespace palio
