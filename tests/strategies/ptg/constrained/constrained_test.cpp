#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/error.h"
#include "strategies/ptg/constrained/constrained.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;
using ConstrainedProcessors = std::vector<int>;

// Single tasks, alpha 0, one per application.
Workload single_tasks(const std::vector<double>& flop) {
  Workload built;
  for (const double work : flop) built.applications.push_back({"", test::graph({{work, 0}}), 0});
  return built;
}

std::vector<Placement> placed_by(std::string_view text, const Platform& platform, const Workload& workload) {
  const Schedule schedule = test::scheduled_by(text, platform, workload).schedule;
  std::vector<Placement> placed;
  for (const std::vector<Placement>& application : schedule.placements) placed.push_back(application.front());
  return placed;
}

TEST(S, LetsEveryApplicationTakeThePlatform) {
  // Four processors, 8 flop each: 2 s on all four, one after the other.
  const std::vector<Placement> placed = placed_by("S", test::one_cluster(4), single_tasks({8, 8}));
  EXPECT_EQ(placed[0].processors, (ConstrainedProcessors{0, 1, 2, 3}));
  EXPECT_EQ(placed[1].processors, (ConstrainedProcessors{0, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(placed[1].start, 2);
}

TEST(Es, GivesEveryApplicationAnEqualShare) {
  const std::vector<Placement> placed = placed_by("ES", test::one_cluster(4), single_tasks({12, 4}));
  EXPECT_EQ(placed[0].processors, (ConstrainedProcessors{0, 1}));
  EXPECT_EQ(placed[1].processors, (ConstrainedProcessors{2, 3}));
  EXPECT_DOUBLE_EQ(placed[0].finish, 6);
  EXPECT_DOUBLE_EQ(placed[1].finish, 2);
}

TEST(PsWork, SharesInProportionToWork) {
  // 12 and 4 flop: 3/4 and 1/4 of four processors.
  for (const std::string_view name : {"PS-work", "PS-cp"}) {  // a single task is a critical path, too
    const std::vector<Placement> placed = placed_by(name, test::one_cluster(4), single_tasks({12, 4}));
    EXPECT_EQ(placed[0].processors, (ConstrainedProcessors{0, 1, 2})) << name;
    EXPECT_EQ(placed[1].processors, (ConstrainedProcessors{3})) << name;
  }
}

TEST(PsWidth, SharesInProportionToTheLargestLevels) {
  // Levels of two and of one task: 2/3 and 1/3 of six processors; the two tasks of 4 flop get two each.
  Workload workload = test::workload(test::graph({{4, 0}, {4, 0}}));
  workload.applications.push_back({"", test::graph({{2, 0}}), 0});
  const SchedulingResult result = test::scheduled_by("PS-width", test::one_cluster(6), workload);
  EXPECT_EQ(result.schedule.placements[0][0].processors, (ConstrainedProcessors{0, 1}));
  EXPECT_EQ(result.schedule.placements[0][1].processors, (ConstrainedProcessors{2, 3}));
  EXPECT_EQ(result.schedule.placements[1][0].processors, (ConstrainedProcessors{4, 5}));
}

TEST(Wps, WeighsEqualAndProportionalShares) {
  // 12 and 4 flop on eight processors; proportional shares 6 and 2, equal ones 4 and 4. mu 0.5: 5 and 3; mu 0.7, the
  // default of WPS-work: 4.6 and 3.4.
  const Platform platform = test::fast_platform({test::cluster(8, 1)});
  const auto sizes = [&](std::string_view text) {
    const std::vector<Placement> placed = placed_by(text, platform, single_tasks({12, 4}));
    return std::vector<std::size_t>{placed[0].processors.size(), placed[1].processors.size()};
  };
  EXPECT_EQ(sizes("WPS-cp"), (std::vector<std::size_t>{5, 3}));
  EXPECT_EQ(sizes("WPS-work"), (std::vector<std::size_t>{4, 3}));
  EXPECT_EQ(sizes("WPS-work:mu=0"), (std::vector<std::size_t>{6, 2}));
  EXPECT_EQ(sizes("WPS-width:mu=0"), (std::vector<std::size_t>{4, 4}));
}

TEST(ScrapRows, GiveEveryApplicationTheSameConstraint) {
  // Four processors, beta 0.5, 8 flop, alpha 0. SCRAP-MAX: two. SCRAP: 8/2 s of area exceed the critical path at three.
  const Platform platform = test::fast_platform({test::cluster(4, 1)});
  EXPECT_EQ(placed_by("SCRAP-MAX:beta=0.5", platform, single_tasks({8}))[0].processors.size(), 2U);
  EXPECT_EQ(placed_by("SCRAP:beta=0.5", platform, single_tasks({8}))[0].processors.size(), 3U);
  EXPECT_EQ(placed_by("SCRAP:beta=0.5,area_guard=on", platform, single_tasks({8}))[0].processors.size(), 2U);
  EXPECT_EQ(placed_by("ES:allocation=scrap", platform, single_tasks({8, 8}))[0].processors.size(), 3U);
}

TEST(ScrapRows, RefuseConstraintsThatAreNoShares) {
  for (const std::string_view text : {"SCRAP-MAX:beta=0", "SCRAP:beta=0", "SCRAP:beta=1.5", "SCRAP:beta=-1"}) {
    const Strategy& chosen = strategy(text.substr(0, text.find(':')));
    EXPECT_THAT(test::error_of([&] {
                  const Recipe recipe = parse_recipe(text, chosen.parameters);
                  resolve(recipe.name, chosen.parameters, recipe.parameters);
                }),
                HasSubstr("outside (0, 1]"))
        << text;
  }
}

TEST(Constrained, OptionsReachAllocationAndMapping) {
  // Two processors; 6 -> {4, 4} flop and 2 flop. Among ready tasks the small one starts at once, else at 10 s.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{6, 0}, {4, 0}, {4, 0}}, {{0, 1, 0}, {0, 2, 0}}));
  workload.applications.push_back({"", test::graph({{2, 0}}), 0});
  EXPECT_DOUBLE_EQ(placed_by("ES", platform, workload)[1].start, 0);
  EXPECT_DOUBLE_EQ(placed_by("ES:mapping=global", platform, workload)[1].start, 10);
  // Three processors. 60 flop of alpha 1 take one of them until 60 s; 9 flop on three would wait, two are free.
  const Platform three = test::fast_platform({test::cluster(3, 1)});
  Workload sequential = test::workload(test::graph({{60, 1}}));
  sequential.applications.push_back({"", test::graph({{9, 0}}), 0});
  EXPECT_DOUBLE_EQ(placed_by("S", three, sequential)[1].start, 0);
  EXPECT_DOUBLE_EQ(placed_by("S:packing=off", three, sequential)[1].start, 60);
}

TEST(Constrained, AFullLevelFreezesUnlessItShallStop) {
  // Four processors, beta 0.5. Tasks of 20 and 1 flop fill the first level; their child of 1 flop may have two.
  const Platform platform = test::fast_platform({test::cluster(4, 1)});
  const Workload workload = test::workload(test::graph({{20, 0}, {1, 0}, {1, 0}}, {{0, 2, 0}, {1, 2, 0}}));
  const auto processors_of_child = [&](std::string_view recipe) {
    return test::scheduled_by(recipe, platform, workload).schedule.placements[0][2].processors.size();
  };
  EXPECT_EQ(processors_of_child("SCRAP-MAX:beta=0.5"), 2U);
  EXPECT_EQ(processors_of_child("SCRAP-MAX:beta=0.5,when_full=stop"), 1U);
}

TEST(Constrained, TheYardstickIsSWithTheSameOptions) {
  const auto yardstick = [](std::string_view text) {
    const Strategy& chosen = strategy(text.substr(0, text.find(':')));
    return canonical_text(*dedicated_recipe(chosen, parse_recipe(text, chosen.parameters).parameters));
  };
  EXPECT_EQ(yardstick("WPS-work:mapping=global,packing=off,when_full=stop"),
            "S:allocation=scrap-max,area_guard=off,mapping=global,packing=off,when_full=stop");
  EXPECT_EQ(yardstick("SCRAP:beta=0.25,area_guard=on"),
            "S:allocation=scrap,area_guard=on,mapping=ready,packing=on,when_full=freeze");
}

TEST(Constrained, ContributionsTooFarApartLeaveNoSchedule) {
  // 1e-300 of 1e300 flop is 0 in doubles.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  EXPECT_THAT(test::error_of<NoSchedule>([&] {
                placed_by("PS-work", platform, single_tasks({1e300, 1e-300}));
              }),
              HasSubstr("the resource constraint of application 1 is 0"));
}

// Three graphs: 4 -> {6, 2} flop, 2 -> 8 flop, and 20, 6, 2 flop side by side.
Workload three_graphs() {
  Workload batch = test::workload(test::graph({{4, 0}, {6, 0.5}, {2, 1}}, {{0, 1, 0}, {0, 2, 0}}));
  batch.applications.push_back({"", test::graph({{2, 0}, {8, 0}}, {{0, 1, 0}}), 0});
  batch.applications.push_back({"", test::graph({{20, 0}, {6, 0}, {2, 0}}), 0});
  return batch;
}

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-15) << i;
}

TEST(Contributions, AreTakenOnOneSlowProcessorPerTask) {
  // The slowest processor has 2 flop/s: paths of (4 + 6)/2, (2 + 8)/2 and 20/2 s.
  const Platform platform = test::fast_platform({test::cluster(1, 5), test::cluster(7, 2)});
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::critical_path), (std::vector<double>{5, 5, 10}));
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::width), (std::vector<double>{2, 1, 3}));
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::work), (std::vector<double>{12, 10, 28}));
}

TEST(Shares, SelfishAndEqualOnesDependOnTheNumberOnly) {
  EXPECT_EQ(selfish_shares(2), (std::vector<double>{1, 1}));
  EXPECT_EQ(equal_shares(4), (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
}

TEST(Shares, FollowContributions) {
  expect_near(proportional_shares(std::array{5.0, 5.0, 10.0}), {0.25, 0.25, 0.5});
  expect_near(proportional_shares(std::array{12.0, 10.0, 28.0}), {0.24, 0.2, 0.56});
}

TEST(Shares, AreWeightedBetweenEqualAndProportional) {
  // mu 0.5: 0.5/3 + 0.5 x (1/3, 1/6, 1/2) = 1/3, 1/4, 5/12.
  expect_near(weighted_shares(std::array{2.0, 1.0, 3.0}, 0.5), {1.0 / 3, 0.25, 5.0 / 12});
  // mu 0.7: 0.35 + 0.3 x (0.75, 0.25) = 0.575, 0.425.
  expect_near(weighted_shares(std::array{6.0, 2.0}, 0.7), {0.575, 0.425});
}

TEST(Shares, OfOneApplicationAreTheWholePlatform) {
  EXPECT_EQ(equal_shares(1), (std::vector<double>{1}));
  EXPECT_EQ(proportional_shares(std::array{7.3}), (std::vector<double>{1}));
  for (const double mu : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0})
    EXPECT_EQ(weighted_shares(std::array{7.3}, mu), (std::vector<double>{1})) << mu;
}

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
