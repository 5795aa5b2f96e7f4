#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"
#include "workloads/families/parts/drawn_graph.h"

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

// A second implementation: the points and the complexity from "type/i", then the costs of each level.
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

constexpr std::string_view k_strassen_family = "strassen-batch";

TaskGraph strassen_graph(std::string_view more = "") {
  return build_batch(k_strassen_family, 1, 0, more).applications.at(0).graph;
}

bool is_product(int task) { return task >= 10 && task < 17; }

// S, Q, then U1 and U3, U2 and U4, C11 and C22; C12 and C21 follow the products directly.
TEST(StrassenBatch, HasTwentyFiveTasksOnFiveLevels) {
  const TaskGraph graph = strassen_graph();
  EXPECT_EQ(graph.task_count(), 25);
  EXPECT_EQ(graph.level_count(), 5);
  EXPECT_EQ(maximal_width(graph), 10);
  std::map<int, int> sizes;
  for (int id = 0; id < 25; ++id) ++sizes[graph.level(id)];
  EXPECT_EQ(sizes, (std::map<int, int>{{0, 10}, {1, 7}, {2, 4}, {3, 2}, {4, 2}}));
}

// S1 to S10 are 0 to 9, Q1 to Q7 are 10 to 16, then U1, U2, C11, C12, C21, U3, U4, C22. By parent:
// S1 Q1, S2 Q2, S3 Q5, S4 Q6, S5 Q7, S6 Q1, S7 Q3, S8 Q4, S9 Q6, S10 Q7; Q1 U1 U3, Q2 C21 U3, Q3 C12 U4, Q4 U1 C21,
// Q5 U2 C12, Q6 C22, Q7 C11; U1 U2, U2 C11, U3 U4, U4 C22.
TEST(StrassenBatch, HasTheseEdges) {
  std::vector<std::pair<int, int>> ends;
  const TaskGraph graph = strassen_graph();
  for (const Edge& edge : graph.edges()) ends.emplace_back(edge.from, edge.to);
  EXPECT_EQ(ends, (std::vector<std::pair<int, int>>{
                      {0, 10},  {1, 11},  {2, 14},  {3, 15},  {4, 16},  {5, 10},  {6, 12},  {7, 13},  {8, 15},
                      {9, 16},  {10, 17}, {10, 22}, {11, 21}, {11, 22}, {12, 20}, {12, 23}, {13, 17}, {13, 21},
                      {14, 18}, {14, 20}, {15, 24}, {16, 19}, {17, 18}, {18, 19}, {22, 23}, {23, 24}}));
}

TEST(StrassenBatch, BeginsWithTheSumsAndEndsWithTheFourBlocks) {
  const TaskGraph graph = strassen_graph();
  std::set<int> entries, sinks;
  for (int id = 0; id < 25; ++id) {
    if (graph.in_edges(id).empty()) entries.insert(id);
    if (graph.out_edges(id).empty()) sinks.insert(id);
  }
  EXPECT_EQ(entries, (std::set<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(sinks, (std::set<int>{19, 20, 21, 24}));
}

// The graph computes the product: each sum and product of 2 x 2 blocks of one number each, A = (1 2; 3 4) and B = (5 6;
// 7 8). S: 5, 7, 3, 2, -2, 13, -2, 2, 11, 15; Q: 65, 35, -2, 8, 24, 22, -30. Signed sums of the parents give the known
// result A B = (19 22; 43 50): C11 = 65 + 8 - 24 - 30, C12 = -2 + 24, C21 = 35 + 8, C22 = 65 - 35 - 2 + 22.
TEST(StrassenBatch, AddsUpTheProductsThatMakeTheResult) {
  const TaskGraph graph = strassen_graph();
  const std::vector<double> products{65, 35, -2, 8, 24, 22, -30};
  const std::map<std::pair<int, int>, double> subtracted{{{14, 18}, -1}, {{11, 22}, -1}};  // - Q5 in U2, - Q2 in U3
  std::vector<double> value(25, 0);
  for (int id = 10; id < 25; ++id) {
    double& result = value[static_cast<std::size_t>(id)];
    if (is_product(id)) {
      result = products[static_cast<std::size_t>(id - 10)];
      continue;
    }
    for (const Edge& edge : graph.in_edges(id)) {
      const auto sign = subtracted.find({edge.from, id});
      result += (sign == subtracted.end() ? 1 : sign->second) * value[static_cast<std::size_t>(edge.from)];
    }
  }
  EXPECT_EQ((std::vector<double>{value[19], value[20], value[21], value[24]}), (std::vector<double>{19, 22, 43, 50}));
}

// e = (512 k)^2: an addition a e flop with one a in [64, 512) per graph, a product e^(3/2), an edge 8 e bytes.
TEST(StrassenBatch, TasksWorkOnBlocksOfAQuarterOfTheMatrix) {
  std::set<double> sides;
  for (const Application& application : build_batch(k_strassen_family, 200, 0).applications) {
    const TaskGraph& graph = application.graph;
    const double elements = graph.edges()[0].bytes / 8;
    const double factor = graph.task(0).flop / elements;
    EXPECT_GE(factor, 64);
    EXPECT_LT(factor, 512);
    for (int id = 0; id < 25; ++id)
      ASSERT_EQ(graph.task(id).flop, is_product(id) ? std::pow(std::sqrt(elements), 3) : graph.task(0).flop);
    for (const Edge& edge : graph.edges()) ASSERT_EQ(edge.bytes, 8 * elements);
    sides.insert(std::sqrt(elements) / 512);
  }
  EXPECT_EQ(sides, (std::set<double>{2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(StrassenBatch, EachTaskHasItsOwnAlpha) {
  std::set<double> fractions;
  const TaskGraph graph = strassen_graph();
  for (const Task& task : graph.tasks()) fractions.insert(task.alpha);
  EXPECT_EQ(fractions.size(), 25U);
}

// A second implementation: side, factor, 25 times alpha.
TEST(StrassenBatch, EachGraphIsDrawnFromItsOwnStream) {
  const Recipe recipe = batch_recipe(k_strassen_family, 4, 7, "alpha_max=0.5");
  const Workload workload = build_batch(recipe);
  for (std::size_t i = 0; i < 4; ++i) {
    const TaskGraph& graph = workload.applications[i].graph;
    RandomStream costs = test::stream_of(recipe, fmt::format("costs/{}", i));
    const double side = 512.0 * static_cast<double>(costs.uniform_integer(2, 10));
    const double factor = costs.uniform_real(64, 512);
    EXPECT_EQ(graph.task(0).flop, factor * (side * side));
    EXPECT_EQ(graph.task(10).flop, side * side * side);
    for (int id = 0; id < 25; ++id) EXPECT_EQ(graph.task(id).alpha, costs.uniform_real(0, 0.5)) << id;
  }
}

// Additions on levels 0, 2, 3 and 4, 18 of them. q and alpha stay those of the same graph.
TEST(StrassenBatch, AdditionsCostAsDrawnForGraphLevelOrTaskOrAsTheOperationDoes) {
  const TaskGraph graph = strassen_graph();
  const double elements = graph.edges()[0].bytes / 8;
  const std::map<std::string, std::size_t> counts{{"graph", 1}, {"level", 4}, {"task", 18}, {"operation", 1}};
  for (const auto& [costs, count] : counts) {
    const TaskGraph other = strassen_graph("costs=" + costs);
    std::set<double> factors;
    std::map<int, std::set<double>> by_level;
    for (int id = 0; id < 25; ++id) {
      EXPECT_EQ(other.task(id).alpha, graph.task(id).alpha);
      const double factor = other.task(id).flop / elements;
      if (is_product(id)) {
        EXPECT_EQ(other.task(id).flop, graph.task(id).flop);
        continue;
      }
      factors.insert(factor);
      by_level[other.level(id)].insert(factor);
      const bool is_right = costs == "operation" ? factor == 1 : factor >= 64 && factor < 512;
      EXPECT_TRUE(is_right) << factor;  // operation: n^2 / 4 for matrices of n x n
    }
    EXPECT_EQ(factors.size(), count) << costs;
    for (const auto& [level, values] : by_level) EXPECT_TRUE(costs != "level" || values.size() == 1) << level;
  }
}

// A campaign from before the parameter existed can be continued.
TEST(StrassenBatch, KeepsItsIdentityWhereCostsAreDrawnPerGraph) {
  EXPECT_EQ(canonical_text(batch_recipe(k_strassen_family, 2, 0, "costs=graph")),
            canonical_text(batch_recipe(k_strassen_family, 2, 0)));
  EXPECT_EQ(canonical_text(batch_recipe(k_strassen_family, 2, 0)),
            "strassen-batch:alpha_max=0.25,batch=2,data_factor=1,sample=0,seed=2009");
}

}  // namespace
}  // namespace palio
