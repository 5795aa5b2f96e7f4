#pragma once

#include <string>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// The manual page of a command, or of the whole, in roff with the macros "man".
std::string manual_page(const CommandSyntax& command);

/// "palio", "palio-run": what the page of a command is called.
std::string manual_name(const CommandSyntax& command);

}  // namespace palio
