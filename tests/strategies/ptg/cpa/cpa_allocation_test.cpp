#include <gtest/gtest.h>

#include <array>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/constrained/constrained.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/list_mapping.h"
#include "tests/strategies/ptg/cpa/simple_growth.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// T1 -> {T2, T3} -> T4.
TaskGraph allocated_diamond() {
  return test::graph({{4, 0}, {12, 0}, {6, 0}, {2, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
}

TEST(CpaAllocation, GrowsStepByStep) {
  // By hand, 4 processors of 1 flop/s, alpha 0: the area is 24/4 = 6 s whatever the allocation, the critical path 18 s.
  // A task of w flop gains w (1/n^2 - 1/(n+1)^2): T2 9 against 3 and 1.5, 12 s (a tie with T3's way: T2 comes first);
  // T1 3 against T2's 1.67, 10 s; T2 1.67 against T4's 1.5, 10 s by T3; T3, 8 s by T2; T4 1.5, 7 s; T2 0.58 against
  // T1's 0.56, 6 s, which is no longer than the area.
  const TaskGraph graph = allocated_diamond();
  CpaAllocation allocation(graph, 1, {4, 4, 4, 4}, 4);
  struct Step {
    int task;
    double critical_path;
  };
  constexpr std::array<Step, 6> steps{{{1, 12}, {0, 10}, {1, 10}, {2, 8}, {3, 7}, {1, 6}}};
  EXPECT_DOUBLE_EQ(allocation.critical_path_length(), 18);
  for (const Step& step : steps) {
    EXPECT_EQ(allocation.grow(), step.task);
    EXPECT_DOUBLE_EQ(allocation.critical_path_length(), step.critical_path);
    EXPECT_DOUBLE_EQ(allocation.average_area(), 6);
  }
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{2, 4, 2, 2}));
}

TEST(CpaAllocation, StopsWhenCriticalPathEqualsArea) {
  // One task of 4 s on a divisor of 1: T_CP = T_A = 4 at once.
  const TaskGraph graph = test::graph({{4, 0}});
  CpaAllocation allocation(graph, 1, {100}, 1);
  EXPECT_EQ(allocation.grow(), -1);
}

TEST(CpaAllocation, StopsWhenNoTaskOfTheCriticalPathMayGrow) {
  const TaskGraph graph = allocated_diamond();
  CpaAllocation allocation(graph, 1, {1, 1, 1, 1}, 100);
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{1, 1, 1, 1}));
}

// T1 -> T2, 12 and 6 flop, alpha 0, 4 processors of 1 flop/s: the area is 4.5 s. T1 gains 12 (1 - 1/4) = 9 by a second
// processor, T2 6 (1 - 1/4) = 4.5.
TEST(CpaAllocation, ATaskThatGainsMostAndMayNotGrowIsSkippedOrEndsIt) {
  const TaskGraph graph = test::graph({{12, 0}, {6, 0}}, {{0, 1, 0}});
  // T1 may not grow at all: T2 takes 2, 3, 4 processors (path 12 + 1.5 s), or none does.
  EXPECT_EQ(cpa_allocation(graph, 1, {1, 4}, 4), (std::vector<int>{1, 4}));
  EXPECT_EQ(cpa_allocation(graph, 1, {1, 4}, 4, FullTask::ends_growth), (std::vector<int>{1, 1}));
  // T2 may not: T1 takes its second; then T2 gains more (4.5 against 12 (1/4 - 1/9) = 1.67).
  EXPECT_EQ(cpa_allocation(graph, 1, {4, 1}, 4), (std::vector<int>{4, 1}));
  EXPECT_EQ(cpa_allocation(graph, 1, {4, 1}, 4, FullTask::ends_growth), (std::vector<int>{2, 1}));
}

// One task of 1 s, alpha 0: 1/n s on n processors, whatever n an area of 1 s. Over 100050.5 it ends with 100051.
TEST(CpaAllocation, KnowsTheAreaAfterAHundredThousandSteps) {
  const TaskGraph graph = test::graph({{1, 0}});
  CpaAllocation allocation(graph, 1, {200000}, 100050.5);
  while (allocation.grow() >= 0) {
  }
  EXPECT_EQ(allocation.processors(), std::vector<int>{100051});
  EXPECT_EQ(cpa_allocation(graph, 1, {200000}, 100050.5), std::vector<int>{100051});
}

TEST(CpaAllocation, ImprovedDivisorIsTheGeometricMeanOnceProcessorsOutnumberTasks) {
  EXPECT_DOUBLE_EQ(improved_area_divisor(100, 25), 50);
  EXPECT_DOUBLE_EQ(improved_area_divisor(16, 25), 16);
}

TEST(BottomLevel, AddsTimesAlongTheLongestPath) {
  // T4 = 5, T2 = 10 + 5, T3 = 8 + 5, T1 = 4 + 15.
  const TaskGraph graph = allocated_diamond();
  const std::vector<double> levels = bottom_levels(graph, std::array{4.0, 10.0, 8.0, 5.0});
  EXPECT_EQ(levels, (std::vector<double>{19, 15, 13, 5}));
  EXPECT_EQ(priority_order(graph, levels), (std::vector<int>{0, 1, 2, 3}));
}

TEST(Cpa, MapsTheAllocationByBottomLevel) {
  // Two independent tasks of 8 flop, alpha 0, on 2 processors of 1 flop/s. T_A = 16/2 = 8 = T_CP: one processor each.
  const Workload workload = test::workload(test::graph({{8, 0}, {8, 0}}));
  const std::vector<Placement> placed =
      test::scheduled_by("CPA", test::one_cluster(2), workload).schedule.placements.front();
  EXPECT_EQ(placed[0].processors, std::vector<int>{0});
  EXPECT_EQ(placed[1].processors, std::vector<int>{1});
  EXPECT_DOUBLE_EQ(placed[1].start, 0);
  EXPECT_DOUBLE_EQ(placed[1].finish, 8);
}

TEST(Cpa, ImprovedDivisorStopsEarlier) {
  // One task of 16 flop, alpha 0, on 16 processors: classic T_A = 1, so it grows to 16 processors (T_CP = 1 = T_A);
  // improved T_A = 16 / sqrt(16 x 1) = 4, so it stops at 4 processors.
  const Platform platform = test::fast_platform({test::cluster(16, 1)});
  const Workload workload = test::workload(test::graph({{16, 0}}));
  const auto processors = [&](std::string_view text) {
    return test::scheduled_by(text, platform, workload).schedule.placements[0][0].processors.size();
  };
  EXPECT_EQ(processors("CPA"), 16U);
  EXPECT_EQ(processors("CPA:area_divisor=improved"), 4U);
}

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

// Few tasks that get many processors, so that leaps are long; balanced paths, so that the critical one sometimes
// changes.
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
    // A copy of a growth without a limit, or with a higher one.
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

// SCRAP-MAX at a full level, SCRAP at its area; see constrained.h.
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
        if (graph.level(other) == graph.level(task)) used += simple.processors()[other];
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
        if (graph.level(other) == graph.level(task)) used += simple.processors()[other];
      return used <= processors;
    };
    while (simple.critical_path_length() > simple.area() / processors) {
      const int task = simple.best_candidate(fits);
      if (task < 0) break;
      simple.grow(task);
    }
    const AllocationRule rule{AllocationRule::Method::mcpa, AreaDivisor::classic};
    ASSERT_EQ(cluster_allocation(graph, processors, 1, rule), simple.processors()) << "round " << round;
  }
}

// The published example: T1 -> {T2, T3} -> T4 on 4 processors, times by number of processors.
constexpr std::array<std::array<double, 4>, 4> k_growth_times{
    {{4, 2, 1.5, 1.5}, {10, 6, 4, 3}, {8, 5, 3.5, 3}, {5, 3, 2, 1.5}}};

TEST(SimpleGrowth, FollowsThePublishedExampleStepByStep) {
  const TaskGraph diamond = test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
  SimpleGrowth growth(
      diamond, [](int task, int n) { return k_growth_times[task][n - 1]; }, [](int, int n) { return n <= 4; });
  struct Step {
    int task;
    double critical_path, area;
  };
  // By hand: (19, 6.75), then T2 (17, 7.25), T3 (15, 7.75), T4 (13, 8), T1 (11, 8), T2 (10, 8), T3 (9, 8.125),
  // T4 (8, 8.125), where the critical path is no longer than the area.
  constexpr std::array<Step, 7> steps{
      {{1, 17, 7.25}, {2, 15, 7.75}, {3, 13, 8}, {0, 11, 8}, {1, 10, 8}, {2, 9, 8.125}, {3, 8, 8.125}}};
  EXPECT_DOUBLE_EQ(growth.critical_path_length(), 19);
  EXPECT_DOUBLE_EQ(growth.area() / 4, 6.75);
  for (const Step& step : steps) {
    ASSERT_EQ(growth.best_candidate([](int) { return true; }), step.task);
    growth.grow(step.task);
    EXPECT_DOUBLE_EQ(growth.critical_path_length(), step.critical_path);
    EXPECT_DOUBLE_EQ(growth.area() / 4, step.area);
  }
  EXPECT_EQ(growth.processors(), (std::vector<int>{2, 3, 3, 3}));
}

}  // namespace

}  // namespace palio
