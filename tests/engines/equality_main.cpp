// engine_equality STUDY SAMPLE: all simulations of a sample of a study, by both engines.
// engine_equality graphs|meshes|bags|files FIRST COUNT: hard scenarios, by the numbers of their seeds.
// Prints how far apart their dates are, a row of the table of docs/engines.md; exits with 1 if that is more than 1e-9,
// relative.
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

// The simulations compared, and from how many scenarios.
struct Row {
  std::string name;
  std::uint64_t scenarios = 0;
  Comparison all = {};

  void add(const Simulations& simulations) { all.add(compare_engines(simulations)); }
};

Row of_study(const std::string& study, std::uint64_t sample) {
  Row row{study};
  row.scenarios = static_cast<std::uint64_t>(
      visit_study(study, sample, [&](const Simulations& simulations) { row.add(simulations); }));
  return row;
}

using VisitRandom = void (*)(std::uint64_t seed, const VisitSimulation& visit);

// Null: a study.
VisitRandom random_kind(const std::string& name) {
  if (name == "graphs") return visit_random_graphs;
  if (name == "meshes") return visit_random_meshes;
  if (name == "bags") return visit_random_bags;
  return name == "files" ? visit_random_files : nullptr;
}

Row of_random(const std::string& kind, VisitRandom visit, std::uint64_t first, std::uint64_t count) {
  Row row{"random " + kind, count};
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    visit(seed, [&](const Simulations& simulations) { row.add(simulations); });
  return row;
}

int run(const std::vector<std::string>& arguments) {
  const auto number = [&](std::size_t i) { return std::strtoull(arguments.at(i).c_str(), nullptr, 10); };
  const VisitRandom random = arguments.empty() ? nullptr : random_kind(arguments[0]);
  if (arguments.size() != (random == nullptr ? 2 : 3)) {
    fmt::print(stderr,
               "usage: engine_equality STUDY SAMPLE, or engine_equality graphs|meshes|bags|files FIRST COUNT\n");
    return 2;
  }
  const Row row =
      random == nullptr ? of_study(arguments[0], number(1)) : of_random(arguments[0], random, number(1), number(2));
  fmt::print("| {} | {} | {} | {} | {} | {:.3g} |\n", row.name, row.scenarios, row.all.simulations, row.all.numbers,
             row.all.not_equal, row.all.largest);
  if (row.all.not_equal > 0) fmt::print(stderr, "{}: {}\n", row.name, row.all.worst);
  return row.all.largest <= k_tolerance ? 0 : 1;
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
