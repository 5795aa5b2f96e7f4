// Both engines give the same dates, bit for bit. More scenarios of the same kinds: bin/engine_equality.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "tests/engines/comparison.h"
#include "tests/engines/random_scenario.h"
#include "tests/engines/random_simulations.h"
#include "tests/engines/simulations.h"
#include "tests/engines/study_scenarios.h"

namespace palio::test {
namespace {

// From version 4 on, SimGrid adds up the dates of bags in another order (docs/systems.md).
const double k_bags_apart = simgrid_engine().version == "3.32" ? 0 : 1e-14;

// `apart`: relative to the larger number.
void expect_equal(const Comparison& comparison, double apart = 0) {
  EXPECT_TRUE(comparison.not_equal == 0 || apart > 0) << comparison.worst;
  EXPECT_LE(comparison.largest, apart) << comparison.worst;
}

struct StudySample {
  std::string study;
  std::uint64_t instances;
  int scenarios;
};

class StudyEquality : public testing::TestWithParam<StudySample> {};

// Yardsticks are simulated, too.
TEST_P(StudyEquality, EveryDateIsTheSame) {
  const auto& [study, instances, scenarios] = GetParam();
  const double apart = study == "bag-of-tasks" ? k_bags_apart : 0;
  const int seen = visit_study(study, instances, [&](const Simulations& simulations) {
    const Comparison comparison = compare_engines(simulations);
    EXPECT_GT(comparison.numbers, 0);
    expect_equal(comparison, apart);
  });
  EXPECT_EQ(seen, scenarios);
}
INSTANTIATE_TEST_SUITE_P(Studies, StudyEquality,
                         testing::Values(StudySample{"mixed-parallel", 30, 210},
                                         StudySample{"mixed-parallel-network", 30, 210},
                                         StudySample{"ptg-constrained", 5, 40}, StudySample{"ptg-batch", 4, 80},
                                         StudySample{"ptg-arrivals", 2, 20}, StudySample{"ptg-constrained-mu", 4, 132},
                                         StudySample{"classic-iot", 4, 76}, StudySample{"classic-random", 4, 36},
                                         StudySample{"exam-constructed", 20, 306}, StudySample{"bag-of-tasks", 4, 72},
                                         StudySample{"shared-files-granularity", 4, 6}),
                         [](const auto& sample) {
                           std::string name = sample.param.study;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// 20 times 200 scenarios of graphs, 100 of graphs on meshes, 10 of bags and 20 of files.
class RandomEquality : public testing::TestWithParam<std::uint64_t> {
protected:
  static void expect_all_equal(void (*visit)(std::uint64_t, const VisitSimulation&), std::uint64_t count,
                               double apart = 0) {
    for (std::uint64_t i = 0; i < count && !HasFailure(); ++i)
      visit(GetParam() * count + i,
            [&](const Simulations& simulations) { expect_equal(compare_engines(simulations), apart); });
  }
};

TEST_P(RandomEquality, OfGraphs) { expect_all_equal(visit_random_graphs, 200); }
TEST_P(RandomEquality, OfMeshes) { expect_all_equal(visit_random_meshes, 100); }
TEST_P(RandomEquality, OfBags) { expect_all_equal(visit_random_bags, 10, k_bags_apart); }
TEST_P(RandomEquality, OfFiles) { expect_all_equal(visit_random_files, 20); }
INSTANTIATE_TEST_SUITE_P(Scenarios, RandomEquality, testing::Range(std::uint64_t{0}, std::uint64_t{20}));

std::vector<double> finishes(const Execution& execution) {
  std::vector<double> dates;
  for (const std::vector<Placement>& placements : execution.schedule.placements)
    for (const Placement& placed : placements) dates.push_back(placed.finish);
  return dates;
}

// A batch, its first application alone, and the batch again, all by one simulator.
TEST(Equality, OfSimulationsThatFollowEachOther) {
  int batches = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomScenario drawn = random_scenario(seed);
    if (drawn.workload.applications.size() < 2) continue;
    ++batches;
    const Workload first{{drawn.workload.applications.front()}};
    Schedule alone{{drawn.schedule.placements.front()}, {}, drawn.schedule.moments};
    for (Moment& moment : alone.moments)
      if (moment.after.application > 0) moment = {};
    const auto simulator = fluid_simulator(drawn.platform);
    const auto before = finishes(simulator->run(drawn.workload, drawn.schedule));
    EXPECT_EQ(finishes(simulator->run(first, alone)), finishes(fluid_simulator(drawn.platform)->run(first, alone)));
    EXPECT_EQ(finishes(simulator->run(drawn.workload, drawn.schedule)), before) << "seed " << seed;
  }
  EXPECT_GT(batches, 50);
}

// One task on each of two processors, each before the other's second one in the order of its processor, but after it by
// an edge: no task can begin.
TEST(Equality, OfADeadlockIsItsMessage) {
  const Platform platform{{{"c", 1, 1, {10, 0}, {10, 0}, {10, 0}}}, {10, 0}, 0};
  const TaskGraph graph({{1, 0, ""}, {1, 0, ""}}, {{0, 1, 0}});
  const Workload workload{{{"", graph, 0}}};
  const Schedule schedule{{{{0, {0}, 1, 2}, {0, {0}, 0, 1}}}};
  const Comparison comparison = compare_engines(of_graphs("deadlock", platform, workload, schedule));
  EXPECT_EQ(comparison.numbers, 0);
  expect_equal(comparison);
}

}  // namespace
}  // namespace palio::test
