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

}  // namespace palio::test
