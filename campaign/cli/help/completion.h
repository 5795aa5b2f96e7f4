#pragma once

#include <CLI/App.hpp>
#include <string>

namespace palio {

/// Scripts that complete the command line of `app` in a shell.
std::string bash_completion(CLI::App& app);
std::string zsh_completion(CLI::App& app);

}  // namespace palio
