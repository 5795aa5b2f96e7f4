#pragma once

#include <string>
#include <vector>

#include "core/identity/random_stream.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "workloads/family.h"

namespace palio::test {

/// A graph of the random family, of any type; `sizes` are numbers of tasks to pick from.
inline TaskGraph draw_graph(RandomStream& random, const std::vector<std::string>& sizes) {
  const WorkloadFamily& family = workload_family("random-ptg");
  const std::string recipe =
      "random-ptg:tasks=" + pick(random, sizes) + ",width=" + pick(random, {"0.2", "0.5", "0.8"}) +
      ",regularity=" + pick(random, {"0.2", "0.8"}) + ",density=" + pick(random, {"0.2", "0.8"}) +
      ",jump=" + pick(random, {"1", "2", "4"}) + ",complexity=" + pick(random, {"stencil", "sort", "matmul", "mixed"}) +
      ",sample=0,seed=" + std::to_string(random.uniform_integer(0, 1'000'000'000));
  return as<Workload>(family.build(parse_recipe(recipe, family.parameters), "")).applications.front().graph;
}

/// Up to `graphs` of them. Volumes are as drawn.
inline Workload draw_batch(RandomStream& random, int graphs, const std::vector<std::string>& sizes) {
  Workload batch;
  for (std::int64_t left = random.uniform_integer(1, graphs); left > 0; --left)
    batch.applications.push_back({"", draw_graph(random, sizes), 0});
  return batch;
}

/// The graph without data on its edges.
inline TaskGraph without_data(const TaskGraph& graph) {
  std::vector<Edge> edges(graph.edges().begin(), graph.edges().end());
  for (Edge& edge : edges) edge.bytes = 0;
  return {{graph.tasks().begin(), graph.tasks().end()}, std::move(edges)};
}

/// A graph of up to `most_tasks` tasks. Few different costs, so that paths, gains and dates are often equal.
inline TaskGraph small_graph(RandomStream& random, int most_tasks) {
  const auto tasks = static_cast<int>(random.uniform_integer(1, most_tasks));
  const std::int64_t costs = random.uniform_integer(1, 20);
  const std::int64_t alphas = random.uniform_integer(0, 4);
  const double density = random.uniform_real(0, 1);
  std::vector<std::pair<double, double>> drawn;
  std::vector<Edge> edges;
  for (int task = 0; task < tasks; ++task) {
    drawn.emplace_back(static_cast<double>(random.uniform_integer(1, costs)),
                       static_cast<double>(random.uniform_integer(0, alphas)) / 4);
    for (int parent = std::max(0, task - 5); parent < task; ++parent)
      if (random.uniform_real(0, 1) < density) edges.push_back({parent, task, 0});
  }
  return graph(drawn, std::move(edges));
}

/// Tasks one after the other.
inline TaskGraph chain(const std::vector<std::pair<double, double>>& tasks) {
  std::vector<Edge> edges;
  for (int task = 1; task < static_cast<int>(tasks.size()); ++task) edges.push_back({task - 1, task, 0});
  return graph(tasks, std::move(edges));
}

inline Workload batch(std::vector<TaskGraph> graphs) {
  Workload built;
  for (TaskGraph& each : graphs) built.applications.push_back({"", std::move(each), 0});
  return built;
}

inline Workload small_batch(RandomStream& random, int most_graphs, int most_tasks) {
  std::vector<TaskGraph> graphs;
  const std::int64_t count = random.uniform_integer(1, most_graphs);
  for (std::int64_t i = 0; i < count; ++i) graphs.push_back(small_graph(random, most_tasks));
  return batch(std::move(graphs));
}

}  // namespace palio::test
