#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// Gives the custom code that scenarios of a campaign may start.
using CodeOf = std::function<StrategySet(const CampaignReader&)>;

/// Replays an instance with each of these strategies, labels as `reader` has them, compares each result with what is
/// stored, to the last bit, and describes the schedules as JSON: rows, bars, what each task waited for, which tasks
/// lead to the last finish, transfers, the edges of the graph. `files`: of the campaigns that `reader` sees as one.
/// Throws UserError for a scenario that cannot run, or differs.
std::string drill_json(const CampaignReader& reader, std::span<const std::filesystem::path> files,
                       const std::string& instance, const std::vector<std::string>& strategies, const CodeOf& code);

}  // namespace palio
