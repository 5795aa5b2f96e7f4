#include "workloads/families/families.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

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

// Tasks are numbered from the root on, each level behind the one before.
GraphShape draw_tree(const Recipe& recipe) {
  RandomStream stream(recipe, k_tree_parameters, "shape");
  const auto levels = draw_from<std::int64_t>(list_of(recipe, k_tree_parameters, "level_counts"), stream);
  const auto branching = draw_from<std::int64_t>(list_of(recipe, k_tree_parameters, "branchings"), stream);
  GraphShape shape{1, {}};
  int first = 0;
  for (std::int64_t level = 1; level < levels; ++level) {
    const int end = shape.tasks;
    for (; first < end; ++first)
      for (std::int64_t child = 0; child < branching; ++child) shape.edges.emplace_back(first, shape.tasks++);
  }
  return shape;
}

}  // namespace

std::span<const ParameterSpec> tree_parameters() { return k_tree_parameters; }

Workload build_out_tree(const Recipe& recipe, std::string_view /*definition*/) {
  return weighted_graph(draw_tree(recipe), recipe, k_tree_parameters);
}

// The out-tree backwards.
Workload build_in_tree(const Recipe& recipe, std::string_view /*definition*/) {
  GraphShape shape = draw_tree(recipe);
  std::ranges::reverse(shape.edges);
  for (auto& [from, to] : shape.edges) std::tie(from, to) = std::pair(shape.tasks - 1 - to, shape.tasks - 1 - from);
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
