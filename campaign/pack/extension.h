#pragma once

#include <string>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// A file of [[strategy]] blocks that are added to the study of a campaign.
struct Extension {
  std::string path, text;
  StrategySet code;  // the libraries and commands that its blocks name, and those of the campaign that are `given`
};

/// Reads such a file and asks the code that it names. Throws UserError with file and line.
Extension read_extension(const std::string& path, const CampaignReader& campaign, const StrategySet& given);

/// The study of a campaign with the strategies of the extension after its own. `text` replaces the extension's. Input
/// files are those of the campaign; no code is started.
Study extended_study(const CampaignReader& campaign, const Extension& extension, const std::string& text);

/// The text of a study that includes that of the campaign, with the extension's first, so that messages name its lines.
std::string extended_text(const CampaignReader& campaign, const Extension& extension);

}  // namespace palio
