#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/families/families.h"

namespace palio {
namespace {

using testing::ElementsAre;

TaskGraph node_graph(const std::string& parameters, int sample = 0) {
  const std::string recipe = "cpu-gpu-graph:" + parameters + ",sample=" + std::to_string(sample) + ",seed=2021";
  return build_cpu_gpu_graph(parse_recipe(recipe, cpu_gpu_graph_parameters()), "").applications.at(0).graph;
}

// Edges between the tasks proper.
int inner_edges(const TaskGraph& graph) {
  int edges = 0;
  for (const Edge& edge : graph.edges()) edges += edge.from > 0 && edge.to < graph.task_count() - 1 ? 1 : 0;
  return edges;
}

TEST(CpuGpuGraph, LiesBetweenItsEntryAndItsExit) {
  for (const char* generator : {"sameprob", "samepred", "layrprob", "layrpred"}) {
    const TaskGraph graph = node_graph(std::string("tasks=50,generator=") + generator);
    ASSERT_EQ(graph.task_count(), 52);
    EXPECT_TRUE(graph.in_edges(0).empty());
    EXPECT_TRUE(graph.out_edges(51).empty());
    for (int task = 1; task <= 50; ++task) {
      ASSERT_FALSE(graph.in_edges(task).empty());
      ASSERT_FALSE(graph.out_edges(task).empty());
      // The entry and the exit stand only where there is no one else.
      if (graph.in_edges(task).front().from == 0) {
        EXPECT_EQ(graph.in_edges(task).size(), 1U);
      }
      if (graph.out_edges(task).back().to == 51) {
        EXPECT_EQ(graph.out_edges(task).size(), 1U);
      }
    }
  }
}

// With probability 1 all pairs, with 0 none: 6 x 5 / 2 edges in a chain of closures, or 6 tasks side by side.
TEST(CpuGpuGraph, HasTheEdgesOfItsProbability) {
  const TaskGraph all = node_graph("tasks=6,probabilities=1"), none = node_graph("tasks=6,probabilities=0");
  EXPECT_EQ(inner_edges(all), 15);
  EXPECT_EQ(all.edges().size(), 17U);
  EXPECT_EQ(inner_edges(none), 0);
  EXPECT_EQ(none.edges().size(), 12U);
}

// 100 x 99 / 2 pairs x 0.1 = 495 edges per graph, of a deviation of 21.1; over 100 graphs 2.1. Five parents of 100
// tasks are 500 edges. Layers leave out the pairs within one, but not for a number of parents.
TEST(CpuGpuGraph, HasAsManyEdgesAsItsGeneratorSays) {
  const auto mean = [](const std::string& parameters) {
    double edges = 0;
    for (int sample = 0; sample < 100; ++sample) edges += inner_edges(node_graph("tasks=100," + parameters, sample));
    return edges / 100;
  };
  EXPECT_NEAR(mean("generator=sameprob,probabilities=0.1"), 495, 5 * 2.1);
  EXPECT_NEAR(mean("generator=samepred,parents=5"), 500, 5 * 2.1);
  EXPECT_NEAR(mean("generator=layrpred,parents=5"), 500, 5 * 2.1);
  // Ten layers: two tasks are in one with probability 0.1, so 4455 pairs.
  EXPECT_NEAR(mean("generator=layrprob,probabilities=0.1"), 445.5, 5 * 2.1);
}

// With all edges between layers of 100 tasks, there are as many levels as layers: ten, unless one is empty.
TEST(CpuGpuGraph, HasTheLayersOfItsWidth) {
  const TaskGraph graph = node_graph("tasks=100,generator=layrprob,probabilities=1,layer_width=10");
  EXPECT_EQ(graph.level_count(), 10 + 2);
  EXPECT_EQ(node_graph("tasks=100,generator=sameprob,probabilities=1").level_count(), 102);
}

// Exponential times of means 15 and 1 over 200 x 102 tasks: their deviations are the means / 143.
TEST(CpuGpuGraph, HasExponentialTimesOnCpusAndGpus) {
  double on_cpu = 0, on_gpu = 0, squares = 0, count = 0;
  for (int sample = 0; sample < 200; ++sample) {
    const TaskGraph graph = node_graph("tasks=100,node_cpus=2,node_gpus=3", sample);
    for (const Task& task : graph.tasks()) {
      ASSERT_EQ(task.times.size(), 5U);
      EXPECT_EQ(task.times[0], task.times[1]);
      EXPECT_THAT(std::vector(task.times.begin() + 2, task.times.end()), testing::Each(task.times[2]));
      on_cpu += task.times[0];
      on_gpu += task.times[2];
      squares += task.times[2] * task.times[2];
      ++count;
    }
  }
  EXPECT_NEAR(on_cpu / count, 15, 5 * 15 / 143.0);
  EXPECT_NEAR(on_gpu / count, 1, 5 / 143.0);
  EXPECT_NEAR(squares / count, 2, 5 * 4.5 / 143.0);  // of an exponential: twice the square of its mean
}

// Of 3 hosts, 2 CPUs and a GPU: 9 ordered pairs, of which 4 send at a cost. On average over all pairs and graphs all
// data take ccr times what all tasks take on the mean host; a graph's ratio has a deviation below 0.2.
TEST(CpuGpuGraph, HasTheRatioOfItsData) {
  double ratio = 0;
  for (int sample = 0; sample < 100; ++sample) {
    const TaskGraph graph =
        node_graph("tasks=100,probabilities=0.2,node_cpus=2,node_gpus=1,ccr=0.5,reference_bandwidth=1000", sample);
    double data = 0, work = 0;
    for (const Edge& edge : graph.edges()) data += edge.bytes / 1000 * 4 / 9;
    for (const Task& task : graph.tasks()) work += (task.times[0] + task.times[1] + task.times[2]) / 3;
    ratio += data / work / 100;
  }
  EXPECT_NEAR(ratio, 0.5, 5 * 0.02);
}

// A task sends the same to each child. Nodes and ratios share the draws.
TEST(CpuGpuGraph, SharesItsDrawsBetweenNodes) {
  const TaskGraph one = node_graph("tasks=20,node_cpus=4,node_gpus=1,ccr=1"),
                  other = node_graph("tasks=20,node_cpus=4,node_gpus=2,ccr=10");
  ASSERT_EQ(one.edges().size(), other.edges().size());
  for (int task = 0; task < one.task_count(); ++task) {
    EXPECT_EQ(one.task(task).times.back(), other.task(task).times.back());
    for (const Edge& edge : one.out_edges(task)) EXPECT_EQ(edge.bytes, one.out_edges(task).front().bytes);
  }
}

TEST(CpuGpuGraph, TooManyEdgesAreAnError) {
  EXPECT_EQ(test::error_of([] { node_graph("tasks=10000,probabilities=0.5"); }),
            "this cpu-gpu-graph workload has more than 10000000 edges: lower tasks, parents or probabilities");
}

// Two tiles a side: POTRF, TRSM, SYRK, POTRF in a chain; 3: ten tasks. By hand, in the order of the factorization:
// 0 POTRF(0), 1 TRSM(1,0), 2 TRSM(2,0), 3 SYRK(1,0), 4 SYRK(2,0), 5 GEMM(2,1,0), 6 POTRF(1), 7 TRSM(2,1), 8 SYRK(2,1),
// 9 POTRF(2).
TEST(Cholesky, HasTheTasksAndEdgesOfTheFactorization) {
  const auto built = [](const std::string& parameters) {
    return build_cholesky(parse_recipe("cholesky:" + parameters, cholesky_parameters()), "").applications.at(0).graph;
  };
  const TaskGraph graph = built("tiles=3,tile_size=128,node_cpus=1,node_gpus=2,reference_bandwidth=1e6");
  std::vector<std::pair<int, int>> edges;
  for (const Edge& edge : graph.edges()) edges.emplace_back(edge.from, edge.to);
  using Ends = std::vector<std::pair<int, int>>;
  EXPECT_EQ(edges,
            (Ends{{0, 1}, {0, 2}, {1, 3}, {1, 5}, {2, 4}, {2, 5}, {3, 6}, {4, 8}, {5, 7}, {6, 7}, {7, 8}, {8, 9}}));
  EXPECT_THAT(graph.task(5).times, ElementsAre(89.854e-6, 11.317248e-6, 11.317248e-6));
  EXPECT_DOUBLE_EQ(graph.in_edges(5).front().bytes, 139.892752);  // what a GEMM waits for, at 1 MB/s
  for (const auto& [tiles, tasks] : {std::pair(1, 1), std::pair(2, 4), std::pair(5, 35), std::pair(10, 220)})
    EXPECT_EQ(built("tiles=" + std::to_string(tiles)).task_count(), tasks);
}

TEST(CpuGpuWorkflow, HasTheGraphOfTheFileAndDrawnTimes) {
  DescribedApplication graph{.name = "g", .tasks = {}, .edges = {{0, 1, 5}, {0, 2, 7}}};
  for (const char* name : {"a", "b", "c"}) graph.tasks.push_back({.name = name, .work = 3, .alpha = {}});
  const auto build = [](const DescribedWorkload& described) {
    return build_cpu_gpu_workflow(
        parse_recipe("cpu-gpu-workflow:path=g.stg,digest=0,node_cpus=1,node_gpus=1,ccr=0,sample=0,seed=1",
                     cpu_gpu_workflow_parameters()),
        to_json(described));
  };
  const TaskGraph made = build({{graph}}).applications.at(0).graph;
  ASSERT_EQ(made.task_count(), 3);
  EXPECT_EQ(made.task(2).name, "c");
  EXPECT_EQ(made.task(2).times.size(), 2U);
  ASSERT_EQ(made.edges().size(), 2U);
  EXPECT_EQ(made.edges()[1].to, 2);
  EXPECT_EQ(made.edges()[1].bytes, 0);
  DescribedApplication other = graph;
  other.name = "h";
  EXPECT_EQ(test::error_of([&] {
              build({{graph, other}});
            }),
            "g.stg: cpu-gpu-workflow takes a file of one graph, this one has 2");
}

}  // namespace
}  // namespace palio
