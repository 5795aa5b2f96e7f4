#pragma once

#include <string>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// Scripts that complete the command line of `app` in a shell.
std::string bash_completion(const CommandSyntax& app);
std::string zsh_completion(const CommandSyntax& app);

}  // namespace palio
