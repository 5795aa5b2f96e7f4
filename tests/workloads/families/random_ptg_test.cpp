#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/workloads/random_ptg_cases.h"

namespace palio {
namespace {

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

// Known answers: stored results belong to these very graphs, whose bits must never change. A second implementation of
// the procedure, on the same stream seeds, gave the same bits.
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

}  // namespace
}  // namespace palio
