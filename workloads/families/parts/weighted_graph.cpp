#include "workloads/families/parts/weighted_graph.h"

#include "core/identity/random_stream.h"

namespace palio {
namespace {

constexpr double k_no_weight = k_relative_weight.least;

}  // namespace

Workload weighted_graph(const GraphShape& shape, const Recipe& recipe, std::span<const ParameterSpec> specs) {
  RandomStream costs(recipe, specs, "costs");
  const double flop = real_of(recipe.parameters, k_mean_flop.name);
  const double bytes = real_of(recipe.parameters, k_mean_bytes.name) * real_of(recipe.parameters, k_data_factor.name);
  const int exit = shape.tasks + 1;
  std::vector<Task> tasks{{k_no_weight * flop, 1, ""}};
  for (int task = 0; task < shape.tasks; ++task) tasks.push_back({k_relative_weight.draw(costs) * flop, 1, ""});
  tasks.push_back({k_no_weight * flop, 1, ""});
  std::vector<Edge> edges;
  std::vector<bool> has_parent(tasks.size()), has_child(tasks.size());
  for (const auto& [from, to] : shape.edges) {
    edges.push_back({from + 1, to + 1, k_relative_weight.draw(costs) * bytes});
    has_child[from + 1] = has_parent[to + 1] = true;
  }
  for (int task = 1; task < exit; ++task) {
    if (!has_parent[task]) edges.push_back({0, task, k_no_weight * bytes});
    if (!has_child[task]) edges.push_back({task, exit, k_no_weight * bytes});
  }
  return one_graph(std::move(tasks), std::move(edges));
}

}  // namespace palio
