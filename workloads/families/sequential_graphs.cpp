#include "workloads/families/families.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "workloads/families/parts/batch.h"

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

// Tasks are numbered from the root, level by level.
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

constexpr auto k_heft_random_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 10000, ""},
    {"shape", ParameterType::real, "", "levels are sqrt(tasks) / shape, of shape * sqrt(tasks) tasks, on average", 0.01,
     100, ""},
    {"out_degree", ParameterType::integer, "", "children of a task, or as many as later levels have; 0: all of these",
     0, 10000, ""},
    {"machines", ParameterType::integer, "", "hosts that each task has a time for: those of the platform", 1, 1000, ""},
    scale_parameter("ccr", "", "mean time of an edge's data at reference_bandwidth, as a multiple of mean_time", 0,
                    1000, "1"),
    scale_parameter("unrelatedness", "", "range of a task's times over the hosts, as a fraction of their mean", 0, 1,
                    "1"),
    scale_parameter("mean_time", "s", "mean time of tasks", 1e-6, 1e9, "10"),
    scale_parameter("reference_bandwidth", "byte/s",
                    "bandwidth for which the data's times hold, as between hosts of the platform", 1, 1e18, "1.25e8"),
    k_sample,
    k_seed,
});

// An integer of at least 1, with this mean if the mean is at least 1.
int draw_of_mean(double mean, RandomStream& shape) {
  return static_cast<int>(shape.uniform_integer(1, std::max<std::int64_t>(1, std::llround(2 * mean) - 1)));
}

// Each level has one task; the others are assigned to levels with probabilities by width.
std::vector<int> draw_level_sizes(int tasks, double shape_factor, RandomStream& shape) {
  const double root = std::sqrt(tasks);
  const int height = std::min(tasks, draw_of_mean(root / shape_factor, shape));
  std::vector<std::int64_t> end_of_width;
  for (int level = 0; level < height; ++level)
    end_of_width.push_back(draw_of_mean(root * shape_factor, shape) + (level > 0 ? end_of_width.back() : 0));
  std::vector<int> sizes(end_of_width.size(), 1);
  for (int left = tasks - height; left > 0; --left) {
    const std::int64_t drawn = shape.uniform_integer(0, end_of_width.back() - 1);
    ++sizes[std::ranges::upper_bound(end_of_width, drawn) - end_of_width.begin()];
  }
  return sizes;
}

using Ends = std::set<std::pair<int, int>>;  // from, to

// Draws `count` children among the tasks from `first` to the last one, each once.
void draw_children(int parent, int first, int tasks, std::int64_t count, RandomStream& shape, Ends& edges) {
  std::vector<int> later(tasks - first);
  std::iota(later.begin(), later.end(), first);
  const auto wanted = std::min<std::size_t>(later.size(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto chosen = static_cast<std::size_t>(
        shape.uniform_integer(static_cast<std::int64_t>(i), static_cast<std::int64_t>(later.size()) - 1));
    std::swap(later[i], later[chosen]);
    edges.emplace(parent, later[i]);
  }
}

Ends draw_edges(const std::vector<int>& sizes, int tasks, std::int64_t out_degree, RandomStream& shape) {
  Ends edges;
  int first = 0;
  for (const int size : sizes) {
    for (int task = first; task < first + size; ++task)
      draw_children(task, first + size, tasks, out_degree == 0 ? tasks : out_degree, shape, edges);
    first += size;
  }
  int above = 0;
  for (std::size_t level = 1; level < sizes.size(); ++level) {
    const int begin = above + sizes[level - 1];
    for (int task = begin; task < begin + sizes[level]; ++task) {
      bool has_parent = false;
      for (int parent = above; parent < begin && !has_parent; ++parent) has_parent = edges.contains({parent, task});
      if (!has_parent) edges.emplace(static_cast<int>(shape.uniform_integer(above, begin - 1)), task);
    }
    above = begin;
  }
  return edges;
}

// A mean of 0 would give a task no time at all.
constexpr double k_least_draw = 1e-9;

Task draw_task(const Parameters& given, RandomStream& costs) {
  const double mean = real_of(given, "mean_time") * std::max(k_least_draw, costs.uniform_real(0, 2));
  const double range = real_of(given, "unrelatedness");
  Task task{0, 1, ""};
  for (auto left = integer_of(given, "machines"); left > 0; --left)
    task.times.push_back(mean * (1 + range * costs.uniform_real(-0.5, 0.5)));
  return task;
}

}  // namespace

std::span<const ParameterSpec> tree_parameters() { return k_tree_parameters; }

Workload build_out_tree(const Recipe& recipe, std::string_view /*definition*/) {
  return weighted_graph(draw_tree(recipe), recipe, k_tree_parameters);
}

// The out-tree with reversed edges.
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

std::span<const ParameterSpec> heft_random_parameters() { return k_heft_random_parameters; }

Workload build_heft_random(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const auto count = static_cast<int>(integer_of(given, "tasks"));
  const std::int64_t out_degree = integer_of(given, "out_degree");
  EdgeLimit limit(recipe.name, "tasks or out_degree");
  limit.add(static_cast<double>(count) * static_cast<double>(out_degree == 0 ? count / 2 : out_degree));
  RandomStream shape(recipe, k_heft_random_parameters, "shape");
  RandomStream costs(recipe, k_heft_random_parameters, "costs");
  const std::vector<int> sizes = draw_level_sizes(count, real_of(given, "shape"), shape);
  std::vector<Task> tasks;
  for (int task = 0; task < count; ++task) tasks.push_back(draw_task(given, costs));
  const double mean_bytes = real_of(given, "ccr") * real_of(given, "mean_time") * real_of(given, "reference_bandwidth");
  std::vector<Edge> edges;
  for (const auto& [from, to] : draw_edges(sizes, count, out_degree, shape))
    edges.push_back({from, to, mean_bytes * costs.uniform_real(0, 2)});
  return one_graph(std::move(tasks), std::move(edges));
}

}  // namespace palio
