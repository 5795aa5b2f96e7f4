#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>

namespace palio {

/// The command of that name; throws UserError with the nearest one.
const CLI::App& command_named(const CLI::App& app, std::string_view typed);

/// What is wrong with a command line that could not be read, and where help is; one sentence.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error);

/// No option and no argument takes an empty text. Throws UserError.
void refuse_empty_values(const CLI::App& app);

}  // namespace palio
