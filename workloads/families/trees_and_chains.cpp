#include "workloads/families/families.h"

#include <array>

#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/weighted_graph.h"

namespace palio {
namespace {

constexpr auto k_tree_parameters = std::to_array<ParameterSpec>({
    numbers("level_counts", ParameterType::integer, "levels of the tree to draw from", 1, 8, "2 3 4"),
    numbers("branchings", ParameterType::integer, "children of a task to draw from", 1, 6, "2 3"),
    k_mean_flop,
    k_mean_bytes,
    k_data_factor,
    k_sample,
    k_seed,
});

constexpr auto k_chain_parameters = std::to_array<ParameterSpec>({
    numbers("chain_counts", ParameterType::integer, "numbers of chains to draw from", 1, 1000, "2 3 4 5"),
    numbers("chain_lengths", ParameterType::integer, "tasks of a chain to draw from", 1, 1000, "2 3 4 5"),
    k_mean_flop,
    k_mean_bytes,
    k_data_factor,
    k_sample,
    k_seed,
});

// Tasks of a tree numbered from the root on, each level behind the one before: parents of tasks 1, 2, ...
std::vector<int> draw_parents(const Recipe& recipe) {
  RandomStream shape(recipe, k_tree_parameters, "shape");
  const auto levels = draw_from<std::int64_t>(list_of(recipe, k_tree_parameters, "level_counts"), shape);
  const auto branching = draw_from<std::int64_t>(list_of(recipe, k_tree_parameters, "branchings"), shape);
  std::vector<int> parents;
  std::int64_t first = 0, count = 1;
  for (std::int64_t level = 1; level < levels; ++level) {
    for (std::int64_t parent = first; parent < first + count; ++parent)
      parents.insert(parents.end(), branching, static_cast<int>(parent));
    first += count;
    count *= branching;
  }
  return parents;
}

}  // namespace

std::span<const ParameterSpec> tree_parameters() { return k_tree_parameters; }

Workload build_out_tree(const Recipe& recipe, std::string_view /*definition*/) {
  const std::vector<int> parents = draw_parents(recipe);
  GraphShape shape{static_cast<int>(parents.size()) + 1, {}};
  for (int child = 1; child < shape.tasks; ++child) shape.edges.emplace_back(parents[child - 1], child);
  return weighted_graph(shape, recipe, k_tree_parameters);
}

// The out-tree backwards.
Workload build_in_tree(const Recipe& recipe, std::string_view /*definition*/) {
  const std::vector<int> parents = draw_parents(recipe);
  GraphShape shape{static_cast<int>(parents.size()) + 1, {}};
  const int root = shape.tasks - 1;
  for (int child = shape.tasks - 1; child > 0; --child)
    shape.edges.emplace_back(root - child, root - parents[child - 1]);
  return weighted_graph(shape, recipe, k_tree_parameters);
}

std::span<const ParameterSpec> chain_parameters() { return k_chain_parameters; }

Workload build_chains(const Recipe& recipe, std::string_view /*definition*/) {
  RandomStream draws(recipe, k_chain_parameters, "shape");
  const auto chains = draw_from<std::int64_t>(list_of(recipe, k_chain_parameters, "chain_counts"), draws);
  const auto length = draw_from<std::int64_t>(list_of(recipe, k_chain_parameters, "chain_lengths"), draws);
  GraphShape shape{static_cast<int>(chains * length), {}};
  for (int task = 1; task < shape.tasks; ++task)
    if (task % length != 0) shape.edges.emplace_back(task - 1, task);
  return weighted_graph(shape, recipe, k_chain_parameters);
}

}  // namespace palio
