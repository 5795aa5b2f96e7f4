#include "strategies/ptg/cluster_batch/cafm/cafm.h"

#include <gtest/gtest.h>

#include <numeric>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "tests/strategies/ptg/cluster_batch/small_graphs.h"
#include "workloads/family.h"

namespace palio {
namespace {

using Method = AllocationRule::Method;
using AreaDivisor = AllocationRule::AreaDivisor;

constexpr AllocationRule k_classic_rule{Method::cpa, AreaDivisor::classic};
constexpr AllocationRule k_improved{Method::cpa, AreaDivisor::improved};

TEST(MoldableProfile, RepeatsAnAllocationThatMoreProcessorsDoNotChange) {
  // One task of 12 flop, alpha 0; divisor sqrt(p). p = 2: 12 s > 12 / 1.41, on two 6 s <= 8.5. p = 3: 6 s <= 6.9.
  // p = 4: 6 s <= 6. So two processors for all of them.
  const MoldableProfile profile(test::graph({{12, 0}}), 4, 1, k_improved);
  EXPECT_EQ(profile.makespans(), (std::vector<double>{12, 6, 6, 6}));
  EXPECT_EQ(profile.allocation(1), std::vector<int>{1});
  for (const int p : {2, 3, 4}) EXPECT_EQ(profile.allocation(p), std::vector<int>{2});
}

TEST(MoldableProfile, ATaskThatWouldOutgrowTheSmallerClusterLetsTheOtherOneGrowThere) {
  // 8 then 1 flop, alpha 0, divisor p. Gains of the first 8 - 4/2 = 6, 4/2 - 2.67/3 = 1.11, of the second 1 - 0.5/2 =
  // 0.75. p = 2: the first to 2 (5 s > 4.5), it may not have 3: the second to 2 (4.5 s). p = 4: the first to 3 (3.67 s
  // > 2.25), the second (its 0.75 against 0.89 - 0.5 = 0.39) to 2 (3.17 s), the first to 4 (2.5 s), the second (0.14)
  // to 3 (2.33 s) and to 4 (2.25 s).
  const MoldableProfile profile(test::chain({{8, 0}, {1, 0}}), 4, 1, k_classic_rule);
  EXPECT_EQ(profile.allocation(2), (std::vector<int>{2, 2}));
  EXPECT_EQ(profile.allocation(4), (std::vector<int>{4, 4}));
  EXPECT_EQ(profile.makespan(1), 9);
  EXPECT_EQ(profile.makespan(2), 4.5);
  EXPECT_EQ(profile.makespan(4), 2.25);
}

TEST(MoldableProfile, MapsOneAllocationAgainWhereItHadToWait) {
  // Three tasks of 4 s whatever their processors, divisor min(p, sqrt(3 p)). p = 1: 4 <= 12. p = 2: 4 <= 6. p = 3:
  // 4 <= 4. One processor each: 3, 2 and 1 rounds.
  const MoldableProfile profile(test::graph({{4, 1}, {4, 1}, {4, 1}}), 3, 1, k_improved);
  EXPECT_EQ(profile.makespans(), (std::vector<double>{12, 8, 4}));
  for (const int p : {1, 2, 3}) EXPECT_EQ(profile.allocation(p), (std::vector<int>{1, 1, 1}));
}

void expect_single_runs(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  const MoldableProfile profile(graph, processors, speed, rule);
  ASSERT_EQ(profile.processors(), processors);
  for (int p = 1; p <= processors; ++p) {
    const std::vector<int> alone = cluster_allocation(graph, p, speed, rule);
    ASSERT_EQ(profile.allocation(p), alone) << "on " << p;
    ASSERT_EQ(profile.makespan(p), last_finish(list_plan(graph, alone, p, speed))) << "on " << p;
  }
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveWhereMuchIsEqual) {
  RandomStream random(1);
  for (int i = 0; i < 800; ++i) {
    SCOPED_TRACE(i);
    const TaskGraph graph = test::small_graph(random, i % 20 == 0 ? 150 : 12);
    const auto processors = static_cast<int>(random.uniform_integer(1, 40));
    expect_single_runs(graph, processors, random.uniform_real(0.5, 2), i % 2 == 0 ? k_improved : k_classic_rule);
    if (HasFatalFailure()) return;
  }
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveOnChains) {
  RandomStream random(2);
  for (int i = 0; i < 30; ++i) {
    SCOPED_TRACE(i);
    std::vector<std::pair<double, double>> tasks;
    for (int task = 0; task < 30; ++task)
      tasks.emplace_back(i % 3 == 0 ? 5 : random.uniform_real(1, 100), i % 5 == 0 ? 0 : random.uniform_real(0, 0.25));
    expect_single_runs(test::chain(tasks), 70, 1, i % 2 == 0 ? k_improved : k_classic_rule);
    if (HasFatalFailure()) return;
  }
}

TEST(MoldableProfile, RunsEveryOtherMethodForItself) {
  RandomStream random(3);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const TaskGraph graph = test::small_graph(random, 10);
    for (const Method method : {Method::mcpa, Method::bicpa})
      expect_single_runs(graph, 9, 1, {method, i % 2 == 0 ? AreaDivisor::improved : AreaDivisor::classic});
    if (HasFatalFailure()) return;
  }
}

// Every shape of the papers' random graphs with so many tasks.
std::vector<TaskGraph> published_graphs(const std::string& tasks) {
  const WorkloadFamily& family = workload_family("random-ptg");
  std::vector<TaskGraph> graphs;
  for (const char* width : {"0.2", "0.5", "0.8"})
    for (const char* regularity : {"0.2", "0.8"})
      for (const char* density : {"0.2", "0.8"})
        for (const char* jump : {"1", "2", "4"}) {
          const std::string recipe = "random-ptg:tasks=" + tasks + ",width=" + width + ",regularity=" + regularity +
                                     ",density=" + density + ",jump=" + jump + ",complexity=mixed,sample=0,seed=1";
          graphs.push_back(
              as<Workload>(family.build(parse_recipe(recipe, family.parameters), "")).applications.front().graph);
        }
  return graphs;
}

TEST(MoldableProfile, IsBitForBitWhatSingleRunsGiveOnPublishedGraphs) {
  for (const char* tasks : {"10", "30"})
    for (const TaskGraph& graph : published_graphs(tasks))
      for (const AllocationRule& rule : {k_improved, k_classic_rule}) {
        expect_single_runs(graph, 47, 3.379e9, rule);
        if (HasFatalFailure()) return;
      }
}

// Processors added one by one by a sweep, relative to those that the largest cluster's allocation alone takes.
double relative_steps(const TaskGraph& graph, int processors) {
  CpaSweep sweep(graph, processors, 3e9, AreaDivisor::improved);
  for (int p = 1; p <= processors; ++p) sweep.next();
  const std::vector<int> largest = cluster_allocation(graph, processors, 3e9, k_improved);
  const int alone = std::accumulate(largest.begin(), largest.end(), -graph.task_count());
  return static_cast<double>(sweep.steps()) / alone;
}

TEST(CpaSweep, CostsLittleMoreThanItsLastAllocation) {
  for (const int processors : {20, 47, 120, 216}) {
    double sum = 0;
    for (const char* tasks : {"10", "20", "30"})
      for (const TaskGraph& graph : published_graphs(tasks)) sum += relative_steps(graph, processors);
    EXPECT_LT(sum / (3 * 36), 1.5) << processors;
  }
}

}  // namespace
}  // namespace palio
