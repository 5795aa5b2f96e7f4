// Classical lists: JIT gives each idle host the first ready task of a list.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/identity/random_stream.h"
#include "strategies/sequential/model/ranks.h"
#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

Platform identical(int hosts) {
  Platform platform = test::mesh(std::vector<double>(hosts, 1));
  platform.pair_links.assign(platform.pair_links.size(), {1, 0});
  return platform;
}

Workload tasks_of(const std::vector<double>& times, const std::vector<std::pair<int, int>>& edges = {}) {
  std::vector<Task> tasks;
  for (const double time : times) tasks.push_back({time, 1, ""});
  std::vector<Edge> without_data;
  for (const auto& [from, to] : edges) without_data.push_back({from, to, 0});
  return test::workload({std::move(tasks), std::move(without_data)});
}

double end_of(std::string_view strategy, int hosts, const Workload& workload, const Parameters& parameters = {}) {
  double end = 0;
  for (const test::Run& run : test::runs(strategy, identical(hosts), workload, parameters))
    end = std::max(end, run.finish);
  return end;
}

double listed(const std::string& priority, int hosts, const Workload& workload) {
  return end_of("JIT", hosts, workload, {{"priority", priority}, {"choice", "idle"}});
}

// R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17(2) 1969: T1 < T9, T4 < T5 to T8.
struct Graham {
  std::vector<double> times{3, 2, 2, 2, 4, 4, 4, 4, 9};
  std::vector<std::pair<int, int>> edges{{0, 8}, {3, 4}, {3, 5}, {3, 6}, {3, 7}};

  // By the list, the numbers of its tasks.
  double end(int hosts, const std::vector<int>& list = {0, 1, 2, 3, 4, 5, 6, 7, 8}) const {
    std::vector<int> place(list.size());
    std::vector<double> in_list;
    for (std::size_t i = 0; i < list.size(); ++i) {
      place[list[i]] = static_cast<int>(i);
      in_list.push_back(times[list[i]]);
    }
    std::vector<std::pair<int, int>> moved;
    for (const auto& [from, to] : edges) moved.emplace_back(place[from], place[to]);
    return listed("number", hosts, tasks_of(in_list, moved));
  }
};

TEST(ListScheduling, MakesTheFiveSchedulesOfGraham) {
  EXPECT_EQ(Graham().end(3), 12);
  EXPECT_EQ(Graham().end(3, {0, 1, 3, 4, 5, 2, 8, 6, 7}), 14);
  EXPECT_EQ(Graham().end(4), 15);
  EXPECT_EQ((Graham{.times = {2, 1, 1, 1, 3, 3, 3, 3, 8}}.end(3)), 13);
  EXPECT_EQ((Graham{.edges = {{0, 8}, {3, 6}, {3, 7}}}.end(3)), 16);
}

// m(m-1) tasks of 1 s fill m - 1 s, then one of m: 2m - 1, where m is possible.
TEST(ListScheduling, TakesUpTo2Minus1OverM) {
  for (int m = 2; m <= 6; ++m) {
    std::vector<double> times(m * (m - 1), 1);
    times.push_back(m);
    EXPECT_EQ(listed("number", m, tasks_of(times)), 2 * m - 1);
    EXPECT_EQ(listed("longest", m, tasks_of(times)), m);
  }
}

// Two tasks of each of 2m-1, ..., m+1 s and three of m: 4m - 1, where 3m is possible.
TEST(Lpt, TakesUpTo4ThirdsMinus1Over3M) {
  for (int m = 2; m <= 6; ++m) {
    std::vector<double> times(3, m);
    for (int time = m + 1; time < 2 * m; ++time) times.insert(times.end(), 2, time);
    EXPECT_EQ(listed("longest", m, tasks_of(times)), 4 * m - 1);
    EXPECT_EQ(end_of("Exact", m, tasks_of(times)), 3 * m);
  }
}

// Unit tasks. `children`: the most that a task has; 1: an in-tree or several.
Workload drawn_unit_tasks(RandomStream& random, int most_tasks, int children) {
  const auto count = static_cast<int>(random.uniform_integer(2, most_tasks));
  std::vector<std::pair<int, int>> edges;
  for (int task = 0; task + 1 < count; ++task) {
    std::vector<int> later(count - task - 1);
    std::iota(later.begin(), later.end(), task + 1);
    for (auto left = random.uniform_integer(0, children); left > 0 && !later.empty(); --left) {
      const auto chosen = later.begin() + random.uniform_integer(0, std::ssize(later) - 1);
      edges.emplace_back(task, *chosen);
      later.erase(chosen);
    }
  }
  return tasks_of(std::vector<double>(count, 1), edges);
}

// T. C. Hu, Operations Research 9(6) 1961: the highest level first.
TEST(Hu, IsOptimalForUnitTasksInInTrees) {
  RandomStream random(61);
  for (int i = 0; i < 300; ++i) {
    const Workload workload = drawn_unit_tasks(random, 14, 1);
    const auto hosts = static_cast<int>(random.uniform_integer(2, 4));
    EXPECT_EQ(listed("upward", hosts, workload), end_of("Exact", hosts, workload)) << i;
  }
}

TEST(CoffmanGraham, IsOptimalForUnitTasksOnTwoHosts) {
  RandomStream random(72);
  for (int i = 0; i < 300; ++i) {
    const Workload workload = drawn_unit_tasks(random, 14, 3);
    const double least = end_of("Exact", 2, workload);
    EXPECT_EQ(listed("coffman-graham", 2, workload), least) << i;
  }
}

// All of 0, 1 and 2 have level 2. After 0 and 1 only 2 is ready, whose three children take two more s. First 2 and 0,
// then 1 beside 4 or 5: 3 s.
TEST(CoffmanGraham, KnowsMoreThanLevels) {
  const Workload workload = tasks_of({1, 1, 1, 1, 1, 1}, {{0, 5}, {1, 3}, {2, 3}, {2, 4}, {2, 5}});
  EXPECT_EQ(listed("upward", 2, workload), 4);
  EXPECT_EQ(listed("coffman-graham", 2, workload), 3);
}

// Exits 3 and 4 get 1 and 2. Then 1, whose child has 1, gets 3, 2, with the child 4, gets 4, and 0 with 3 and 4, 5.
// The edge from 0 to 3 follows from others.
TEST(CoffmanGraham, LabelsByTheLabelsOfChildren) {
  const Workload workload = tasks_of({1, 1, 1, 1, 1}, {{0, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 4}});
  EXPECT_EQ(coffman_graham_labels(workload.applications[0].graph), (std::vector<double>{5, 3, 4, 1, 2}));
}

}  // namespace
}  // namespace palio
