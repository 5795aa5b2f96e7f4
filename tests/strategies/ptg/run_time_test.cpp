#include "strategies/ptg/run_time.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

Schedule plan_of(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = parse_recipe(strategy, palio::strategy(recipe_name(strategy)).parameters);
  return method_if<GraphMethod>(palio::strategy(recipe.name))->schedule(platform, workload, recipe.parameters).schedule;
}

std::vector<std::pair<int, double>> hosts_and_starts(const Schedule& schedule) {
  std::vector<std::pair<int, double>> all;
  for (const Placement& placed : schedule.placements.front()) all.emplace_back(placed.processors.front(), placed.start);
  return all;
}

template <class Answer>
std::string refusal_of(Answer answer) {
  try {
    answer();
  } catch (const InvalidAnswer& error) {
    return error.what();
  }
  return "accepted";
}

using Slots = std::vector<std::pair<int, double>>;

// Hosts of 1 and 2 flop/s; work 4, 2, 6 and, after task 0, 2.
//   idle: 2 is longest and takes host 0 until 6, 0 takes host 1 until 2. Then 1 and 3 are ready; 3, of the same work,
//   has the larger number and waits: 1 on host 1 until 3, 3 on host 1 until 4. finish: 2 ends earlier on host 1 (3
//   against 6); 0 on host 0 (4 against 5); 1 on host 1 (4 against 6), 3 at 4 on host 1 (5 against 6).
TEST(Jit, TakesTheLongestReadyTask) {
  const Platform hosts = test::mesh({1, 2});
  const Workload workload = test::workload(test::graph({{4, 1}, {2, 1}, {6, 1}, {2, 1}}, {{0, 3, 0}}));
  EXPECT_EQ(hosts_and_starts(plan_of("JIT:priority=longest,choice=idle", hosts, workload)),
            (Slots{{1, 0}, {1, 2}, {0, 0}, {1, 3}}));
  EXPECT_EQ(hosts_and_starts(plan_of("JIT:priority=longest,choice=finish", hosts, workload)),
            (Slots{{0, 0}, {1, 3}, {1, 0}, {1, 4}}));
}

// One host of 1 flop/s; tasks of 1, 2 and 3 s, and after task 1 one of 10 s. The upward ranks are 1, 12, 3, 10 s.
TEST(Jit, HasFourPriorities) {
  const Platform host = test::mesh({1});
  const Workload workload = test::workload(test::graph({{1, 1}, {2, 1}, {3, 1}, {10, 1}}, {{1, 3, 0}}));
  const auto starts = [&](const std::string& strategy) {
    std::vector<double> dates;
    for (const auto& [at, start] : hosts_and_starts(plan_of(strategy + ",choice=idle", host, workload)))
      dates.push_back(start);
    return dates;
  };
  EXPECT_EQ(starts("JIT:priority=upward"), (std::vector<double>{15, 0, 12, 2}));
  EXPECT_EQ(starts("JIT:priority=fifo"), (std::vector<double>{0, 1, 3, 6}));
  EXPECT_EQ(starts("JIT:priority=longest"), (std::vector<double>{15, 3, 0, 5}));
  std::vector<std::vector<double>> random;
  for (int draw = 0; draw < 20; ++draw) random.push_back(starts(fmt::format("JIT:priority=random,draw={}", draw)));
  EXPECT_EQ(random[7], starts("JIT:priority=random,draw=7"));
  std::ranges::sort(random);
  EXPECT_GE(std::unique(random.begin(), random.end()) - random.begin(), 4);
}

TEST(Jit, PlansAreValid) {
  const Platform clusters = test::platform({test::cluster(3, 2), test::cluster(2, 3)});
  RandomStream stream(1);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::pair<double, double>> tasks;
    std::vector<Edge> edges;
    for (int to = 0; to < 12; ++to) {
      tasks.emplace_back(stream.uniform_real(1, 10), 1);
      for (int from = 0; from < to; ++from)
        if (stream.uniform_real(0, 1) < 0.2) edges.push_back({from, to, stream.uniform_real(0, 40)});
    }
    const Workload workload = test::workload(test::graph(tasks, edges));
    for (const std::string choice : {"idle", "finish"})
      for (const std::string priority : {"upward", "fifo", "longest", "random"})
        ASSERT_EQ(
            find_violation(clusters, workload,
                           plan_of(fmt::format("JIT:priority={},choice={}", priority, choice), clusters, workload)),
            std::nullopt);
  }
}

// Two hosts; task 1 waits for task 0, which runs on host 0 from 0 to 4 s; application 1 is released at 5 s.
class Decisions : public testing::Test {
protected:
  std::string refusal(std::vector<Decision> decisions, double now) {
    Schedule schedule = executed_;
    return refusal_of([&] { decide({platform_, workload_, schedule, now}, {0, 0}, decisions, workload_, schedule); });
  }

  Platform platform_ = test::mesh({1, 1});
  Workload workload_ = [] {
    Workload two = test::workload(test::graph({{4, 1}, {2, 1}, {3, 1}}, {{0, 1, 0}}));
    two.applications.push_back({"", test::graph({{1, 1}}), 5});
    return two;
  }();
  Schedule executed_ = [this] {
    Schedule schedule = undecided(workload_);
    schedule.placements[0][0] = {0, {0}, 0, 4};
    return schedule;
  }();
};

TEST_F(Decisions, GoBehindWhatTheProcessorsHaveToDo) {
  Schedule schedule = executed_;
  const Situation situation{platform_, workload_, schedule, 4, 0.5};
  decide(situation, {0, 0}, std::vector<Decision>{{0, 2, 0, {0}}, {0, 1, 0, {0}}}, workload_, schedule);
  const auto& placed = schedule.placements[0];
  EXPECT_GT(placed[2].order, placed[0].order);
  EXPECT_GT(placed[1].order, placed[2].order);
  EXPECT_EQ(placed[1].not_before, 4.5);
  ASSERT_EQ(schedule.moments.size(), 1U);
  EXPECT_EQ(placed[1].moment, 0);
  EXPECT_EQ(schedule.moments[0].after, (Ending{0, 0}));
  EXPECT_EQ(schedule.moments[0].delay, 0.5);
}

// Tasks 1 and 2 wait on host 0. When 1 goes to the other host, 2 has nobody before it any more, from then on.
TEST_F(Decisions, HoldBackWhatWaitedBehindATaskThatGoesElsewhere) {
  Schedule schedule = executed_;
  const auto at = [&](double now, std::vector<Decision> decisions) {
    decide({platform_, workload_, schedule, now}, {0, 0}, decisions, workload_, schedule);
  };
  at(4, {{0, 1, 0, {0}}, {0, 2, 0, {0}}});
  EXPECT_EQ(schedule.placements[0][2].not_before, 4);
  at(4.5, {{0, 1, 1, {1}}});
  EXPECT_EQ(schedule.placements[0][2].not_before, 4.5);
  EXPECT_EQ(schedule.placements[0][2].moment, 1);
  EXPECT_EQ(schedule.placements[0][2].processors, std::vector<int>{0});
}

TEST_F(Decisions, AreRefusedByName) {
  EXPECT_EQ(refusal({{0, 1, 0, {0}}}, 3),
            "the decision at 3 s on task 1 of application 0 comes when the task is not ready: it is not released, or "
            "waits for another task");
  EXPECT_EQ(refusal({{1, 0, 0, {0}}}, 3),
            "the decision at 3 s on task 0 of application 1 comes when the task is not ready: it is not released, or "
            "waits for another task");
  EXPECT_EQ(refusal({{0, 0, 0, {0}}}, 3),
            "the decision at 3 s on task 0 of application 0 comes when the task has started");
  EXPECT_EQ(refusal({{2, 0, 0, {0}}}, 4), "the decision at 4 s on task 0 of application 2 is on one of 2 applications");
  EXPECT_EQ(refusal({{0, 3, 0, {0}}}, 4), "the decision at 4 s on task 3 of application 0 is on one of 3 tasks");
  EXPECT_EQ(refusal({{0, 1, 0, {0}}, {0, 1, 1, {1}}}, 4),
            "the decision at 4 s on task 1 of application 0 is its second one");
  EXPECT_EQ(refusal({{0, 1, 2, {0}}}, 4), "the decision at 4 s on task 1 of application 0 is for cluster 2 of 2");
  for (const std::vector<int>& processors : {std::vector<int>{}, {1}, {0, 0}, {-1}})
    EXPECT_EQ(refusal({{0, 1, 0, processors}}, 4),
              "the decision at 4 s on task 1 of application 0 does not take distinct processors of one cluster, in "
              "ascending order");
}

TEST_F(Decisions, MustComeForEveryTask) {
  const DecideGraphs lazy = [](const Situation&) { return std::vector<Decision>{}; };
  EXPECT_EQ(refusal_of([&] { planned_at_run_time(platform_, workload_, 0, lazy); }),
            "task 0 of application 0 is never decided on");
}

}  // namespace
}  // namespace palio
