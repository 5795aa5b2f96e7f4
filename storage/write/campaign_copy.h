#pragma once

#include <filesystem>

namespace palio {

/// Writes a campaign as it is at one moment into a new plain file, also while a run is in progress, which does not
/// wait. Not durable. Throws UserError as CampaignReader does, Shortage when there is no space.
void copy_campaign(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes a campaign that no run is at work on one plain file again, where a reader kept the run from it. Returns
/// whether it is one: another process may still be reading. Throws UserError as ResultStore does.
bool make_plain(const std::filesystem::path& campaign);

}  // namespace palio
