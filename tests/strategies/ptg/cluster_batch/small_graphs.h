#pragma once

#include "core/identity/random_stream.h"
#include "tests/support/builders.h"

namespace palio::test {

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
