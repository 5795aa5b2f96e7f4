#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// `--plugin`, `--command` and `--allow-commands`: custom code that the command line names.
struct CodeOptions {
  std::vector<std::string> plugins;   // files
  std::vector<std::string> commands;  // as a shell reads them
  bool allow_commands = false;        // that a campaign names
};

/// The strategies of that code, with Palio's. Throws UserError for a library that has none.
StrategySet given_code(const CodeOptions& options);
/// The same to continue a campaign, with the commands that it names, in a folder, if they are allowed.
StrategySet given_code(const CodeOptions& options, const CampaignReader& campaign,
                       const std::filesystem::path& folder = {});

/// The code that a study's blocks may name: that of the options, and code at a path from the study's folder.
FolderCode beside_study(const CodeOptions& options);

}  // namespace palio
