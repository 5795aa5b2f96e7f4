#pragma once

#include <string>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// The help of a command, from what the command line knows of it. Lines have at most 80 characters, on a narrower
/// terminal as many as fit; those that begin with a blank, such as examples, stay as they are.
std::string help_text(const CommandSyntax& command);

/// "STUDY" of a positional argument, "-j, --jobs N" of an option.
std::string argument_label(const OptionSyntax& option);

}  // namespace palio
