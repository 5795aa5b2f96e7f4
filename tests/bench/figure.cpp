#include "tests/bench/figure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "core/text/json_text.h"

namespace palio::bench {

Spread spread(std::vector<double> values) {
  if (values.empty()) throw std::invalid_argument("a spread of no values");
  std::ranges::sort(values);
  const std::size_t upper = values.size() / 2;
  const std::size_t lower = (values.size() - 1) / 2;
  return {(values[lower] + values[upper]) / 2, values.front(), values.back()};
}

void Workbench::tell(const Figure& figure) const {
  std::string line =
      fmt::format(R"("what":{},"unit":{},"median":{},"min":{},"max":{},"rounds":{})", json_quoted(figure.what),
                  json_quoted(figure.unit), json_number(figure.measured.median), json_number(figure.measured.min),
                  json_number(figure.measured.max), figure.rounds);
  if (figure.target)
    line += fmt::format(",\"{}\":{}", figure.target->bound == Bound::at_least ? "at_least" : "at_most",
                        json_number(figure.target->value));
  if (!figure.against.empty()) line += fmt::format(",\"against\":{}", json_quoted(figure.against));
  if (!figure.sides.empty()) line += fmt::format(",\"sides\":{}", json_quoted(figure.sides));
  std::vector<std::string> commands;
  for (const std::string& command : figure.commands) commands.push_back(json_quoted(command));
  fmt::print("{{{},\"commands\":[{}]}}\n", line, fmt::join(commands, ","));
  std::fflush(stdout);
}

void in_turn(int rounds, const std::vector<std::function<void()>>& sides) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::function<void()>> order = sides;
    if (round % 2 == 1) std::ranges::reverse(order);
    for (const auto& side : order) side();
  }
}

}  // namespace palio::bench
