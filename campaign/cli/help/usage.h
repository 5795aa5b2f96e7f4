#pragma once

#include <string>
#include <string_view>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// The command of that name; throws UserError with the nearest one.
CommandSyntax command_named(const CommandSyntax& app, std::string_view typed);

/// What is wrong with a command line that could not be read, and where help is; one sentence.
std::string usage_message(CommandLine& line, const SyntaxError& error);

/// No option and no argument takes an empty text. Throws UserError.
void refuse_empty_values(CommandLine& line);

}  // namespace palio
