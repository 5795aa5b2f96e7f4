// The allocation procedures of the CPA family against their definitions, step by step.
#include "strategies/ptg/cpa/cpa_allocation.h"

#include <gtest/gtest.h>

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/constrained/scrap_allocation.h"
#include "strategies/ptg/translation.h"
#include "tests/strategies/ptg/cpa/simple_growth.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using test::SimpleGrowth;

bool any_task(int) { return true; }

// Clusters whose reference cluster has up to a few dozen processors.
Platform drawn_platform(RandomStream& random) {
  std::vector<Cluster> clusters;
  for (auto left = random.uniform_integer(1, 4); left > 0; --left)
    clusters.push_back(test::cluster(static_cast<int>(random.uniform_integer(1, 16)),
                                     static_cast<double>(random.uniform_integer(1, 3))));
  return test::fast_platform(std::move(clusters));
}

int graph_size(int round) { return round % 10 == 0 ? 150 : 40; }

SimpleGrowth simple_growth(const Platform& platform, const TaskGraph& graph) {
  const ReferenceCluster reference = reference_cluster(platform);
  return {graph, [&graph, reference](int task, int n) { return execution_time(graph.task(task), n, reference.speed); },
          [&platform, &graph, reference](int task, int n) {
            return n <= reference.processors && some_cluster_holds(platform, graph.task(task), n, reference.speed);
          }};
}

TEST(CriticalPathGrowth, CpaGoesStepByStepAsDefined) {
  RandomStream random(1);
  for (int round = 0; round < 1500; ++round) {
    const Platform platform = drawn_platform(random);
    const TaskGraph graph = test::drawn_graph(random, graph_size(round));
    const ReferenceCluster reference = reference_cluster(platform);
    const double divisor =
        round % 2 == 0 ? reference.processors : improved_area_divisor(reference.processors, graph.task_count());
    CpaAllocation allocation(graph, reference.speed, largest_allocations(platform, graph, reference), divisor);
    SimpleGrowth simple = simple_growth(platform, graph);
    for (int step = 0;; ++step) {
      const int expected =
          simple.critical_path_length() <= simple.area() / divisor ? -1 : simple.best_candidate(any_task);
      ASSERT_EQ(allocation.grow(), expected) << "round " << round << ", step " << step;
      if (expected < 0) break;
      simple.grow(expected);
    }
    ASSERT_EQ(allocation.processors(), simple.processors());
    ASSERT_EQ(allocation.critical_path_length(), simple.critical_path_length());
    ASSERT_EQ(allocation.average_area(), simple.area() / divisor);
  }
}

// Few tasks that get many processors, so that leaps are long; balanced ways, so that the path changes now and then.
TEST(CriticalPathGrowth, LeapsLandWhereSingleStepsLead) {
  RandomStream random(4);
  long one_by_one = 0, all = 0;
  for (int round = 0; round < 1000; ++round) {
    const TaskGraph graph = test::drawn_graph(random, round % 50 == 0 ? 60 : 6);
    const auto most = static_cast<int>(random.uniform_integer(1, 1000));
    const double divisor = most * random.uniform_real(0.1, 1.1);
    const double speed = random.uniform_real(0.5, 2);
    SimpleGrowth simple(
        graph, [&](int task, int n) { return execution_time(graph.task(task), n, speed); },
        [&](int, int n) { return n <= most; });
    // A copy of what had no limit, or one above.
    CriticalPathGrowth shared(graph, speed, std::vector<int>(graph.tasks().size(), most + round % 3));
    for (auto left = random.uniform_integer(0, 50); left > 0 && simple.critical_path_length() > simple.area() / divisor;
         --left) {
      const int task = simple.best_candidate(any_task);
      if (task < 0) break;
      shared.grow(task);
      simple.grow(task);
    }
    CriticalPathGrowth growth = shared;
    growth.limit(most);
    one_by_one += growth.finish(divisor);
    while (simple.critical_path_length() > simple.area() / divisor) {
      const int task = simple.best_candidate(any_task);
      if (task < 0) break;
      simple.grow(task);
      ++all;
    }
    ASSERT_EQ(growth.processors(), simple.processors()) << "round " << round;
    ASSERT_EQ(growth.critical_path_length(), simple.critical_path_length()) << "round " << round;
    ASSERT_EQ(growth.area(), simple.area()) << "round " << round;
  }
  EXPECT_LT(one_by_one, all / 2);
}

// SCRAP-MAX at a full level, SCRAP at its area; see scrap_allocation.h.
int expected_step(const SimpleGrowth& simple, const ScrapOptions& options, double share,
                  const std::function<bool(int task)>& level_is_full) {
  const double length = simple.critical_path_length();
  const double area = simple.area() / share;
  if (options.area_guard == AreaGuard::on && area >= length) return -1;
  if (options.rule == ScrapRule::whole_graph) return area > length ? -1 : simple.best_candidate(any_task);
  if (options.when_full == WhenFull::freeze)
    return simple.best_candidate([&](int task) { return !level_is_full(task); });
  const int best = simple.best_candidate(any_task);
  return best >= 0 && level_is_full(best) ? -1 : best;
}

TEST(CriticalPathGrowth, ScrapAndScrapMaxGoStepByStepAsDefined) {
  RandomStream random(2);
  for (int round = 0; round < 1500; ++round) {
    const Platform platform = drawn_platform(random);
    const TaskGraph graph = test::drawn_graph(random, graph_size(round));
    const ScrapOptions options{.rule = round % 3 == 0 ? ScrapRule::whole_graph : ScrapRule::levels,
                               .when_full = round % 2 == 0 ? WhenFull::freeze : WhenFull::stop,
                               .area_guard = round % 5 == 0 ? AreaGuard::on : AreaGuard::off};
    const double beta = random.uniform_real(0.05, 1);
    const double share = beta * reference_processors(platform);
    ScrapAllocation allocation(platform, graph, beta, options);
    SimpleGrowth simple = simple_growth(platform, graph);
    const auto level_is_full = [&](int task) {
      double used = 0;
      for (int other = 0; other < graph.task_count(); ++other)
        if (graph.level(other) == graph.level(task)) used += simple.processors()[static_cast<std::size_t>(other)];
      return used + 1 > share * (1 + 1e-12);
    };
    for (int step = 0;; ++step) {
      const int expected = expected_step(simple, options, share, level_is_full);
      ASSERT_EQ(allocation.grow(), expected) << "round " << round << ", step " << step;
      if (expected < 0) break;
      simple.grow(expected);
    }
    ASSERT_EQ(allocation.critical_path_length(), simple.critical_path_length());
  }
}

TEST(CriticalPathGrowth, McpaKeepsItsLevelsAsDefined) {
  RandomStream random(3);
  for (int round = 0; round < 1000; ++round) {
    const TaskGraph graph = test::drawn_graph(random, graph_size(round));
    const auto processors = static_cast<int>(random.uniform_integer(1, 24));
    SimpleGrowth simple(
        graph, [&](int task, int n) { return execution_time(graph.task(task), n, 1); },
        [&](int, int n) { return n <= processors; });
    const auto fits = [&](int task) {
      int used = 1;
      for (int other = 0; other < graph.task_count(); ++other)
        if (graph.level(other) == graph.level(task)) used += simple.processors()[static_cast<std::size_t>(other)];
      return used <= processors;
    };
    while (simple.critical_path_length() > simple.area() / processors) {
      const int task = simple.best_candidate(fits);
      if (task < 0) break;
      simple.grow(task);
    }
    const AllocationRule rule{AllocationRule::Method::mcpa, AllocationRule::AreaDivisor::classic};
    ASSERT_EQ(cluster_allocation(graph, processors, 1, rule), simple.processors()) << "round " << round;
  }
}

}  // namespace
}  // namespace palio
