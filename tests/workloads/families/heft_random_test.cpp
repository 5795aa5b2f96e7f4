#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/error.h"

namespace palio {
namespace {

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
