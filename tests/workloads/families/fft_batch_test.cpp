#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"
#include "workloads/families/parts/task_costs.h"

namespace palio {
namespace {

using test::batch_recipe;
using test::build_batch;

constexpr std::string_view k_fft_family = "fft-batch";

TaskGraph transform(int points, std::string_view more = "") {
  return build_batch(k_fft_family, 1, 0, fmt::format("points={}{}", points, more)).applications.at(0).graph;
}

std::vector<std::pair<int, int>> ends_of(const TaskGraph& graph) {
  std::vector<std::pair<int, int>> ends;
  for (const Edge& edge : graph.edges()) ends.emplace_back(edge.from, edge.to);
  return ends;
}

// 2k - 1 + k lg k tasks, 2 lg k + 1 levels; 2k - 2 edges of the tree and two into each task of the butterflies.
TEST(FftBatch, HasTheTasksLevelsAndWidthOfItsPoints) {
  struct Expected {
    int points, tasks, levels;
    std::size_t edges;
  };
  for (const auto& [points, tasks, levels, edges] : std::vector<Expected>{
           {2, 5, 3, 6}, {4, 15, 5, 22}, {8, 39, 7, 62}, {16, 95, 9, 158}, {1024, 12287, 21, 22526}}) {
    const TaskGraph graph = transform(points);
    EXPECT_EQ(graph.task_count(), tasks);
    EXPECT_EQ(graph.level_count(), levels);
    EXPECT_EQ(maximal_width(graph), points);
    EXPECT_EQ(graph.edges().size(), edges);
  }
}

// The tree is 0; 1, 2; 3 to 6. Butterfly 0, tasks 7 to 10, pairs leaves 3, 4 and 5, 6; butterfly 1, tasks 11 to 14,
// pairs 7, 9 and 8, 10.
TEST(FftBatch, OfFourPointsIsThisGraph) {
  EXPECT_EQ(ends_of(transform(4)),
            (std::vector<std::pair<int, int>>{{0, 1},  {0, 2},  {1, 3},  {1, 4},  {2, 5},   {2, 6},  {3, 7},  {3, 8},
                                              {4, 7},  {4, 8},  {5, 9},  {5, 10}, {6, 9},   {6, 10}, {7, 11}, {7, 13},
                                              {8, 12}, {8, 14}, {9, 11}, {9, 13}, {10, 12}, {10, 14}}));
}

// Each value of a transform depends on all points.
TEST(FftBatch, EveryResultDependsOnEveryLeafOfTheTree) {
  const TaskGraph graph = transform(16);
  for (int result = 79; result < 95; ++result) {
    std::set<int> ancestors{result};
    for (int id = result; id >= 15; --id)
      if (ancestors.contains(id))
        for (const Edge& edge : graph.in_edges(id)) ancestors.insert(edge.from);
    for (int leaf = 15; leaf < 31; ++leaf) EXPECT_TRUE(ancestors.contains(leaf)) << leaf << " -> " << result;
    EXPECT_TRUE(graph.out_edges(result).empty());
  }
}

TEST(FftBatch, TasksOfALevelHaveTheSameCosts) {
  for (const Application& application :
       build_batch(k_fft_family, 60, 0, "complexities=\"stencil sort matmul mixed\"").applications) {
    const TaskGraph& graph = application.graph;
    std::vector<int> first(static_cast<std::size_t>(graph.level_count()), -1);
    std::set<double> fractions;
    for (int id = 0; id < graph.task_count(); ++id) {
      int& model = first[static_cast<std::size_t>(graph.level(id))];
      if (model < 0) model = id;
      ASSERT_EQ(graph.task(id).flop, graph.task(model).flop);
      ASSERT_EQ(graph.task(id).alpha, graph.task(model).alpha);
      fractions.insert(graph.task(id).alpha);
      for (const Edge& edge : graph.out_edges(id)) ASSERT_EQ(edge.bytes, graph.out_edges(model)[0].bytes);
    }
    EXPECT_EQ(std::ssize(fractions), graph.level_count()) << "each level has its own";
  }
}

// Written down once more: the points and the complexity from "type/i", then the costs of each level.
TEST(FftBatch, EachGraphIsDrawnFromItsOwnStreams) {
  const Recipe recipe = batch_recipe(k_fft_family, 6, 2, "complexities=\"sort mixed\",data_factor=2");
  const Workload workload = build_batch(recipe);
  for (std::size_t i = 0; i < 6; ++i) {
    const TaskGraph& graph = workload.applications[i].graph;
    RandomStream type = test::stream_of(recipe, fmt::format("type/{}", i));
    RandomStream costs = test::stream_of(recipe, fmt::format("costs/{}", i));
    const auto exponent = static_cast<int>(2 + type.uniform_integer(0, 2));
    const Complexity complexity = type.uniform_integer(0, 1) == 0 ? Complexity::sort : Complexity::mixed;
    ASSERT_EQ(graph.level_count(), 2 * exponent + 1);
    std::vector<TaskCosts> levels;
    for (int level = 0; level < graph.level_count(); ++level)
      levels.push_back(draw_task_costs(complexity, 0.25, costs));
    for (int id = 0; id < graph.task_count(); ++id) {
      const TaskCosts& expected = levels[static_cast<std::size_t>(graph.level(id))];
      ASSERT_EQ(graph.task(id).flop, expected.task.flop);
      ASSERT_EQ(graph.task(id).alpha, expected.task.alpha);
      for (const Edge& edge : graph.out_edges(id)) ASSERT_EQ(edge.bytes, 2 * expected.bytes);
    }
  }
}

// 3000 graphs, 1000 of each size with a deviation of sqrt(3000 x 2/9) = 26.
TEST(FftBatch, PointsAreEquiprobable) {
  std::map<int, int> count;
  for (const Application& application : build_batch(k_fft_family, 3000, 0).applications)
    ++count[application.graph.task_count()];
  ASSERT_EQ(count.size(), 3U);
  for (const int tasks : {15, 39, 95}) EXPECT_NEAR(count[tasks], 1000, 5 * 26) << tasks;
}

// Work of q^3 flop on q^2 elements, q = 1024 k.
bool is_fft_product(const Task& task) {
  for (int k = 2; k <= 10; ++k)
    if (task.flop == std::pow(1024.0 * k, 3)) return true;
  return false;
}

int product_levels(const TaskGraph& graph) {
  std::set<int> levels;
  for (int id = 0; id < graph.task_count(); ++id)
    if (is_fft_product(graph.task(id))) levels.insert(graph.level(id));
  return static_cast<int>(levels.size());
}

// A graph has one complexity: all 5 levels are products or none. 1000 graphs, 500 with a deviation of 16.
TEST(FftBatch, ComplexitiesAreOfAWholeGraphAndEquiprobable) {
  int products = 0;
  for (const Application& application :
       build_batch(k_fft_family, 1000, 0, "points=4,complexities=\"stencil matmul\"").applications) {
    const int levels = product_levels(application.graph);
    ASSERT_TRUE(levels == 0 || levels == 5) << levels;
    products += levels / 5;
  }
  EXPECT_NEAR(products, 500, 5 * 16);
}

// By default every level draws its own: 600 graphs of 5 levels, a third of 3000, with a deviation of 26.
TEST(FftBatch, LevelsOfMixedComplexityHaveEquiprobableClasses) {
  int products = 0;
  for (const Application& application : build_batch(k_fft_family, 600, 0, "points=4").applications)
    products += product_levels(application.graph);
  EXPECT_NEAR(products, 1000, 5 * 26);
}

std::string fft_error(std::string_view more, int batch = 1) {
  return test::error_of([&] { build_batch(k_fft_family, batch, 0, more); });
}

TEST(FftBatch, RefusesPointsThatAreNoPowerOfTwo) {
  EXPECT_EQ(fft_error("points=\"4 37\""), "parameter \"points\" of fft-batch cannot be \"37\" (did you mean \"32\"?)");
  for (const char* points : {"0", "1", "3", "2048", "-4", "4.0", "four", "\"\"", "\"4  8\""})
    EXPECT_NE(fft_error(fmt::format("points={}", points)), "no error") << points;
}

// 12287 tasks each: 81 graphs have 995,247, 82 have 1,007,534.
TEST(FftBatch, RefusesABatchThatNoMemoryHolds) {
  EXPECT_EQ(fft_error("points=\"2 1024\"", 82),
            "82 graphs of 12287 tasks are more than 1000000 tasks: lower batch or points");
  EXPECT_EQ(fft_error("points=\"2 1024\"", 81), "no error");
}

}  // namespace
}  // namespace palio
