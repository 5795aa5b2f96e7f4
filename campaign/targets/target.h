#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// What the interval is about. The median is the quantile of order 0.5.
enum class Statistic { mean, geometric_mean, quantile };

/// What --until asks for: "relative half-width of mean(makespan) by strategy, tasks <= 1 %", or "decided".
struct Target {
  std::string text;       // as typed
  bool decided = false;   // all claims; the members below are not used
  bool relative = false;  // to the value, else in the metric's unit
  Statistic statistic = Statistic::mean;
  double order = 0;             // of a quantile, in (0, 1)
  std::string metric;           // of the metric table
  std::vector<std::string> by;  // columns of `results`, each once; a value for each of theirs
  double most = 0;              // above 0; 0.01 is 1 %

  /// Whether it asks for the same, however it was typed.
  bool same(const Target& other) const;
};

/// Throws UserError that shows the place in the text.
Target parse_target(std::string_view text);

}  // namespace palio
