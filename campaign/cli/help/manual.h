#pragma once

#include <CLI/App.hpp>
#include <string>

namespace palio {

/// The manual page of a command, or of the whole, in roff with the macros "man".
std::string manual_page(CLI::App& app, CLI::App& command);

/// "palio", "palio-run": what the page of a command is called.
std::string manual_name(CLI::App& app, CLI::App& command);

}  // namespace palio
