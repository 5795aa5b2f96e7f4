#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "strategies/sequential/exact/branching.h"
#include "strategies/sequential/model/host_schedule.h"
#include "tests/strategies/sequential/examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

double end_of(const Runs& runs) { return std::ranges::max(runs, {}, &test::Run::finish).finish; }

TEST(Exact, IsBetterThanListsWhereTheyPairTasksBadly) {
  // 3 + 3 beside 2 + 2 + 2. HEFT puts one 3 on each host.
  const test::HostExample example{{{3, 3}, {3, 3}, {2, 2}, {2, 2}, {2, 2}}};
  EXPECT_EQ(end_of(runs("Exact", example)), 6);
  EXPECT_EQ(end_of(runs("HEFT", example)), 7);
}

TEST(Exact, WeighsDataAgainstTime) {
  // On one host 11 or 13 s. On two, task 0 on host 0 and then 1 and 2 apart: 7 + 2, where the last task waits for the
  // data of one of them, or 9 + 2 the other way round.
  EXPECT_EQ(end_of(runs("Exact", test::k_diamond)), 9);
}

// All orders on all hosts.
double least_end(const HostSchedule& schedule, std::vector<int> left) {
  if (left.empty()) return schedule.end();
  double least = std::numeric_limits<double>::infinity();
  for (const int task : left) {
    const auto is_left = [&](const Edge& edge) { return std::ranges::count(left, edge.from) > 0; };
    if (std::ranges::any_of(schedule.instance().graph().in_edges(task), is_left)) continue;
    std::vector<int> others = left;
    std::erase(others, task);
    for (int host = 0; host < schedule.instance().host_count(); ++host) {
      HostSchedule next = schedule;
      next.place(task, next.slot_on(host, task, Placing::append));
      least = std::min(least, least_end(next, others));
    }
  }
  return least;
}

TEST(Exact, IsTheBestOfAllSchedules) {
  RandomStream random(9);
  for (int i = 0; i < 400; ++i) {
    const auto [platform, workload] = test::drawn_example(random, i < 300 ? 4 : 5, 3);
    const SequentialInstance instance(platform, workload);
    const std::span<const int> tasks = instance.graph().topological_order();
    const double best = least_end(HostSchedule(instance), {tasks.begin(), tasks.end()});
    EXPECT_NEAR(end_of(runs("Exact", platform, workload)), best, best * 1e-12) << i;
  }
}

// What Hu's algorithm gives (Operations Research 9(6), 1961): of the ready tasks those with the most tasks on their way
// to the exit run first. Optimal for an in-tree of tasks of 1 s without data.
int end_by_level(const std::vector<int>& child_of, int hosts) {
  const auto count = child_of.size();
  std::vector<int> level(count, 0), end(count, 0);
  for (std::size_t task = 1; task < count; ++task) level[task] = level[child_of[task]] + 1;
  for (int now = 1; end.front() == 0; ++now) {
    std::vector<std::size_t> ready;
    for (std::size_t task = 0; task < count; ++task) {
      bool is_ready = end[task] == 0;
      for (std::size_t parent = task + 1; parent < count; ++parent)
        is_ready = is_ready && (std::cmp_not_equal(child_of[parent], task) || (end[parent] > 0 && end[parent] < now));
      if (is_ready) ready.push_back(task);
    }
    std::ranges::stable_sort(ready, std::greater(), [&](std::size_t task) { return level[task]; });
    ready.resize(std::min(ready.size(), static_cast<std::size_t>(hosts)));
    for (const std::size_t task : ready) end[task] = now;
  }
  return end.front();
}

TEST(Exact, IsAsGoodAsHuOnTrees) {
  RandomStream random(1961);
  for (int i = 0; i < 200; ++i) {
    const auto hosts = static_cast<std::size_t>(random.uniform_integer(1, 4));
    test::HostExample example{std::vector<std::vector<double>>(40, std::vector<double>(hosts, 1))};
    std::vector<int> child_of{-1};
    for (int task = 1; task < 40; ++task) {
      child_of.push_back(static_cast<int>(random.uniform_integer(std::max(0, task - 8), task - 1)));
      example.edges.push_back({task, child_of.back(), 0});
    }
    EXPECT_EQ(end_of(runs("Exact", example)), end_by_level(child_of, static_cast<int>(hosts))) << i;
  }
}

// The tasks that may be second after this one on a host.
std::vector<int> second_after(int task, const test::HostExample& example) {
  const test::HostInstance made(example);
  Branching branching(made.instance);
  const double never = std::numeric_limits<double>::infinity();
  std::vector<int> second;
  for (const Branch& first : branching.branches(branching.root(), never, HostOrders::one))
    if (first.steps.back().task == task)
      for (const Branch& next : branching.branches(first, never, HostOrders::one))
        second.push_back(next.steps.back().task);
  return second;
}

// On one host. A longer task goes before a shorter one, unless that one sends data; more data go before less.
TEST(Exact, LooksAtOneOrderOfTasksThatDoNotCare) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(second_after(0, {{{2}, {3}}}), IsEmpty());
  EXPECT_THAT(second_after(1, {{{2}, {3}}}), ElementsAre(0));
  EXPECT_THAT(second_after(1, {{{2}, {3}, {1}}, {{0, 2, 0}}}), IsEmpty());
  EXPECT_THAT(second_after(0, {{{2}, {3}, {1}}, {{0, 2, 0}}}), ElementsAre(1));  // 2 next would leave 1 no place
  EXPECT_THAT(second_after(1, {{{2}, {3}, {1}}, {{0, 2, 5}, {1, 2, 4}}}), IsEmpty());
}

// Three identical tasks on one host.
TEST(Exact, TakesTasksAlikeByNumber) { EXPECT_THAT(second_after(0, {{{2}, {2}, {2}}}), testing::ElementsAre(1)); }

// A task of each kind needs at most one host each: 100 identical ones are as good as 3.
TEST(Exact, NeedsNoMoreHostsThanTasks) {
  const test::HostExample example{std::vector<std::vector<double>>(3, std::vector<double>(100, 2))};
  const test::HostInstance made(example);
  EXPECT_EQ(Branching(made.instance).hosts(), 3);
  EXPECT_EQ(end_of(runs("Exact", example)), 2);
}

TEST(Exact, RefusesWhatIsTooLarge) {
  const test::HostExample many{std::vector<std::vector<double>>(65, {1})};
  EXPECT_EQ(test::error_of<NoSchedule>([&] { runs("Exact", many); }), "Exact schedules at most 64 tasks, these are 65");
}

}  // namespace
}  // namespace palio
