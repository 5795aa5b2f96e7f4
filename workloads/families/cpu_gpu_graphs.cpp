#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "workloads/families/families.h"
#include "workloads/families/parts/cpu_gpu.h"

namespace palio {
namespace {

constexpr auto k_generators = std::to_array<std::string_view>({"sameprob", "samepred", "layrprob", "layrpred"});

constexpr auto k_graph_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "tasks between the entry and the exit", 1, 10000, ""},
    text_parameter("generator",
                   "edges between any tasks (same...) or between layers (layr...), by a drawn probability (...prob) or "
                   "a drawn mean number of parents (...pred)",
                   "sameprob", k_generators),
    numbers("probabilities", ParameterType::real, "probabilities of an edge to draw from; ...prob", 0, 1,
            "0.05 0.0625 0.075 0.0875 0.1 0.1125 0.125 0.1375 0.15 0.1625 0.175 0.1875 0.2"),
    numbers("parents", ParameterType::integer, "mean numbers of parents to draw from; ...pred", 0, 10000,
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"),
    {"layer_width", ParameterType::real, "", "mean number of tasks of a layer; layr...", 1, 10000, "10"},
    k_node_cpus,
    k_node_gpus,
    k_node_ccr,
    k_mean_cpu_time,
    k_mean_gpu_time,
    k_node_bandwidth,
    k_sample,
    k_seed,
});

// Numbered by layers; without layers each task is one of its own.
std::vector<std::int64_t> draw_layers(const Recipe& recipe, bool has_layers, RandomStream& shape) {
  const std::int64_t tasks = integer_of(recipe.parameters, "tasks");
  const double width = has_layers ? real_of(recipe.parameters, "layer_width") : 1;
  const std::int64_t layers = std::max<std::int64_t>(1, std::llround(static_cast<double>(tasks) / width));
  std::vector<std::int64_t> layer_of;
  for (std::int64_t task = 0; task < tasks; ++task)
    layer_of.push_back(has_layers ? shape.uniform_integer(0, layers - 1) : task);
  std::ranges::sort(layer_of);
  return layer_of;
}

double pair_count(const std::vector<std::int64_t>& layer_of) {
  double pairs = 0;
  for (auto first = layer_of.begin(); first != layer_of.end();) {
    const auto last = std::ranges::upper_bound(first, layer_of.end(), *first);
    pairs += static_cast<double>(last - first) * static_cast<double>(first - layer_of.begin());
    first = last;
  }
  return pairs;
}

}  // namespace

std::span<const ParameterSpec> cpu_gpu_graph_parameters() { return k_graph_parameters; }

Workload build_cpu_gpu_graph(const Recipe& recipe, std::string_view /*definition*/) {
  const std::string& generator = text_of(recipe.parameters, "generator");
  RandomStream shape(recipe, k_graph_parameters, "shape");
  const bool has_parents = generator.ends_with("pred");
  const double drawn =
      has_parents ? static_cast<double>(draw_from<std::int64_t>(list_of(recipe, k_graph_parameters, "parents"), shape))
                  : draw_from<double>(list_of(recipe, k_graph_parameters, "probabilities"), shape);
  const std::vector<std::int64_t> layer_of = draw_layers(recipe, generator.starts_with("layr"), shape);
  const auto tasks = static_cast<int>(layer_of.size());
  const double pairs = pair_count(layer_of);
  const double probability = has_parents ? drawn * tasks / std::max(pairs, 1.0) : drawn;
  EdgeLimit(recipe.name, "tasks, parents or probabilities").add(pairs * std::min(probability, 1.0));
  const int exit = tasks + 1;
  std::vector<std::pair<int, int>> edges;
  std::vector<bool> has_child(layer_of.size() + 1);
  for (int task = 1; task <= tasks; ++task) {
    const std::size_t before = edges.size();
    for (int parent = 1; parent < task && layer_of[parent - 1] < layer_of[task - 1]; ++parent) {
      if (shape.uniform_real(0, 1) >= probability) continue;
      edges.emplace_back(parent, task);
      has_child[parent] = true;
    }
    if (edges.size() == before) edges.emplace_back(0, task);
  }
  for (int task = 1; task <= tasks; ++task)
    if (!has_child[task]) edges.emplace_back(task, exit);
  return cpu_gpu_graph(std::vector<std::string>(layer_of.size() + 2), edges, recipe, k_graph_parameters);
}

}  // namespace palio
