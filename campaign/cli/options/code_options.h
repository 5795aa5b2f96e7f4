#pragma once

#include <string>
#include <vector>

#include "campaign/cli/syntax/syntax.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// `--plugin`, `--command` and `--allow-commands`: code of somebody's own that the command line names.
struct CodeOptions {
  std::vector<std::string> plugins;   // files
  std::vector<std::string> commands;  // as a shell reads them
  bool allow_commands = false;        // that a campaign names
};

/// What reads a study, or nothing, is told of plugins and commands; what goes on with a campaign of what it may start.
enum class CodeUse { names, campaign };
void add_code(const CommandSyntax& command, CodeOptions& options, CodeUse use);

/// Its strategies, with Palio's. Throws UserError for a library that has none.
StrategySet given_code(const CodeOptions& options);

/// The same for going on with a campaign, with the commands that it names where they are allowed.
StrategySet given_code(const CodeOptions& options, const CampaignReader& campaign);

/// What the command line must name to go on with a campaign of this study.
CodeOptions code_of(const Study& study);

/// What the blocks of a study may name: that, and the code that lies where they say, from the study's folder.
FolderCode beside_study(const CodeOptions& options);

}  // namespace palio
