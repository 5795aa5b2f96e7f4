#include "runners/kinds/scenario.h"

#include <gtest/gtest.h>

#include <cmath>

#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/steps.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

ScenarioResult run(const Platform& platform, const Workload& workload, const std::string& text) {
  const auto instance = [&] { return build_instance(platform, workload, with_simgrid().kinds); };
  return test::isolated_scenario(instance, test::recipe(text)).result;
}

TEST(Scenario, MeasuresAChainOfTwoTasks) {
  // One processor each: 1 and 2 flop/s. M-HEFT puts both tasks (4 and 2 flop, 100 bytes between) on the fast one. The
  // scheduler estimates 13 s for data that does not move: predicted 16 s; simulated 2 + 1 = 3 s.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(1, 2)});
  const ScenarioResult result = run(platform, test::workload(test::graph({{4, 0}, {2, 0}}, {{0, 1, 100}})), "M-HEFT");
  const auto& metrics = std::get<Completed>(result.outcome).metrics;
  test::expect_metrics(metrics, 1e-8, {{"makespan", 3}, {"total_work", 6}, {"efficiency", 1}});
  test::expect_metrics(metrics, 1e-12, {{"predicted_makespan", 16}, {"sequential_makespan", 3}});
  test::expect_metrics(metrics, 0, {{"processors", 2}, {"processors_used", 1}, {"clusters_used", 1}});
  EXPECT_TRUE(std::isnan(metrics["flex_differs"]));
  EXPECT_GT(result.cost.simulation_time, 0);
}

// The scenario's process notes its activity; this process reads it.
TEST(Scenario, TellsWhatItIsDoing) {
  note(Activity::references);
  const Workload workload = test::workload(test::graph({{4, 0}}));
  run(test::platform({test::cluster(1, 1), test::cluster(1, 2)}), workload, "CPA");  // refused before it begins
  EXPECT_EQ(noted_activity(), Activity::references);
  run(test::platform({test::cluster(1, 1)}), workload, "CPA");
  EXPECT_EQ(noted_activity(), Activity::simulating);
}

TEST(Scenario, AStrategyOnAPlatformItCannotTakeIsANamedFailure) {
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(1, 2)});
  const ScenarioResult result = run(platform, test::workload(test::graph({{4, 0}})), "CPA");
  const auto& failure = std::get<Failure>(result.outcome);
  EXPECT_EQ(failure.kind, FailureKind::exception);
  EXPECT_EQ(failure.message, "strategy CPA schedules on one cluster, but a platform has 2 clusters");
}

TEST(Scenario, FlexReportsItsFlag) {
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  const ScenarioResult result = run(platform, test::workload(test::graph({{60, 0}, {44, 0}})), "HCPA-OPT-FLEX");
  EXPECT_EQ(std::get<Completed>(result.outcome).metrics["flex_differs"], 1);
}

TEST(Scenario, MagsReportsItsBound) {
  // One task alone: S* = 1, lambda = 1, no slack: 1 x 2 x 1. What the simulation measures stays.
  const Platform platform = test::fast_platform({test::cluster(1, 1)});
  const ScenarioResult result = run(platform, test::workload(test::graph({{4, 0}})), "MAGS");
  const auto& metrics = std::get<Completed>(result.outcome).metrics;
  EXPECT_EQ(metrics["stretch_bound"], 2);
  EXPECT_NEAR(metrics["makespan"], 4, 1e-8);
  EXPECT_TRUE(std::isnan(metrics["flex_differs"]));
}

}  // namespace
}  // namespace palio
