#pragma once

#include <string>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The strategies of somebody's own code that a campaign holds, by its manifests: the version of each that its study
/// wants. Code that is `given` stands for its manifest; of other code only the description is there, which is enough to
/// read and count.
StrategySet stored_code(const CampaignReader& reader, const StrategySet& given = {});

/// The code with that manifest: what is given, or its description.
std::shared_ptr<const OwnCode> stored_code(const CampaignReader& reader, const std::string& digest,
                                           const StrategySet& given);

/// Throws UserError where a strategy has only a description: says which code is missing and how to name it.
void require_code(const StrategySet& known, std::string_view strategy, const StrategySet& given);

}  // namespace palio
