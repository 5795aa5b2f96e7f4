#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The strategies of a library. A worker loads it in its own process and asks it; palio itself never loads it. Throws
/// UserError naming the file.
std::shared_ptr<const CustomCode> library_code(const std::string& file);

/// The same for a command, which a worker starts in a folder and asks. It declares the files in `files`, the words of
/// the command that are files in the folder, and the files that it names itself.
std::shared_ptr<const CustomCode> command_code(const CodeName& name, const std::filesystem::path& folder);

/// The code that a study in a folder may use: `given`, and what its blocks name themselves.
StudyCode code_in(const std::filesystem::path& folder, StrategySet given);

/// The custom strategies in a campaign, from its manifests: of each, the version that its study wants. Code that is
/// `given` replaces its manifest; other code has only its description, which is enough to read and count.
StrategySet stored_code(const CampaignReader& reader, const StrategySet& given = {});

/// The code with that manifest: what is given, or its description.
std::shared_ptr<const CustomCode> stored_code(const CampaignReader& reader, const std::string& digest,
                                              const StrategySet& given);

/// Throws UserError where a strategy has only a description: says which code is missing and how to name it.
void require_code(const StrategySet& known, std::string_view strategy, const StrategySet& given);

}  // namespace palio
