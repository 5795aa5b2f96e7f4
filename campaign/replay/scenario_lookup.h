#pragma once

#include <string_view>

#include "storage/read/campaign_reader.h"

namespace palio {

/// The stored scenario whose id (column `scenario` of the view results) is, or alone begins with, what was typed.
/// Throws UserError: for several, naming some; for none, saying which of its keys the campaign does not know and naming
/// the nearest stored scenarios.
ScenarioId find_scenario(const CampaignReader& reader, std::string_view typed);

}  // namespace palio
