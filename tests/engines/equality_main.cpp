// engine_equality STUDY SAMPLE: all simulations of a sample of a study, by both engines.
// engine_equality graphs|bags|files FIRST COUNT: scenarios made to hurt, by the numbers of their seeds.
// Prints how far apart their dates are; ends with 1 when that is more than 1e-9, relative.
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "tests/engines/comparison.h"
#include "tests/engines/random_simulations.h"
#include "tests/engines/study_scenarios.h"

namespace palio::test {
namespace {

constexpr double k_tolerance = 1e-9;

Comparison of_study(const std::string& study, std::uint64_t sample) {
  Comparison all;
  visit_study(study, sample, [&](const Simulations& simulations) { all.add(compare_engines(simulations)); });
  return all;
}

using VisitRandom = void (*)(std::uint64_t seed, const VisitSimulation& visit);

// Null: a study.
VisitRandom random_kind(const std::string& name) {
  if (name == "graphs") return visit_random_graphs;
  if (name == "bags") return visit_random_bags;
  return name == "files" ? visit_random_files : nullptr;
}

Comparison of_random(VisitRandom visit, std::uint64_t first, std::uint64_t count) {
  Comparison all;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    visit(seed, [&](const Simulations& simulations) { all.add(compare_engines(simulations)); });
  return all;
}

int run(const std::vector<std::string>& arguments) {
  const auto number = [&](std::size_t i) { return std::strtoull(arguments.at(i).c_str(), nullptr, 10); };
  const VisitRandom random = arguments.empty() ? nullptr : random_kind(arguments[0]);
  if (arguments.size() != (random == nullptr ? 2 : 3)) {
    fmt::print(stderr, "usage: engine_equality STUDY SAMPLE, or engine_equality graphs|bags|files FIRST COUNT\n");
    return 2;
  }
  const Comparison all =
      random == nullptr ? of_study(arguments[0], number(1)) : of_random(random, number(1), number(2));
  fmt::print("{} simulations, {} numbers, {} not the same bits, largest relative difference {:.3g}\n", all.simulations,
             all.numbers, all.not_equal, all.largest);
  if (!all.worst.empty()) fmt::print("{}\n", all.worst);
  return all.largest <= k_tolerance ? 0 : 1;
}

}  // namespace
}  // namespace palio::test

int main(int argc, char** argv) {
  try {
    return palio::test::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "engine_equality: {}\n", error.what());
    return 1;
  }
}
