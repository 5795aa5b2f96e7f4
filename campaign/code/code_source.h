#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The strategies of a library, which a worker loads in a process of its own and asks: never palio. Throws UserError
/// naming the file.
std::shared_ptr<const OwnCode> library_code(const std::string& file);

/// The same of a command, which a worker starts in a folder and asks. What it declares are the files in `files`, those
/// of its words that are files in the folder, and those that it names itself.
std::shared_ptr<const OwnCode> command_code(const CodeName& name, const std::filesystem::path& folder);

/// What the blocks of a study in a folder may name: `given`, and what they say themselves.
StudyCode code_in(const std::filesystem::path& folder, StrategySet given);

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
