#pragma once

#include <functional>
#include <optional>
#include <string>

#include "campaign/cli/syntax/syntax.h"

namespace palio {

/// `--watch [S]`: whether it was given, and the seconds if it was given any.
void add_watch(const CommandSyntax& command, bool& watch, std::optional<double>& seconds);

/// What is seen at one look.
struct Watched {
  std::string text;   // lines
  std::string line;   // the same in short, without its end
  bool over = false;  // nothing will change any more
};

/// Shows on stdout what is seen until it is over: on a terminal the text, repainted in place and cut to its size, every
/// second; elsewhere a line every half minute; or as often as `seconds` says.
void watch(std::optional<double> seconds, const std::function<Watched()>& look);

}  // namespace palio
