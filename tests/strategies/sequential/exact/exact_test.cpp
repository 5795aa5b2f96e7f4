#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "strategies/sequential/exact/exact.h"
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
  for (int i = 0; i < 300; ++i) {
    const auto [platform, workload] = test::drawn_example(random, 4, 3);
    const SequentialInstance instance(platform, workload);
    const std::span<const int> tasks = instance.graph().topological_order();
    EXPECT_EQ(end_of(runs("Exact", platform, workload)),
              least_end(HostSchedule(instance), {tasks.begin(), tasks.end()}))
        << i;
  }
}

// The number of branches that place a task after this one on a host.
std::size_t branches_behind(int task, const test::HostExample& example) {
  const test::HostInstance made(example);
  const SequentialInstance& instance = made.instance;
  const Branching branching(instance);
  const double never = std::numeric_limits<double>::infinity();
  for (const Branch& first : branching.branches(branching.root(), never))
    if (first.task == task) return branching.branches(first, never).size();
  ADD_FAILURE() << task << " is never the first";
  return 0;
}

// Tasks of 2 and 3 s on one host: both may be first, but only the longer one follows. A child makes the order matter.
TEST(Exact, LooksAtOneOrderOfTasksThatDoNotCare) {
  EXPECT_EQ(branches_behind(0, {{{2}, {3}}}), 1U);
  EXPECT_EQ(branches_behind(1, {{{2}, {3}}}), 0U);
  EXPECT_EQ(branches_behind(1, {{{2}, {3}, {1}}, {{1, 2, 0}}}), 2U);
}

// Three identical tasks on one host.
TEST(Exact, TakesTasksAlikeByNumber) { EXPECT_EQ(branches_behind(0, {{{2}, {2}, {2}}}), 1U); }

TEST(Exact, RefusesWhatIsTooLarge) {
  const test::HostExample many{std::vector<std::vector<double>>(11, {1})};
  EXPECT_EQ(test::error_of<NoSchedule>([&] { runs("Exact", many); }),
            "Exact schedules at most 10 tasks on 5 hosts, these are 11 on 1");
  EXPECT_THROW(runs("Exact", test::HostExample{{std::vector<double>(6, 1)}}), NoSchedule);
}

}  // namespace
}  // namespace palio
