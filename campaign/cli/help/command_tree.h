#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

// What the command line consists of, read from the table that parses it: what help, completion and manual are made of.

/// The options with a dash, and the arguments without one.
std::vector<OptionSyntax> dashed_options(const CommandSyntax& command);
std::vector<OptionSyntax> positional_options(const CommandSyntax& command);

/// What can be typed for a value.
struct Candidates {
  std::vector<std::string> words;
  std::string files;  // how the names of files that fit end; empty: any file if there are no words
};
Candidates candidates(const CommandSyntax& app, const OptionSyntax& option);

/// The names that `palio list WHAT` is about.
std::vector<std::string> listed_names(std::string_view what);

}  // namespace palio
