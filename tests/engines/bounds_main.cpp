// bound_ratios SCENARIOS: at least so many random scenarios, spread over all kinds of instances, against the lower
// bounds of their instances and the ratios that papers prove. Prints a row for each kind; exits with 1 if a bound is
// broken.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>
#include <string>

#include "tests/engines/bounded_scenarios.h"

namespace palio::test {
namespace {

constexpr double k_rounding = 1e-9;

struct Row {
  std::uint64_t instances = 0, scenarios = 0, broken = 0;
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  double nearest = 0;  // to a proven ratio, as a fraction of it

  void add(const BoundedScenario& scenario) {
    ++scenarios;
    least = std::min(least, scenario.ratio);
    largest = std::max(largest, scenario.ratio);
    nearest = std::max(nearest, scenario.ratio / scenario.proven);
    if (scenario.ratio >= 1 - k_rounding && scenario.ratio <= scenario.proven) return;
    ++broken;
    fmt::print(stderr, "{} on {}: {:.17g}\n", scenario.strategy, scenario.instance, scenario.ratio);
  }
};

int run(std::uint64_t scenarios) {
  std::uint64_t broken = 0;
  for (const BoundedKind& kind : bounded_kinds()) {
    Row row;
    for (; row.scenarios * bounded_kinds().size() < scenarios; ++row.instances)
      kind.visit(row.instances, [&](const BoundedScenario& scenario) { row.add(scenario); });
    broken += row.broken;
    fmt::print("| {} | {} | {} | {:.12g} | {:.3g} | {} |\n", kind.name, row.instances, row.scenarios, row.least,
               row.largest, row.nearest > 0 ? fmt::format("{:.3f}", row.nearest) : "-");
  }
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace palio::test

int main(int argc, char** argv) {
  const std::uint64_t scenarios = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (scenarios == 0) {
    fmt::print(stderr, "usage: bound_ratios SCENARIOS\n");
    return 2;
  }
  try {
    return palio::test::run(scenarios);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bound_ratios: {}\n", error.what());
    return 1;
  }
}
