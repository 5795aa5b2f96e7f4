#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/table/spread.h"

namespace palio::bench {

enum class Bound { at_least, at_most };

struct Target {
  Bound bound = Bound::at_least;
  double value = 0;  // in the figure's unit
};

/// One row of the table: what the rounds gave, what it is held against, and how to repeat it.
struct Figure {
  std::string what;
  std::string unit;  // "x" for a ratio
  Spread measured;
  int rounds = 0;
  std::optional<Target> target;       // nothing: told for its own sake
  std::string against;                // empty: an absolute figure
  std::string sides;                  // what each side gave, for people
  std::vector<std::string> commands;  // in the order of a round
};

/// Whether the median meets the target; true without one.
bool holds(const Figure& figure);

/// One line of JSON, without the newline, and back. Throws UserError naming what the line lacks.
std::string to_json(const Figure& figure);
Figure figure_from_json(std::string_view line);

}  // namespace palio::bench
