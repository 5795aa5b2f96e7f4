#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// What --until asks for: "relative half-width of mean(makespan) by strategy, tasks <= 1 %", or "decided".
struct Target {
  std::string text;             // as typed
  bool decided = false;         // all claims; the members below are not used
  bool relative = false;        // to the mean, else in the metric's unit
  std::string metric;           // of the metric table
  std::vector<std::string> by;  // columns of `results`, each once; a mean for each of their values
  double most = 0;              // above 0; 0.01 is 1 %

  /// Whether it asks for the same, however it was typed.
  bool same(const Target& other) const;
};

/// Throws UserError that shows the place in the text.
Target parse_target(std::string_view text);

}  // namespace palio
