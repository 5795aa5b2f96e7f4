#include "strategies/ptg/constrained/constrained.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

constexpr ScrapOptions k_scrap_max{};
constexpr ScrapOptions k_scrap{.rule = ScrapRule::whole_graph};

std::vector<int> steps_of(ScrapAllocation& allocation) {
  std::vector<int> steps;
  for (int task = allocation.grow(); task >= 0; task = allocation.grow()) steps.push_back(task);
  return steps;
}

TEST(ScrapMax, FillsEveryLevelUpToItsShare) {
  // Four processors, beta 0.5: two per level. A chain of 8 and 4 flop, alpha 0: gains 8 - 4/2 = 6 and 4 - 2/2 = 3, so
  // the first task grows; its level is full. Then the second.
  const TaskGraph graph = test::graph({{8, 0}, {4, 0}}, {{0, 1, 0}});
  ScrapAllocation allocation(test::one_cluster(4), graph, 0.5, k_scrap_max);
  EXPECT_EQ(steps_of(allocation), (std::vector<int>{0, 1}));
  EXPECT_EQ(allocation.processors(), (std::vector<int>{2, 2}));
  EXPECT_EQ(allocation.level_processors(), (std::vector<int>{2, 2}));
  EXPECT_DOUBLE_EQ(allocation.critical_path_length(), 6);
}

TEST(ScrapMax, GivesTiesToTheTaskNearestTheEntry) {
  // Three processors. Two tasks of 6 flop, alpha 0, in a chain: equal gains 6 - 1.5, then the one that did not grow.
  const TaskGraph graph = test::graph({{6, 0}, {6, 0}}, {{1, 0, 0}});  // task 1 is the entry
  ScrapAllocation allocation(test::one_cluster(3), graph, 1, k_scrap_max);
  EXPECT_EQ(steps_of(allocation), (std::vector<int>{1, 0, 1, 0}));
}

// Level 0 holds tasks of 20 and 1 flop, level 1 one of 1 flop. With two processors per level the first one is full from
// the start, and the task that gains most (20 - 5) is in it.
TaskGraph full_first_level() { return test::graph({{20, 0}, {1, 0}, {1, 0}}, {{0, 2, 0}, {1, 2, 0}}); }

TEST(ScrapMax, FreezesAFullLevelAndGoesOnWithOthers) {
  EXPECT_EQ(scrap_allocation(test::one_cluster(4), full_first_level(), 0.5, k_scrap_max), (std::vector<int>{1, 1, 2}));
}

TEST(ScrapMax, MayStopAtTheFirstFullLevelInstead) {
  EXPECT_EQ(scrap_allocation(test::one_cluster(4), full_first_level(), 0.5, {.when_full = WhenFull::stop}),
            (std::vector<int>{1, 1, 1}));
}

TEST(ScrapMax, OneProcessorPerTaskStandsBeyondTheShare) {
  // Three independent tasks on a share of half a processor.
  const TaskGraph graph = test::graph({{3, 0}, {2, 0}, {1, 0}});
  EXPECT_EQ(scrap_allocation(test::one_cluster(2), graph, 0.25, k_scrap_max), (std::vector<int>{1, 1, 1}));
}

TEST(ScrapMax, CountsThePowerOfThePlatformInSlowProcessorsAndKeepsFractions) {
  // 3 x 1 and 2 x 1.5 flop/s are 6 reference processors, beta 0.75: 4.5. Tasks of 6 and 4 flop, alpha 0, side by side:
  // the first grows (3 processors), then, at 3 s, the second is the critical path and grows (4 processors of 4.5).
  const Platform platform = test::fast_platform({test::cluster(3, 1), test::cluster(2, 1.5)});
  const TaskGraph graph = test::graph({{6, 0}, {4, 0}});
  EXPECT_EQ(scrap_allocation(platform, graph, 0.75, k_scrap_max), (std::vector<int>{2, 2}));
}

TEST(ScrapMax, GrowsOnlyWhereSomeClusterHoldsTheTranslation) {
  // 2 x 1 and 1 x 1.5 flop/s: three reference processors are 3 of the first cluster or 2 of the second, too many.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(1, 1.5)});
  EXPECT_EQ(scrap_allocation(platform, test::graph({{6, 0}}), 1, k_scrap_max), (std::vector<int>{2}));
}

TEST(ScrapMax, AShareOfAWholeNumberOfProcessorsIsNotLostInRounding) {
  // 0.29 x 100 = 29, which is 28.999999999999996 in doubles.
  EXPECT_EQ(scrap_allocation(test::one_cluster(100), test::graph({{6, 0}}), 0.29, k_scrap_max), (std::vector<int>{29}));
}

TEST(ScrapMax, AreaGuardEndsAsCpaWould) {
  // Four processors, beta 0.5: two. Three tasks of 8 flop, the first with a child of 1 flop, which may grow on its own.
  // With the guard: 25/2 s of area are more than the critical path of 9 s.
  const Platform platform = test::fast_platform({test::cluster(4, 1)});
  const TaskGraph graph = test::graph({{8, 0}, {8, 0}, {8, 0}, {1, 0}}, {{0, 3, 0}});
  EXPECT_EQ(scrap_allocation(platform, graph, 0.5, k_scrap_max), (std::vector<int>{1, 1, 1, 2}));
  EXPECT_EQ(scrap_allocation(platform, graph, 0.5, {.area_guard = AreaGuard::on}), (std::vector<int>{1, 1, 1, 1}));
}

// Four processors; a chain of 12 flop, alpha 0.5 (12, 9, 8, 7.5 s) and 4 flop, alpha 0 (4, 2, 1.33, 1 s). Gains of the
// first 7.5, 1.83, 0.79, of the second 3, 0.56, 0.19. Steps with (T_CP, sum of areas): start (16, 16), first (13, 22),
// second (11, 22), first (10, 28), first (9.5, 34), second (8.83, 34), second (8.5, 34).
TaskGraph chain() { return test::graph({{12, 0.5}, {4, 0}}, {{0, 1, 0}}); }

TEST(Scrap, GrowsUntilTheConstraintIsExceeded) {
  // beta 0.5: two processors. Areas 16/2 < 16, 11 < 13, 11 = 11 does not exceed it, 14 > 10 does.
  const TaskGraph graph = chain();
  ScrapAllocation allocation(test::one_cluster(4), graph, 0.5, k_scrap);
  EXPECT_EQ(steps_of(allocation), (std::vector<int>{0, 1, 0}));
  EXPECT_DOUBLE_EQ(allocation.critical_path_length(), 10);
  EXPECT_DOUBLE_EQ(allocation.average_area(), 14);
}

TEST(Scrap, EndsAtEqualityWithTheAreaGuard) {
  // As above, but 11 = 11 ends it.
  EXPECT_EQ(scrap_allocation(test::one_cluster(4), chain(), 0.5,
                             {.rule = ScrapRule::whole_graph, .area_guard = AreaGuard::on}),
            (std::vector<int>{2, 2}));
}

TEST(Scrap, WithTheWholePlatformGrowsWhileTheAreaIsSmall) {
  // beta 1: 34/4 = 8.5 never exceeds the critical path; all four processors for each.
  const TaskGraph graph = chain();
  ScrapAllocation allocation(test::one_cluster(4), graph, 1, k_scrap);
  EXPECT_EQ(steps_of(allocation), (std::vector<int>{0, 1, 0, 0, 1, 1}));
}

TEST(Scrap, GivesATaskNoMoreThanTheReferenceCluster) {
  // Two processors, beta 1; 8 flop that never run in parallel, which one processor of any cluster translates. Areas 4
  // and, on two processors, 8 s do not exceed 8 s, but there is no third processor.
  EXPECT_EQ(scrap_allocation(test::one_cluster(2), test::graph({{8, 1}}), 1, k_scrap), (std::vector<int>{2}));
}

TEST(Scrap, LooksAtTheGraphWhereScrapMaxLooksAtLevels) {
  // Tasks of 8 and 2 flop side by side, four processors, beta 0.5. Areas 10/2 = 5 < 8: the first grows, 5 > 4 ends it.
  // SCRAP-MAX: a level of two tasks is full with two processors.
  const Platform platform = test::fast_platform({test::cluster(4, 1)});
  const TaskGraph graph = test::graph({{8, 0}, {2, 0}});
  EXPECT_EQ(scrap_allocation(platform, graph, 0.5, k_scrap), (std::vector<int>{2, 1}));
  EXPECT_EQ(scrap_allocation(platform, graph, 0.5, k_scrap_max), (std::vector<int>{1, 1}));
}

TEST(ScrapAllocation, RefusesConstraintsThatAreNoShares) {
  const TaskGraph graph = chain();
  for (const double beta : {0.0, -0.5, 1.5, std::nan("")})
    EXPECT_THROW(ScrapAllocation(test::one_cluster(4), graph, beta, k_scrap_max), InternalError) << beta;
}

}  // namespace
}  // namespace palio
