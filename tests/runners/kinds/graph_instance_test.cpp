#include "runners/worker/isolation.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

std::vector<Recipe> recipes(const std::vector<std::string>& texts) {
  std::vector<Recipe> parsed;
  for (const std::string& text : texts) parsed.push_back(test::recipe(text));
  return parsed;
}

// An instance whose processes are counted. SimGrid's platform lives in a process of its own: one test, one process.
class DedicatedTest : public testing::Test {
protected:
  BuiltInstance& built(const Platform& platform, Workload workload) {
    instance_ = build_instance(platform, std::move(workload), with_simgrid().kinds);
    return instance_;
  }

  RunIsolated isolated() {
    return [this](const std::function<std::string()>& function) {
      ++processes_;
      return isolation_.run(function, {.cpu_time = 60});
    };
  }

  Outcome outcome(const Recipe& recipe) const {
    return test::isolated_scenario([&]() -> const BuiltInstance& { return instance_; }, recipe).result.outcome;
  }

  const auto& dedicated() const { return dynamic_cast<const GraphInstance&>(*instance_.content).dedicated(); }

  BuiltInstance instance_;
  Isolation isolation_{STDOUT_FILENO};
  int processes_ = 0;
};

Workload two_tasks(double first, double second) {
  Workload workload = test::workload(test::graph({{first, 1}}));
  workload.applications.push_back({"", test::graph({{second, 1}}), 0});
  return workload;
}

TEST_F(DedicatedTest, OneProcessPerApplicationAndYardstick) {
  // One processor of 2 flop/s: alone 3 s and 4 s. S and ES share a yardstick; mapping=global is another one.
  BuiltInstance& instance = built(test::fast_platform({test::cluster(1, 2)}), two_tasks(6, 8));
  add_references(instance, recipes({"S", "ES", "ES:mapping=global", "HCPA"}), isolated());
  EXPECT_EQ(processes_, 4);
  ASSERT_EQ(dedicated().size(), 2U);
  for (const auto& [yardstick, makespans] : dedicated()) {
    ASSERT_EQ(std::get<std::vector<double>>(makespans).size(), 2U) << yardstick;
    EXPECT_NEAR(std::get<std::vector<double>>(makespans)[0], 3, 1e-9);
    EXPECT_NEAR(std::get<std::vector<double>>(makespans)[1], 4, 1e-9);
  }
  EXPECT_GT(instance.build_time, 0);
}

TEST_F(DedicatedTest, ScenariosAreHeldAgainstThem) {
  // The larger bottom level goes first: application 1 from 0 to 4 s (stretch 1), application 0 from 4 to 7 s, alone 3
  // s: stretch 7/3, slowdown 3/7. Unfairness 2 (1 - 3/7) / 2 = 4/7; average stretch 11/7.
  BuiltInstance& instance = built(test::fast_platform({test::cluster(1, 2)}), two_tasks(6, 8));
  add_references(instance, recipes({"S"}), isolated());
  const Outcome result = outcome(recipes({"S"}).front());
  const auto& completed = std::get<Completed>(result);
  test::expect_metrics(
      completed.metrics, 1e-9,
      {{"makespan", 7}, {"max_stretch", 7.0 / 3}, {"unfairness", 4.0 / 7}, {"average_stretch", 11.0 / 7}});
  // 14 flop on one processor of 2 flop/s; the longest path is the second task.
  test::expect_metrics(completed.metrics, 1e-9,
                       {{"lower_bound", 7}, {"bound_ratio", 1}, {"slr", 7.0 / 4}, {"speedup", 1}});
  ASSERT_EQ(completed.applications.size(), 2U);
  EXPECT_NEAR(completed.applications[0].dedicated_makespan, 3, 1e-9);
  EXPECT_NEAR(completed.applications[1].dedicated_makespan, 4, 1e-9);
}

TEST_F(DedicatedTest, AloneMeansReleasedAtTheStart) {
  Workload late = two_tasks(6, 8);
  late.applications[1].release_date = 100;
  BuiltInstance& instance = built(test::fast_platform({test::cluster(1, 2)}), std::move(late));
  add_references(instance, recipes({"S"}), isolated());
  EXPECT_NEAR(std::get<std::vector<double>>(dedicated().begin()->second)[1], 4, 1e-9);
}

TEST_F(DedicatedTest, ASingleApplicationNeedsNone) {
  BuiltInstance& instance = built(test::fast_platform({test::cluster(1, 2)}), test::workload(test::graph({{6, 1}})));
  add_references(instance, recipes({"S"}), isolated());
  EXPECT_EQ(processes_, 0);
  EXPECT_TRUE(dedicated().empty());
  const Outcome result = outcome(recipes({"S"}).front());
  EXPECT_TRUE(std::isnan(std::get<Completed>(result).metrics["average_stretch"]));
}

// 3 + 3 beside 2 + 2 + 2. HEFT puts one 3 on each processor and ends at 7 s.
TEST_F(DedicatedTest, ExactFindsTheOptimumOfAnInstance) {
  Workload workload = test::workload(test::graph({{3, 1}, {3, 1}, {2, 1}, {2, 1}, {2, 1}}));
  workload.reference_source = ReferenceSource::exact;
  BuiltInstance& instance = built(test::fast_platform({test::cluster(2, 1)}), std::move(workload));
  add_references(instance, recipes({"HEFT"}), isolated());
  EXPECT_EQ(processes_, 1);
  const Outcome result = outcome(recipes({"HEFT"}).front());
  EXPECT_EQ(std::get<Completed>(result).metrics["reference"], 6);
  EXPECT_DOUBLE_EQ(std::get<Completed>(result).metrics["gap"], 7.0 / 6);
}

TEST_F(DedicatedTest, WithoutTheOptimumEveryScenarioFails) {
  std::vector<std::pair<double, double>> tasks(65, {1, 1});  // Exact takes 64
  Workload workload = test::workload(test::graph(tasks));
  workload.reference_source = ReferenceSource::exact;
  BuiltInstance& instance = built(test::fast_platform({test::cluster(2, 1)}), std::move(workload));
  add_references(instance, recipes({"HEFT"}), isolated());
  const Outcome result = outcome(recipes({"HEFT"}).front());
  EXPECT_EQ(std::get<Failure>(result).message, "the optimum, by Exact: Exact schedules at most 64 tasks, these are 65");
}

TEST_F(DedicatedTest, WhatFailsAloneFailsEveryScenarioThatNeedsIt) {
  // CPA, the yardstick of SELFISH, schedules on one cluster. HCPA has no yardstick and fails for its own reason.
  BuiltInstance& instance = built(test::fast_platform({test::cluster(1, 2), test::cluster(1, 2)}), two_tasks(6, 8));
  const std::vector<Recipe> wanted = recipes({"SELFISH", "HCPA"});
  add_references(instance, wanted, isolated());
  EXPECT_EQ(processes_, 1);
  const Outcome selfish = outcome(wanted[0]);
  EXPECT_EQ(std::get<Failure>(selfish).message,
            "application 0 alone, by CPA: strategy CPA schedules on one cluster, but a platform has 2 clusters");
  const Outcome hcpa = outcome(wanted[1]);
  EXPECT_EQ(std::get<Failure>(hcpa).message,
            "strategy HCPA schedules one application, but a workload has 2 applications");
}

}  // namespace
}  // namespace palio
