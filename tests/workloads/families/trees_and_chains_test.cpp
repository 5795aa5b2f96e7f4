#include <gtest/gtest.h>

#include <set>
#include <string>

#include "workloads/families/families.h"

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

}  // namespace
}  // namespace palio
