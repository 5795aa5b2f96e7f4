#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/error.h"

namespace palio {
namespace {

using Build = Workload (*)(const Recipe&, std::string_view);

TaskGraph built_graph(Build build, std::span<const ParameterSpec> specs, const std::string& parameters,
                      int sample = 0) {
  const std::string recipe = "family:" + parameters + "sample=" + std::to_string(sample) + ",seed=2024";
  return build(parse_recipe(recipe, specs), "").applications.at(0).graph;
}

TaskGraph tree(Build build, const std::string& parameters, int sample = 0) {
  return built_graph(build, tree_parameters(), parameters, sample);
}

std::vector<std::pair<int, int>> ends(const TaskGraph& graph) {
  std::vector<std::pair<int, int>> ends;
  for (const Edge& edge : graph.edges()) ends.emplace_back(edge.from, edge.to);
  return ends;
}

const std::string k_three_levels = "level_counts=3,branchings=2,";

// Root 1, its children 2 and 3, theirs 4 to 7, between the entry 0 and the exit 8.
TEST(OutTree, LeadsFromItsRoot) {
  EXPECT_EQ(ends(tree(build_out_tree, k_three_levels)),
            (std::vector<std::pair<int, int>>{
                {0, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 5}, {3, 6}, {3, 7}, {4, 8}, {5, 8}, {6, 8}, {7, 8}}));
}

// The same backwards: task i is 8 - i.
TEST(InTree, LeadsToItsRoot) {
  EXPECT_EQ(ends(tree(build_in_tree, k_three_levels)),
            (std::vector<std::pair<int, int>>{
                {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 5}, {2, 5}, {3, 6}, {4, 6}, {5, 7}, {6, 7}, {7, 8}}));
}

TEST(Chains, AreSideBySide) {
  EXPECT_EQ(ends(built_graph(build_chains, chain_parameters(), "chain_counts=2,chain_lengths=3,")),
            (std::vector<std::pair<int, int>>{{0, 1}, {0, 4}, {1, 2}, {2, 3}, {3, 7}, {4, 5}, {5, 6}, {6, 7}}));
}

TEST(Trees, HaveAsManyLevelsAndChildrenAsPublished) {
  // 2, 3, 4 levels of 2 or 3 children: 1 + 2, 1 + 3, 1 + 2 + 4, 1 + 3 + 9, 15, 40 tasks, and two more.
  std::set<int> counts;
  for (int sample = 0; sample < 100; ++sample) counts.insert(tree(build_in_tree, "", sample).task_count());
  EXPECT_EQ(counts, (std::set<int>{5, 6, 9, 15, 17, 42}));
}

// Weights N(1, 1/3) clipped to [1e-9, 2], about 15 tasks in each of 1000 graphs: their mean has a deviation of 0.0027.
TEST(Trees, WeighAsPublished) {
  double flop = 0, bytes = 0;
  int tasks = 0, edges = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    const TaskGraph drawn = tree(build_out_tree, "", sample);
    EXPECT_DOUBLE_EQ(drawn.task(0).flop, 1e3);  // 1e-9 of 1e12
    EXPECT_DOUBLE_EQ(drawn.task(drawn.task_count() - 1).flop, 1e3);
    for (int task = 1; task < drawn.task_count() - 1; ++task, ++tasks) {
      flop += drawn.task(task).flop / 1e12;
      EXPECT_LE(drawn.task(task).flop, 2e12);
      EXPECT_EQ(drawn.task(task).alpha, 1);
    }
    for (const Edge& edge : drawn.edges()) {
      if (edge.from == 0 || edge.to == drawn.task_count() - 1) {
        EXPECT_DOUBLE_EQ(edge.bytes, 100);  // 1e-9 of 1e11
        continue;
      }
      bytes += edge.bytes / 1e11;
      ++edges;
    }
  }
  EXPECT_NEAR(flop / tasks, 1, 5 * 0.0027);
  EXPECT_NEAR(bytes / edges, 1, 5 * 0.0027);
}

TEST(Trees, ScaleTheSameDraws) {
  const TaskGraph one = tree(build_in_tree, ""), other = tree(build_in_tree, "mean_flop=2e12,data_factor=4,");
  ASSERT_EQ(one.task_count(), other.task_count());
  EXPECT_EQ(other.task(1).flop, 2 * one.task(1).flop);
  for (std::size_t i = 0; i < one.edges().size(); ++i) EXPECT_EQ(other.edges()[i].bytes, 4 * one.edges()[i].bytes);
}

TaskGraph draw(const std::string& parameters, int sample = 0) {
  const std::string recipe = "heft-random:" + parameters + ",sample=" + std::to_string(sample) + ",seed=2002";
  return build_heft_random(parse_recipe(recipe, heft_random_parameters()), "").applications.at(0).graph;
}

// Levels are integers from 1 to 2 m - 1 for m = sqrt(100) / shape: 20, 10, 5 on average. Over 400 graphs the mean has a
// deviation of about (2 m / sqrt(12)) / 20.
TEST(HeftRandom, HasAsManyLevelsAsItsShapeSays) {
  for (const auto& [shape, mean] : {std::pair(0.5, 20.0), std::pair(1.0, 10.0), std::pair(2.0, 5.0)}) {
    double levels = 0;
    for (int sample = 0; sample < 400; ++sample) {
      const TaskGraph graph = draw("tasks=100,out_degree=1,machines=1,shape=" + to_text(shape), sample);
      EXPECT_EQ(graph.task_count(), 100);
      levels += graph.level_count();
    }
    EXPECT_NEAR(levels / 400, mean, 5 * (2 * mean / 3.46) / 20) << shape;
  }
}

TEST(HeftRandom, EachTaskHasItsChildrenAndBelowTheFirstLevelAParentInTheOneAbove) {
  for (int sample = 0; sample < 100; ++sample) {
    const TaskGraph graph = draw("tasks=40,shape=1,out_degree=3,machines=1", sample);
    for (int task = 0; task < graph.task_count(); ++task) {
      const auto later = std::ranges::count_if(graph.topological_order(),
                                               [&](int other) { return graph.level(other) > graph.level(task); });
      EXPECT_GE(static_cast<std::ptrdiff_t>(graph.out_edges(task).size()), std::min<std::ptrdiff_t>(3, later));
      if (graph.level(task) == 0) continue;
      EXPECT_TRUE(std::ranges::any_of(
          graph.in_edges(task), [&](const Edge& edge) { return graph.level(edge.from) == graph.level(task) - 1; }));
    }
  }
}

TEST(HeftRandom, WithoutADegreeAllLaterTasksAreChildren) {
  const TaskGraph graph = draw("tasks=20,shape=1,out_degree=0,machines=1", 3);
  for (int task = 0; task < graph.task_count(); ++task)
    for (int other = 0; other < graph.task_count(); ++other) {
      const bool is_child =
          std::ranges::any_of(graph.out_edges(task), [&](const Edge& edge) { return edge.to == other; });
      EXPECT_EQ(is_child, graph.level(other) > graph.level(task)) << task << " -> " << other;
    }
}

// Mean times uniform up to 20 s, over 200 x 50 tasks: deviation 5.8 / 100. Times of the hosts within a quarter of them
// on either side. Data: uniform up to 2 x 0.5 x 10 s at 1e6 byte/s, so 5e6 bytes on average.
TEST(HeftRandom, TimesAndDataAreAsPublished) {
  double time = 0, bytes = 0, edges = 0;
  for (int sample = 0; sample < 200; ++sample) {
    const TaskGraph graph =
        draw("tasks=50,shape=1,out_degree=2,machines=3,ccr=0.5,unrelatedness=0.5,reference_bandwidth=1e6", sample);
    EXPECT_EQ(graph.time_count(), 3);
    for (const Task& task : graph.tasks()) {
      const auto [least, most] = std::ranges::minmax(task.times);
      EXPECT_LE(most / least, 1.25 / 0.75);
      time += (task.times[0] + task.times[1] + task.times[2]) / 3;
    }
    for (const Edge& edge : graph.edges()) {
      bytes += edge.bytes;
      ++edges;
    }
  }
  EXPECT_NEAR(time / 10000, 10, 5 * 0.058);
  EXPECT_NEAR(bytes / edges, 5e6, 5e6 * 5 * 0.577 / 100);
}

TEST(HeftRandom, ScalesTheSameDraws) {
  const TaskGraph one = draw("tasks=20,shape=1,out_degree=2,machines=2,ccr=1");
  const TaskGraph other = draw("tasks=20,shape=1,out_degree=2,machines=2,ccr=4");
  const TaskGraph alike = draw("tasks=20,shape=1,out_degree=2,machines=2,ccr=1,unrelatedness=0");
  for (std::size_t i = 0; i < one.edges().size(); ++i) {
    EXPECT_EQ(other.edges()[i].to, one.edges()[i].to);
    EXPECT_EQ(other.edges()[i].bytes, 4 * one.edges()[i].bytes);
  }
  for (int task = 0; task < 20; ++task) {
    EXPECT_EQ(other.task(task).times, one.task(task).times);
    EXPECT_EQ(alike.task(task).times[0], alike.task(task).times[1]);
  }
}

TEST(HeftRandom, RefusesTooManyEdges) { EXPECT_THROW(draw("tasks=10000,shape=1,out_degree=0,machines=1"), UserError); }

}  // namespace
}  // namespace palio
