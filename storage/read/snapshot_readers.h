#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// Opens a campaign several times, for several threads that read the same moment of it, also while a run is in
/// progress. Throws UserError as CampaignReader does, and when the campaign changed again and again.
std::vector<std::unique_ptr<CampaignReader>> read_one_snapshot(const std::filesystem::path& file, std::size_t readers);

}  // namespace palio
