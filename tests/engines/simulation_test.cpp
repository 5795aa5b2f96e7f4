// What a simulation of task graphs gives, computed by hand, by either engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "runners/engines/fluid/engine.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/support/builders.h"
#include "tests/support/isolated_simulation.h"

namespace palio {
namespace {

// ptask_L07 counts progress in shares of an activity: dates carry a relative error of about 1e-9.
constexpr double k_tolerance = 1e-8;

struct NamedEngine {
  std::string name;
  Execution (*simulate)(const Platform& platform, const Workload& workload, const Schedule& schedule);
};

Execution simulate_fluid(const Platform& platform, const Workload& workload, const Schedule& schedule) {
  return fluid_simulator(platform)->run(workload, schedule);
}

class GraphSimulation : public testing::TestWithParam<NamedEngine> {
protected:
  Execution simulate(const Platform& platform, const Workload& workload, const Schedule& schedule) const {
    return GetParam().simulate(platform, workload, schedule);
  }

  Execution run(const Platform& platform, const Workload& workload, std::vector<Placement> placements) const {
    Execution execution = simulate(platform, workload, {{std::move(placements)}});
    EXPECT_EQ(find_simulated_violation(platform, workload, execution.schedule, execution.transfers).value_or("valid"),
              "valid");
    return execution;
  }
};

// Clusters of processors of 1 flop/s; every link 10 byte/s and 1 s: 3 s of latency inside a cluster, 7 s between two.
Platform two_clusters() { return test::platform({test::cluster(4, 1), test::cluster(4, 1)}); }

TEST_P(GraphSimulation, OneTaskTakesAmdahlsTime) {
  // 8 flop, alpha 0.25, on 4 processors of 2 flop/s: 4 s x (0.25 + 0.75/4) = 1.75 s.
  const Platform platform = test::platform({test::cluster(4, 2)});
  const Execution e = run(platform, test::workload(test::graph({{8, 0.25}})), {{0, {0, 1, 2, 3}, 0, 1.75}});
  EXPECT_NEAR(e.schedule.placements[0][0].start, 0, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][0].finish, 1.75, k_tolerance);
}

TEST_P(GraphSimulation, ChainAcrossClustersPaysLatencyAndTheUplink) {
  // 4 flop on two processors: 2 s. 100 bytes in two blocks of 50: 7 s, then 10 s through the uplinks. 6 flop: 3 s.
  const Workload workload = test::workload(test::graph({{4, 0}, {6, 0}}, {{0, 1, 100}}));
  const Execution e = run(two_clusters(), workload, {{0, {0, 1}, 0, 2}, {1, {4, 5}, 19, 22}});
  ASSERT_EQ(e.transfers.size(), 1U);
  EXPECT_NEAR(e.transfers[0].start, 2, k_tolerance);
  EXPECT_NEAR(e.transfers[0].finish, 19, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][1].finish, 22, k_tolerance);
}

TEST_P(GraphSimulation, TwoRedistributionsShareAnUplink) {
  // Two tasks of 2 s end together; each sends 100 bytes over the same uplinks: 7 s + 100 / (10/2) = 27 s.
  const Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {1, 0}, {1, 0}}, {{0, 2, 100}, {1, 3, 100}}));
  const Execution e =
      run(two_clusters(), workload, {{0, {0}, 0, 2}, {0, {1}, 0, 2}, {1, {4}, 19, 20}, {1, {5}, 19, 20}});
  EXPECT_NEAR(e.transfers[0].finish, 29, k_tolerance);
  EXPECT_NEAR(e.transfers[1].finish, 29, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][2].finish, 30, k_tolerance);
}

// As two_clusters(), with an interconnect of another kind.
Platform two_clusters_by(Interconnect interconnect) {
  Platform platform = two_clusters();
  platform.interconnect = interconnect;
  platform.shared_switch = {10, 1};
  return platform;
}

TEST_P(GraphSimulation, UplinksWithoutABackboneAreShared) {
  // As above without the backbone's second: 2 s + 6 s + 100 / (10/2) = 28 s.
  const Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {1, 0}, {1, 0}}, {{0, 2, 100}, {1, 3, 100}}));
  const Execution e = run(two_clusters_by(Interconnect::uplinks), workload,
                          {{0, {0}, 0, 2}, {0, {1}, 0, 2}, {1, {4}, 19, 20}, {1, {5}, 19, 20}});
  EXPECT_NEAR(e.transfers[0].finish, 28, k_tolerance);
  EXPECT_NEAR(e.transfers[1].finish, 28, k_tolerance);
}

TEST_P(GraphSimulation, ClustersOnOneSwitchShareNothingButTheirPrivateLinks) {
  // Link, switch, link: 3 s; each 100 bytes have their links of 10 byte/s for themselves: 2 s + 3 s + 10 s.
  const Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {1, 0}, {1, 0}}, {{0, 2, 100}, {1, 3, 100}}));
  const Execution e = run(two_clusters_by(Interconnect::shared_switch), workload,
                          {{0, {0}, 0, 2}, {0, {1}, 0, 2}, {1, {4}, 19, 20}, {1, {5}, 19, 20}});
  EXPECT_NEAR(e.transfers[0].finish, 15, k_tolerance);
  EXPECT_NEAR(e.transfers[1].finish, 15, k_tolerance);
}

TEST_P(GraphSimulation, ASharedSwitchBoundsEachMessageAlone) {
  // A switch of 4 byte/s; 100 bytes in two blocks of 50, each at 4 byte/s: 2 s + 3 s + 12.5 s.
  Platform platform = two_clusters_by(Interconnect::shared_switch);
  platform.shared_switch.bandwidth = 4;
  const Workload workload = test::workload(test::graph({{4, 0}, {6, 0}}, {{0, 1, 100}}));
  const Execution e = run(platform, workload, {{0, {0, 1}, 0, 2}, {1, {4, 5}, 19, 22}});
  EXPECT_NEAR(e.transfers[0].finish, 17.5, k_tolerance);
}

TEST_P(GraphSimulation, TheSwitchBoundsNoTwoMessagesTogether) {
  // Both cross the 10 byte/s switch at once, each alone on its links: 3 s + 10 s.
  const Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {1, 0}, {1, 0}}, {{0, 2, 100}, {1, 3, 100}}));
  const Execution e =
      run(two_clusters(), workload, {{0, {0}, 0, 2}, {0, {1}, 0, 2}, {0, {2}, 15, 16}, {0, {3}, 15, 16}});
  EXPECT_NEAR(e.transfers[0].finish, 15, k_tolerance);
  EXPECT_NEAR(e.transfers[1].finish, 15, k_tolerance);
}

TEST_P(GraphSimulation, MessagesInAMeshTakeLatencyAndBytesOverBandwidthWhateverElseMoves) {
  // Host 0 (2 flop/s) does 2, 2 flop by 1 and 2 s. To host 1 100 bytes at 10 byte/s after 1 s: there at 12 s; the
  // second 100 bytes to the same host cross the same link meanwhile as if alone: 13 s; back from host 1 25 bytes at 5
  // byte/s after 3 s. Task 2 (3 flop, 1 flop/s) from 12 to 15, task 3 to 18; task 4 on host 0: 15 + 3 + 5 = 23 to 24.
  Platform platform = test::mesh({2, 1});
  platform.pair_links[2] = {5, 3};  // from host 1 to host 0
  const Workload workload =
      test::workload(test::graph({{2, 0}, {2, 0}, {3, 0}, {3, 0}, {2, 0}}, {{0, 2, 100}, {1, 3, 100}, {2, 4, 25}}));
  const Execution e =
      run(platform, workload, {{0, {0}, 0, 1}, {0, {0}, 1, 2}, {1, {1}, 12, 15}, {1, {1}, 15, 18}, {0, {0}, 23, 24}});
  EXPECT_NEAR(e.transfers[0].finish, 12, k_tolerance);
  EXPECT_NEAR(e.transfers[1].finish, 13, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][3].finish, 18, k_tolerance);
  EXPECT_NEAR(e.transfers[2].finish, 23, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][4].finish, 24, k_tolerance);
}

TEST_P(GraphSimulation, DataInAMeshThatStayOnTheirHostAreFree) {
  // 2 s, then at once 1 s.
  const Workload workload = test::workload(test::graph({{2, 0}, {1, 0}}, {{0, 1, 100}}));
  const Execution e = run(test::mesh({1, 1}), workload, {{1, {1}, 0, 2}, {1, {1}, 2, 3}});
  EXPECT_TRUE(e.transfers.empty());
  EXPECT_NEAR(e.schedule.placements[0][1].finish, 3, k_tolerance);
}

TEST_P(GraphSimulation, BlocksThatStayOnTheirProcessorAreFree) {
  // From processors 0, 1 to 0: block 0 stays, block 1 (50 bytes) moves: 3 s + 5 s.
  const Workload workload = test::workload(test::graph({{4, 0}, {1, 0}}, {{0, 1, 100}}));
  const Execution e = run(two_clusters(), workload, {{0, {0, 1}, 0, 2}, {0, {0}, 15, 16}});
  EXPECT_NEAR(e.transfers[0].finish, 10, k_tolerance);
}

TEST_P(GraphSimulation, TheSameProcessorsNeedNoRedistribution) {
  const Workload workload = test::workload(test::graph({{4, 0}, {2, 0}}, {{0, 1, 100}}));
  const Execution e = run(two_clusters(), workload, {{0, {0, 1}, 0, 2}, {0, {0, 1}, 15, 16}});
  EXPECT_TRUE(e.transfers.empty());
  EXPECT_NEAR(e.schedule.placements[0][1].start, 2, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][1].finish, 3, k_tolerance);
}

TEST_P(GraphSimulation, TcpGammaBoundsAFlowByTheLatencyOfItsRoute) {
  // 50 bytes on a route of 3 s with gamma 6 byte: at most 6 / (2 x 3) = 1 byte/s. 3 s + 50 s instead of 3 s + 5 s.
  Platform platform = two_clusters();
  platform.tcp_gamma = 6;
  const Workload workload = test::workload(test::graph({{2, 0}, {1, 0}}, {{0, 1, 50}}));
  const Execution e = run(platform, workload, {{0, {0}, 0, 2}, {0, {1}, 10, 11}});
  EXPECT_NEAR(e.transfers[0].finish, 55, k_tolerance);
}

TEST_P(GraphSimulation, TasksOfAProcessorKeepTheOrderOfTheSchedule) {
  // Planned second, although it could run first.
  const Workload workload = test::workload(test::graph({{3, 0}, {2, 0}}));
  const Execution e = run(two_clusters(), workload, {{0, {0}, 5, 8}, {0, {0}, 1, 3}});
  EXPECT_NEAR(e.schedule.placements[0][1].start, 0, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][0].start, 2, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[0][0].finish, 5, k_tolerance);
}

TEST_P(GraphSimulation, ApplicationsWaitForTheirRelease) {
  Workload workload = test::workload(test::graph({{2, 0}}));
  workload.applications.push_back({"late", test::graph({{3, 0}}), 10});
  const Schedule schedule{{{{0, {0}, 0, 2}}, {{0, {1}, 10, 13}}}};
  const Execution e = simulate(two_clusters(), workload, schedule);
  EXPECT_NEAR(e.schedule.placements[0][0].finish, 2, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[1][0].start, 10, k_tolerance);
  EXPECT_NEAR(e.schedule.placements[1][0].finish, 13, k_tolerance);
}

TEST_P(GraphSimulation, TasksWaitUntilTheyAreDecidedOn) {
  // The second task of a chain is planned at 4 s, long after the first one has ended; a third one behind it does not
  // wait for its own date. Of the other application, released at 3 s, one task is also planned at 4 s.
  Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {1, 0}}, {{0, 1, 0}, {1, 2, 0}}));
  workload.applications.push_back({"late", test::graph({{1, 0}, {1, 0}}), 3});
  const Schedule schedule{
      {{{0, {0}, 0, 2}, {0, {0}, 4, 6, 4}, {0, {0}, 6, 7, 5}}, {{0, {1}, 3, 4, 3}, {0, {2}, 4, 5, 4}}}};
  const std::vector<std::vector<Placement>> placed = simulate(two_clusters(), workload, schedule).schedule.placements;
  EXPECT_NEAR(placed[0][1].start, 4, k_tolerance);
  EXPECT_NEAR(placed[0][2].start, 6, k_tolerance);
  EXPECT_NEAR(placed[1][0].start, 3, k_tolerance);
  EXPECT_NEAR(placed[1][1].start, 4, k_tolerance);
}

TEST_P(GraphSimulation, AnOrderAgainstThePrecedenceIsADeadlock) {
  const Workload workload = test::workload(test::graph({{1, 0}, {1, 0}}, {{0, 1, 0}}));
  const Schedule schedule{{{{0, {0}, 5, 6}, {0, {0}, 0, 1}}}};
  try {
    simulate(two_clusters(), workload, schedule);
    FAIL() << "the simulation ended";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("task 0 of application 0 never finished"));
  }
}

TEST_P(GraphSimulation, SameScheduleSameBits) {
  const Workload workload =
      test::workload(test::graph({{2, 0.1}, {3, 0.2}, {1, 0}, {1, 0.25}}, {{0, 2, 70}, {1, 2, 90}, {1, 3, 110}}));
  const std::vector<Placement> placements{
      {0, {0, 1}, 0, 1.1}, {0, {2, 3}, 0, 1.8}, {1, {4, 5, 6}, 30, 30.4}, {1, {7}, 30, 31}};
  const Schedule schedule{{placements}};
  const Execution first = simulate(two_clusters(), workload, schedule);
  const Execution second = simulate(two_clusters(), workload, schedule);
  for (std::size_t task = 0; task < 4; ++task)
    EXPECT_EQ(first.schedule.placements[0][task].finish, second.schedule.placements[0][task].finish);
}

INSTANTIATE_TEST_SUITE_P(Engines, GraphSimulation,
                         testing::Values(NamedEngine{"simgrid", test::simulate_isolated},
                                         NamedEngine{"fluid", simulate_fluid}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace palio
