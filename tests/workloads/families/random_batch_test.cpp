#include "workloads/families/families.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"
#include "workloads/families/parts/layered_graph.h"

namespace palio {
namespace {

using test::batch_recipe;
using test::build_batch;
using test::dump;

constexpr std::string_view k_batch_family = "random-batch";
constexpr int k_types = 4000;

// Written down once more: what the stream of graph `index` chooses from the lists of the paper.
LayeredGraphType type_of(const Recipe& recipe, int index) {
  constexpr std::array<std::int64_t, 3> tasks{10, 20, 50};
  constexpr std::array<double, 3> widths{0.2, 0.5, 0.8};
  constexpr std::array<double, 2> twice{0.2, 0.8};
  constexpr std::array<std::int64_t, 3> jumps{1, 2, 4};
  RandomStream stream = test::stream_of(recipe, fmt::format("type/{}", index));
  const auto choice = [&](std::int64_t last) { return static_cast<std::size_t>(stream.uniform_integer(0, last)); };
  LayeredGraphType type;
  type.tasks = tasks[choice(2)];
  type.width = widths[choice(2)];
  type.regularity = twice[choice(1)];
  type.density = twice[choice(1)];
  type.jump = jumps[choice(2)];
  type.complexity = static_cast<Complexity>(choice(3));
  type.alpha_max = real_of(recipe.parameters, "alpha_max");
  return type;
}

const std::vector<LayeredGraphType>& types() {
  static const std::vector<LayeredGraphType> drawn = [] {
    const Recipe recipe = batch_recipe(k_batch_family, 10, 0);
    std::vector<LayeredGraphType> all;
    for (int i = 0; i < k_types; ++i) all.push_back(type_of(recipe, i));
    return all;
  }();
  return drawn;
}

// How often each value comes up.
template <class Key>
std::map<Key, int> counted(Key (*key)(const LayeredGraphType&)) {
  std::map<Key, int> counts;
  for (const LayeredGraphType& type : types()) ++counts[key(type)];
  return counts;
}

// n values: 4000 / n of each, with a deviation of sqrt(4000 (1/n) (1 - 1/n)).
template <class Key>
void expect_uniform(const std::map<Key, int>& counts, std::size_t values) {
  EXPECT_EQ(counts.size(), values);
  const double share = 1 / static_cast<double>(values);
  for (const auto& [key, count] : counts)
    EXPECT_NEAR(count, k_types * share, 5 * std::sqrt(k_types * share * (1 - share)));
}

TEST(RandomBatch, TypesAreUniformOverTheAxesOfThePaper) {
  const auto tasks = counted<std::int64_t>([](const LayeredGraphType& type) { return type.tasks; });
  expect_uniform(tasks, 3);
  EXPECT_TRUE(tasks.contains(10) && tasks.contains(20) && tasks.contains(50));
  const auto widths = counted<double>([](const LayeredGraphType& type) { return type.width; });
  expect_uniform(widths, 3);
  EXPECT_TRUE(widths.contains(0.2) && widths.contains(0.5) && widths.contains(0.8));
  expect_uniform(counted<double>([](const LayeredGraphType& type) { return type.regularity; }), 2);
  expect_uniform(counted<double>([](const LayeredGraphType& type) { return type.density; }), 2);
  const auto jumps = counted<std::int64_t>([](const LayeredGraphType& type) { return type.jump; });
  expect_uniform(jumps, 3);
  EXPECT_TRUE(jumps.contains(1) && jumps.contains(2) && jumps.contains(4));
  expect_uniform(counted<Complexity>([](const LayeredGraphType& type) { return type.complexity; }), 4);
}

// 3 x 3 x 3 cells, and 2 x 2 x 4 of the other three axes.
TEST(RandomBatch, AxesAreIndependent) {
  using Shape = std::tuple<std::int64_t, double, std::int64_t>;
  expect_uniform(counted<Shape>([](const LayeredGraphType& type) { return Shape(type.tasks, type.width, type.jump); }),
                 27);
  using Rest = std::tuple<double, double, Complexity>;
  expect_uniform(
      counted<Rest>([](const LayeredGraphType& type) { return Rest(type.regularity, type.density, type.complexity); }),
      16);
}

// Graph i is what its own three streams say, whatever the others do.
TEST(RandomBatch, EachGraphIsDrawnFromItsOwnStreams) {
  const Recipe recipe = batch_recipe(k_batch_family, 50, 1, "alpha_max=0.2");
  const Workload workload = build_batch(recipe);
  for (int i = 0; i < 50; ++i) {
    const LayeredGraphType type = type_of(recipe, i);
    RandomStream shape = test::stream_of(recipe, fmt::format("shape/{}", i));
    RandomStream costs = test::stream_of(recipe, fmt::format("costs/{}", i));
    EdgeLimit limit("random-batch", "");
    const TaskGraph& graph = workload.applications[static_cast<std::size_t>(i)].graph;
    EXPECT_EQ(graph.task_count(), type.tasks) << i;
    EXPECT_EQ(dump(graph), dump(draw_layered_graph(type, 1, shape, costs, limit))) << i;
  }
}

// Parents of a task are among the lower numbers, and each task below the first level has one.
TEST(RandomBatch, GraphsHaveAnEdgeIntoEveryTaskBelowTheFirstLevel) {
  const Recipe recipe = batch_recipe(k_batch_family, 100, 0);
  const Workload workload = build_batch(recipe);
  for (int i = 0; i < 100; ++i) {
    const TaskGraph& graph = workload.applications[static_cast<std::size_t>(i)].graph;
    const LayeredGraphType type = type_of(recipe, i);
    RandomStream shape = test::stream_of(recipe, fmt::format("shape/{}", i));
    const int entries = draw_level_sizes(static_cast<int>(type.tasks), type.width, type.regularity, shape).front();
    for (int id = 0; id < graph.task_count(); ++id) ASSERT_EQ(graph.in_edges(id).empty(), id < entries);
  }
}

// Chains of 7 tasks of q^3 flop: one task per level, and no edge over a level.
TEST(RandomBatch, DrawsFromTheListsThatItIsGiven) {
  const Workload workload = build_batch(k_batch_family, 20, 0, "task_counts=7,widths=0,jumps=1,complexities=matmul");
  for (const Application& application : workload.applications) {
    const TaskGraph& graph = application.graph;
    EXPECT_EQ(graph.task_count(), 7);
    EXPECT_EQ(maximal_width(graph), 1);
    for (const Edge& edge : graph.edges()) EXPECT_DOUBLE_EQ(graph.task(edge.from).flop, std::pow(edge.bytes / 8, 1.5));
  }
}

std::string batch_error(std::string_view more, int batch = 1) {
  return test::error_of([&] { build_batch(k_batch_family, batch, 0, more); });
}

TEST(RandomBatch, RefusesListsThatMakeNoSense) {
  EXPECT_EQ(batch_error("task_counts=\"\""), "parameter \"task_counts\" of random-batch lists no value");
  EXPECT_EQ(batch_error("task_counts=\"10 many\""),
            "parameter \"task_counts\" of random-batch must be an integer, not \"many\"");
  EXPECT_EQ(batch_error("widths=\"0.5 1.5\""), "parameter \"widths\" of random-batch is 1.5, outside [0, 1]");
  EXPECT_EQ(batch_error("regularities=2"), "parameter \"regularities\" of random-batch is 2, outside [0, 1]");
  EXPECT_EQ(batch_error("densities=-1"), "parameter \"densities\" of random-batch is -1, outside [0, 1]");
  EXPECT_EQ(batch_error("jumps=0"), "parameter \"jumps\" of random-batch is 0, outside [1, 1000]");
  EXPECT_EQ(batch_error("complexities=\"sort stencyl\""),
            "parameter \"complexities\" of random-batch cannot be \"stencyl\" (did you mean \"stencil\"?)");
  EXPECT_EQ(batch_error("data_factor=-1"), "parameter \"data_factor\" of random-batch is -1, outside [0, 1000000]");
}

// 11 x 10^5 tasks, whatever is drawn.
TEST(RandomBatch, RefusesABatchThatNoMemoryHolds) {
  EXPECT_EQ(batch_error("task_counts=\"1 100000 10\"", 11),
            "11 graphs of 100000 tasks are more than 1000000 tasks: lower batch or task_counts");
}

// Levels of 316 tasks with 158 parents on average: 1.6 x 10^7 edges.
TEST(RandomBatch, RefusesEdgesThatNoMemoryHolds) {
  EXPECT_EQ(batch_error("task_counts=100000,widths=0.5,regularities=1,densities=1"),
            "this random-batch workload has more than 10000000 edges: lower task_counts, widths, densities or batch");
}

}  // namespace
}  // namespace palio
