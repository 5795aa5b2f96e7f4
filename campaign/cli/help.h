#pragma once

#include "campaign/cli/syntax/syntax.h"

namespace palio {

// Help and usage messages, made from the table that parses the command line.

/// The help of a command. Lines have at most 80 characters, on a narrower terminal as many as fit; those that begin
/// with a blank, such as examples, stay as they are.
std::string help_text(const CommandSyntax& command);

/// The command of that name; throws UserError with the nearest one.
CommandSyntax command_named(const CommandSyntax& app, std::string_view typed);

/// What is wrong with a command line that could not be parsed, and where to find help; one sentence.
std::string usage_message(CommandLine& line, const SyntaxError& error);

/// Throws UserError for an option or argument with an empty text, and for -o=FILE, where CLI11 takes "=FILE".
void refuse_odd_values(CommandLine& line);

}  // namespace palio
