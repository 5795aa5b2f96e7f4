#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace palio {

// What the command line consists of, read from the table that parses it: what help, completion and manual are made of.

/// The sub-commands that people see, in the order of the help.
std::vector<CLI::App*> visible_commands(CLI::App& app);

/// The options with a dash, and the arguments without one.
std::vector<CLI::Option*> dashed_options(CLI::App& command);
std::vector<CLI::Option*> positional_options(CLI::App& command);

/// "-j", "--jobs".
std::vector<std::string> option_names(CLI::Option& option);

enum class TakesValue { never, maybe, always };
TakesValue takes_value(CLI::Option& option);

/// What can be typed for a value.
struct Candidates {
  std::vector<std::string> words;
  std::string files;  // how the names of files that fit end; empty: any file if there are no words
};
Candidates candidates(CLI::App& app, CLI::Option& option);

/// The names that `palio list WHAT` is about.
std::vector<std::string> listed_names(std::string_view what);

}  // namespace palio
