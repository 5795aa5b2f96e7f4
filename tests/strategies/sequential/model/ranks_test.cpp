#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "strategies/sequential/model/ranks.h"
#include "tests/strategies/sequential/examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

TEST(MeanCosts, AreTakenOverHostsAndPairsOfHosts) {
  // Processor 0 of 1 flop/s, 1 and 2 of 2 flop/s: 6 flop take (6 + 3 + 3)/3 s. Of the 6 ordered pairs 2 lie inside the
  // second cluster (latency 3 s), 4 between the clusters (7 s): 34/6 s; 20 bytes at 10 byte/s 2 s more. Over all 9
  // pairs it is 6/9 of that. SAGA has 6 links, 3 of them of a host to itself: half of it.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(2, 2)});
  const Workload workload = test::workload(test::graph({{6, 0}, {6, 0}}, {{0, 1, 20}}));
  const SequentialInstance instance(platform, workload);
  const MeanCosts distinct(instance, MeanTransfer::distinct), with_self(instance, MeanTransfer::with_self),
      saga(instance, MeanTransfer::saga);
  EXPECT_EQ(distinct.time(0), 4);
  EXPECT_DOUBLE_EQ(distinct.transfer({0, 1, 20}), 34.0 / 6 + 2);
  EXPECT_DOUBLE_EQ(with_self.transfer({0, 1, 20}), (34.0 / 6 + 2) * 6 / 9);
  EXPECT_DOUBLE_EQ(saga.transfer({0, 1, 20}), (34.0 / 6 + 2) / 2);
  EXPECT_EQ(distinct.transfer({0, 1, 0}), 0);
}

TEST(MeanCosts, OfOneHostHaveNoTransfer) {
  const test::HostExample one{{{1}, {1}}, {{0, 1, 5}}};
  const test::HostInstance made(one);
  const SequentialInstance& instance = made.instance;
  for (const MeanTransfer pairs : {MeanTransfer::distinct, MeanTransfer::with_self, MeanTransfer::saga})
    EXPECT_EQ(MeanCosts(instance, pairs).transfer({0, 1, 5}), 0);
}

TEST(Ranks, AreThoseOfTheHeftPaper) {
  // Its table 2.
  const test::HostInstance made(test::k_heft_paper);
  const SequentialInstance& instance = made.instance;
  const MeanCosts costs(instance, MeanTransfer::distinct);
  const std::vector<double> upward = upward_ranks(instance.graph(), costs);
  const std::vector<double> downward = downward_ranks(instance.graph(), costs);
  const std::vector<double> expected_upward{108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667};
  const std::vector<double> expected_downward{0, 31, 25, 22, 24, 27, 62.333, 66.667, 63.667, 93.333};
  for (std::size_t task = 0; task < upward.size(); ++task) {
    EXPECT_NEAR(upward[task], expected_upward[task], 5e-4) << task;
    EXPECT_NEAR(downward[task], expected_downward[task], 5e-4) << task;
  }
}

TEST(Ranks, MediansOfAnEvenNumberOfHostsAreTheMeanOfTheMiddleTwo) {
  const test::HostExample four{{{9, 1, 2, 4}}};
  EXPECT_EQ(median_times(test::HostInstance(four).instance), (std::vector<double>{3}));
}

TEST(Orders, TiesOfRanksGoByGenerationThenIndex) {
  // 0 and 2 are entries, 1 comes after 2, 3 after 0.
  const TaskGraph graph = test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{2, 1, 0}, {0, 3, 0}});
  EXPECT_EQ(by_generation(graph), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(by_upward_rank(graph, std::vector<double>{2, 2, 2, 1}), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(by_upward_rank(graph, std::vector<double>{2, 3, 3, 1}), (std::vector<int>{2, 1, 0, 3}));
  EXPECT_EQ(by_priority(std::vector<double>{2, 3, 3, 1}), (std::vector<int>{1, 2, 0, 3}));
}

TEST(SequentialInstance, RefusesTimesForOtherHosts) {
  const Workload workload = test::HostExample{{{1, 2}}}.workload();
  EXPECT_EQ(test::error_of([&] {
              SequentialInstance(test::mesh({1, 1, 1}), workload);
            }),
            "the tasks of application \"\" have 2 times each, but the platform has 3 hosts");
}

using test::runs;

// The longest paths of a graph in half seconds, found by walking all paths, without ranks.
class AllPaths {
public:
  AllPaths(const std::vector<int>& times, const std::vector<Edge>& edges) : times_(times), edges_(edges) {
    std::set<int> not_entries;
    for (const Edge& edge : edges) not_entries.insert(edge.to);
    for (int task = 0; task < static_cast<int>(times.size()); ++task)
      if (!not_entries.contains(task)) walk(task, 0);
  }

  const std::set<std::vector<int>>& longest() const { return longest_; }

private:
  void walk(int task, int length) {
    path_.push_back(task);
    length += times_[task];
    bool is_exit = true;
    for (const Edge& edge : edges_) {
      if (edge.from != task) continue;
      is_exit = false;
      walk(edge.to, length + 2 * static_cast<int>(edge.bytes));
    }
    if (is_exit) keep(length);
    path_.pop_back();
  }

  void keep(int length) {
    if (length < most_) return;
    if (length > most_) longest_.clear();
    most_ = length;
    longest_.insert(path_);
  }

  const std::vector<int>& times_;
  const std::vector<Edge>& edges_;
  std::vector<int> path_;
  int most_ = 0;
  std::set<std::vector<int>> longest_;
};

// The new number of each task.
std::vector<int> shuffled_numbers(RandomStream& random, std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::size_t i = count; i > 1; --i)
    std::swap(numbers[i - 1], numbers[random.uniform_integer(0, static_cast<std::int64_t>(i) - 1)]);
  return numbers;
}

Workload renumbered(const Workload& workload, const std::vector<int>& numbers) {
  Workload shuffled = workload;
  const TaskGraph& graph = workload.applications.front().graph;
  std::vector<Task> tasks(graph.tasks().size());
  std::vector<Edge> edges;
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    tasks[numbers[task]] = graph.tasks()[task];
    for (const Edge& edge : graph.out_edges(static_cast<int>(task)))
      edges.push_back({numbers[task], numbers[edge.to], edge.bytes});
  }
  shuffled.applications.front().graph = TaskGraph(std::move(tasks), std::move(edges));
  return shuffled;
}

// A graph whose tasks take a and b seconds on two hosts, which are (a + b) half seconds on average and exact in binary,
// as a byte is, which takes a second. Its numbers are shuffled.
struct WholeExample {
  std::vector<int> half_seconds;
  std::vector<std::vector<double>> times;
  std::vector<Edge> edges;
};

WholeExample whole_example(RandomStream& random) {
  WholeExample drawn;
  const auto count = static_cast<std::size_t>(random.uniform_integer(2, 10));
  const std::vector<int> numbers = shuffled_numbers(random, count);
  for (std::size_t task = 0; task < count; ++task) {
    const auto a = random.uniform_integer(1, 9), b = random.uniform_integer(1, 9);
    drawn.times.push_back({static_cast<double>(a), static_cast<double>(b)});
    drawn.half_seconds.push_back(static_cast<int>(a + b));
  }
  for (std::size_t to = 0; to < count; ++to)
    for (std::size_t from = 0; from < to; ++from)
      if (random.uniform_real(0, 1) < 0.4)
        drawn.edges.push_back({numbers[from], numbers[to], static_cast<double>(random.uniform_integer(0, 3))});
  return drawn;
}

std::vector<bool> members(const std::vector<int>& path, std::size_t count) {
  std::vector<bool> is_on(count);
  for (const int task : path) is_on[task] = true;
  return is_on;
}

TEST(CriticalTasks, AreThoseOfALongestPathIn10000ShuffledGraphs) {
  RandomStream random(2002);
  int with_one = 0;
  for (int i = 0; i < 10000; ++i) {
    const WholeExample drawn = whole_example(random);
    const test::HostExample example{drawn.times, drawn.edges};
    const test::HostInstance made(example);
    const SequentialInstance& instance = made.instance;
    const std::vector<bool> critical =
        critical_tasks(instance, MeanCosts(instance, MeanTransfer::distinct), CriticalRule::longest).is_critical;
    const AllPaths paths(drawn.half_seconds, drawn.edges);
    EXPECT_TRUE(std::ranges::any_of(paths.longest(), [&](const std::vector<int>& path) {
      return members(path, drawn.times.size()) == critical;
    })) << i;
    with_one += paths.longest().size() == 1 ? 1 : 0;
  }
  EXPECT_GT(with_one, 5000);  // there is nothing to choose in these
}

// Arbitrary amounts, so that no two paths have the same length.
TEST(CriticalTasks, SchedulesDoNotDependOnNumbersIn10000ShuffledGraphs) {
  RandomStream random(2003);
  const Parameters reserving{{"critical", "on"}, {"priority", "upward"}};
  int drawn_graphs = 0;
  while (drawn_graphs < 10000) {
    const auto [platform, workload] = test::drawn_example(random, 12, 4);
    const TaskGraph& graph = workload.applications.front().graph;
    const double amount = graph.tasks().front().flop;
    if (amount == std::trunc(amount)) continue;  // of whole amounts, many of which are equal
    ++drawn_graphs;
    const std::vector<int> numbers = shuffled_numbers(random, graph.tasks().size());
    const Workload shuffled = renumbered(workload, numbers);
    for (const auto& [name, parameters] : {std::pair<std::string, Parameters>{"CPOP", {}}, {"Parametric", reserving}}) {
      const test::Runs before = runs(name, platform, workload, parameters);
      const test::Runs after = runs(name, platform, shuffled, parameters);
      for (std::size_t task = 0; task < before.size(); ++task)
        ASSERT_EQ(after[numbers[task]], before[task]) << name << " " << drawn_graphs;
    }
  }
}

}  // namespace

}  // namespace palio
