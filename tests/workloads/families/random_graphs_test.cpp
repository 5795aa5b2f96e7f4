#include "workloads/families/families.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/batch_cases.h"
#include "workloads/families/parts/drawn_graph.h"

namespace palio {
namespace {

using test::batch_recipe;
using test::build_batch;
using test::dump;
using test::ptg_recipe;

TaskGraph only_graph(const Recipe& recipe) { return build_random_ptg(recipe, "").applications.at(0).graph; }

// floor(n^width): 10^.5 = 3.16, 10^.8 = 6.3; 20^.5 = 4.47, 20^.8 = 10.98; 30^.8 = 15.2; 50^.2 = 2.19, 50^.8 = 22.9.
TEST(IdealLevelSize, IsTheTableOfTheStudy) {
  const std::map<int, std::vector<int>> expected{
      {10, {1, 1, 3, 6}}, {20, {1, 1, 4, 10}}, {30, {1, 1, 5, 15}}, {50, {1, 2, 7, 22}}};
  for (const auto& [tasks, sizes] : expected)
    EXPECT_EQ((std::vector<int>{ideal_level_size(tasks, 0.1), ideal_level_size(tasks, 0.2),
                                ideal_level_size(tasks, 0.5), ideal_level_size(tasks, 0.8)}),
              sizes);
}

TEST(IdealLevelSize, IsExactForExactPowers) {
  EXPECT_EQ(ideal_level_size(100, 0.5), 10);
  EXPECT_EQ(ideal_level_size(50, 1), 50);
  EXPECT_EQ(ideal_level_size(50, 0), 1);
  EXPECT_EQ(ideal_level_size(1, 0.8), 1);
}

// Mean size of a level with ideal size w and regularity .8, whose size is floor of a uniform real in [.8 w, 1.2 w):
// the integral of floor over that interval, divided by its length.
double expected_level_size(int w) {
  const double low = 0.8 * w, high = 1.2 * w;
  double integral = 0;
  for (int size = static_cast<int>(low); size < high; ++size)
    integral += size * (std::min<double>(high, size + 1) - std::max<double>(low, size));
  return integral / (high - low);
}

// The last level is cut, so it is left out: 10000 others.
double mean_level_size(int tasks, double width, double regularity) {
  RandomStream shape(1);
  std::int64_t sum = 0;
  int count = 0;
  while (count < 10000) {
    const std::vector<int> sizes = draw_level_sizes(tasks, width, regularity, shape);
    sum = std::accumulate(sizes.begin(), sizes.end() - 1, sum);
    count += static_cast<int>(sizes.size()) - 1;
  }
  return static_cast<double>(sum) / count;
}

// Many tasks, so that leaving out the last level does not favour small ones.
TEST(LevelSizes, HaveTheMeanOfTheirDistribution) {
  for (const int w : {4, 6, 10, 15, 22}) {
    const double width = std::log(w + 0.5) / std::log(20000);
    ASSERT_EQ(ideal_level_size(20000, width), w);
    EXPECT_NEAR(mean_level_size(20000, width, 0.8), expected_level_size(w), 0.01 * w) << w;
  }
}

// The floor takes half a task from the mean, so that it is within 5 % of the ideal size from w = 11 on.
TEST(LevelSizes, AreNearTheIdealSize) {
  for (const int w : {11, 15, 22, 40})
    EXPECT_NEAR(mean_level_size(20000, std::log(w + 0.5) / std::log(20000), 0.8), w, 0.05 * w) << w;
}

TEST(LevelSizes, StayWithinTheRegularity) {
  for (const double regularity : {0.2, 0.8}) {
    RandomStream shape(5);
    const std::vector<int> sizes = draw_level_sizes(20000, 0.5, regularity, shape);  // ideal size 141
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      ASSERT_GE(sizes[i], std::floor(141 * regularity));
      ASSERT_LE(sizes[i], 141 * (2 - regularity));
    }
  }
}

TEST(LevelSizes, OfFullRegularityAreIdealButForTheLast) {
  RandomStream shape(5);
  EXPECT_EQ(draw_level_sizes(50, 0.5, 1, shape), (std::vector<int>{7, 7, 7, 7, 7, 7, 7, 1}));
}

TEST(RandomPtg, OfNoWidthIsAChain) {
  const TaskGraph graph = only_graph(ptg_recipe({20, 0, 0.8, 0.8, 1, "mixed", 0}));
  EXPECT_EQ(graph.level_count(), 20);
  EXPECT_EQ(graph.edges().size(), 19U);
}

// One level of all tasks: no edges. The virtual entry and exit that would join them are implicit.
TEST(RandomPtg, OfFullWidthAndRegularityIsABagOfTasks) {
  const TaskGraph graph = only_graph(ptg_recipe({20, 1, 1, 0.8, 1, "mixed", 0}));
  EXPECT_EQ(graph.level_count(), 1);
  EXPECT_TRUE(graph.edges().empty());
}

// Seven levels of 7 and one of 1; each of the 43 tasks below the first level has exactly one parent.
TEST(RandomPtg, OfNoDensityHasOneParentPerTask) {
  EXPECT_EQ(only_graph(ptg_recipe({50, 0.5, 1, 0, 1, "mixed", 0})).edges().size(), 43U);
}

TEST(RandomPtg, IsTheSameForTheSameRecipe) {
  const Recipe recipe = ptg_recipe({50, 0.5, 0.2, 0.8, 4, "mixed", 1});
  EXPECT_EQ(dump(only_graph(recipe)), dump(only_graph(recipe)));
}

TEST(RandomPtg, DiffersBySample) {
  std::set<std::string> dumps;
  for (int sample = 0; sample < 5; ++sample)
    dumps.insert(dump(only_graph(ptg_recipe({20, 0.5, 0.2, 0.8, 4, "mixed", sample}))));
  EXPECT_EQ(dumps.size(), 5U);
}

TEST(RandomPtg, GraphsOfABatchDifferAndDoNotDependOnItsSize) {
  const Workload three = build_random_ptg(ptg_recipe({20, 0.5, 0.2, 0.8, 4, "mixed", 0, "batch=3"}), "");
  const Workload two = build_random_ptg(ptg_recipe({20, 0.5, 0.2, 0.8, 4, "mixed", 0, "batch=2"}), "");
  ASSERT_EQ(three.applications.size(), 3U);
  ASSERT_EQ(two.applications.size(), 2U);
  std::set<std::string> dumps;
  for (const Application& application : three.applications) {
    EXPECT_EQ(application.release_date, 0);
    dumps.insert(dump(application.graph));
  }
  EXPECT_EQ(dumps.size(), 3U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(dump(two.applications[i].graph), dump(three.applications[i].graph)) << i;
  EXPECT_EQ(dump(only_graph(ptg_recipe({20, 0.5, 0.2, 0.8, 4, "mixed", 0}))), dump(three.applications[0].graph));
}

TEST(RandomPtg, AlphaStaysBelowItsMaximum) {
  double largest = 0;
  for (int sample = 0; sample < 20; ++sample) {
    const TaskGraph graph = only_graph(ptg_recipe({50, 0.5, 0.2, 0.8, 4, "mixed", sample, "alpha_max=0.1"}));
    for (const Task& task : graph.tasks()) largest = std::max(largest, task.alpha);
  }
  EXPECT_LT(largest, 0.1);
  EXPECT_GT(largest, 0.099);  // 1000 draws
}

// Work per element, with q^2 elements: stencil a, sort a log2(q^2), matmul q; a in [64, 512). The largest q is 10240.
TEST(RandomPtg, WorkFollowsItsClass) {
  for (const std::string_view complexity : {"stencil", "sort", "matmul"}) {
    const TaskGraph graph = only_graph(ptg_recipe({200, 0.5, 0.2, 0.8, 1, complexity, 0}));
    for (int id = 0; id < graph.task_count(); ++id) {
      if (graph.out_edges(id).empty()) continue;
      const double elements = graph.out_edges(id)[0].bytes / 8;
      const double per_element = graph.task(id).flop / elements;
      const double a = complexity == "sort" ? per_element / std::log2(elements) : per_element;
      if (complexity == "matmul") {
        ASSERT_DOUBLE_EQ(per_element, std::sqrt(elements));
      } else {
        ASSERT_GE(a, 64 * (1 - 1e-12));
        ASSERT_LT(a, 512);
      }
    }
  }
}

// matmul is recognised by its work, q^3; 3000 tasks, a third of each class, with a deviation of sqrt(3000 x 2/9) = 26.
TEST(RandomPtg, MixedClassesAreEquiprobable) {
  const TaskGraph graph = only_graph(ptg_recipe({3000, 0.5, 0.8, 0.2, 1, "mixed", 0}));
  int cubes = 0;
  for (const Task& task : graph.tasks())
    for (int k = 2; k <= 10; ++k) cubes += task.flop == std::pow(1024.0 * k, 3) ? 1 : 0;
  EXPECT_NEAR(cubes, 1000, 5 * 26);
}

// 8 (1024 k)^2 bytes are 8 k^2 MiB: 32, 72, ... 800. 3000 tasks, 333 of each k, with a deviation of 17.
TEST(RandomPtg, DataSizesAreEquiprobable) {
  const TaskGraph graph = only_graph(ptg_recipe({3000, 0.5, 0.8, 0.2, 1, "matmul", 0}));
  std::map<double, int> count;
  for (const Task& task : graph.tasks()) ++count[std::cbrt(task.flop)];
  ASSERT_EQ(count.size(), 9U);
  for (const auto& [side, tasks] : count) EXPECT_NEAR(tasks, 333, 5 * 17) << side;
}

TEST(RandomPtg, RefusesParametersOutOfRange) {
  EXPECT_THROW(ptg_recipe({0, 0.5, 0.2, 0.8, 1, "mixed", 0}), UserError);
  EXPECT_THROW(ptg_recipe({10, 1.5, 0.2, 0.8, 1, "mixed", 0}), UserError);
  EXPECT_THROW(ptg_recipe({10, 0.5, 0.2, 0.8, 0, "mixed", 0}), UserError);
  EXPECT_THROW(ptg_recipe({10, 0.5, 0.2, 0.8, 1, "fft", 0}), UserError);
  EXPECT_THROW(ptg_recipe({10, 0.5, 0.2, 0.8, 1, "mixed", -1}), UserError);
}

// Known answers: stored results belong to exactly these graphs, whose bits must never change. A second implementation
// of the procedure gave the same bits from the same stream seeds.
TEST(RandomPtg, IsThisGraphForEver) {
  EXPECT_EQ(dump(only_graph(ptg_recipe({5, 0.5, 0.2, 0.8, 2, "mixed", 0}))),
            "task 823108522673.6482 0.18733544910294048\n"
            "task 51330068846.38293 0.16095112554075408\n"
            "task 134217728000 0.22016726199217432\n"
            "task 2956187939.4049773 0.17732380814910875\n"
            "task 1236559610.3967266 0.14523140850910363\n"
            "edge 0 1 838860800\n"
            "edge 1 2 75497472\n"
            "edge 1 3 75497472\n"
            "edge 2 4 209715200\n");
}

TEST(RandomPtg, HasTheseDigestsForEver) {
  const auto digest = [](const Recipe& recipe) { return content_digest(dump(only_graph(recipe))); };
  EXPECT_EQ(digest(ptg_recipe({10, 0.1, 0.2, 0.2, 1, "stencil", 0})), "8dc9feaf42c54457f25e84efa67b5f27");
  EXPECT_EQ(digest(ptg_recipe({20, 0.8, 0.8, 0.2, 4, "sort", 1})), "f3ec4ba2417ba095bb04ee7caf0ccfad");
  EXPECT_EQ(digest(ptg_recipe({50, 0.8, 0.2, 0.8, 2, "matmul", 2})), "dd2216256cc12c7d2d496e26c40d40ee");
  EXPECT_EQ(digest(ptg_recipe({50, 0.2, 0.8, 0.8, 4, "mixed", 0})), "6e933c2532338b77c441cefdbb426cdb");
}

std::string refusal(const Recipe& recipe) {
  return test::error_of([&] { build_random_ptg(recipe, ""); });
}

// 10^4 graphs of 10^5 tasks: 10^9 tasks of at least 48 bytes each.
TEST(RandomPtg, RefusesABatchThatNoMemoryHolds) {
  EXPECT_EQ(refusal(ptg_recipe({100000, 0.5, 1, 0.2, 1, "mixed", 0, "batch=10000"})),
            "10000 graphs of 100000 tasks are more than 1000000 tasks: lower batch or tasks");
}

// Levels of 10^(5/2) = 316 tasks; density 1 means 1 to 316 parents, 158 on average: 1.6 x 10^7 edges.
TEST(RandomPtg, RefusesEdgesThatNoMemoryHolds) {
  EXPECT_NE(refusal(ptg_recipe({100000, 0.5, 1, 1, 1, "mixed", 0})).find("more than 10000000 edges"),
            std::string::npos);
}

constexpr std::string_view k_batch_family = "random-batch";
constexpr int k_types = 4000;

// A second implementation of what the stream of graph `index` chooses from the lists of the paper.
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

// How often each value occurs.
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

// Graph i depends only on its own three streams.
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
