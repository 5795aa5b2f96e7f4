#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "campaign/study/study.h"

namespace palio {

/// The strategies of a library, which a worker loads in a process of its own and asks: never palio. Throws UserError
/// naming the file.
std::shared_ptr<const OwnCode> library_code(const std::string& file);

/// The same of a command, which a worker starts in a folder and asks. What it declares are the files in `files`, those
/// of its words that are files in the folder, and those that it names itself.
std::shared_ptr<const OwnCode> command_code(const CodeName& name, const std::filesystem::path& folder);

/// What the blocks of a study in a folder may name: `given`, and what they say themselves.
StudyCode code_in(const std::filesystem::path& folder, StrategySet given);

}  // namespace palio
