#include "workloads/families/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "workloads/families/parts/arrivals.h"
#include "workloads/families/parts/batch_limits.h"
#include "workloads/families/parts/batch_parameters.h"

namespace palio {
namespace {

// Texts, so that other numbers are refused with the nearest of them.
constexpr auto k_points =
    std::to_array<std::string_view>({"2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"});

constexpr auto k_fft_parameters = std::to_array<ParameterSpec>({
    k_independent_batch,
    texts("points", "points of the transform to draw from, powers of two", k_points, "4 8 16"),
    texts("complexities", "complexities to draw from; mixed: each level has its own", k_complexities, "mixed"),
    k_alpha_max,
    k_data_factor,
    k_arrivals,
    k_mean_gap,
    k_gap_deviation,
    k_release_dates,
    k_sample,
    k_seed,
});

int exponent_of(const std::string& points) {
  const auto found = std::ranges::find(k_points, points);
  if (found == k_points.end()) throw InternalError("a number of points was not resolved");
  return static_cast<int>(found - k_points.begin()) + 1;
}

std::int64_t task_count(int exponent) {
  const std::int64_t k = std::int64_t{1} << exponent;
  return 2 * k - 1 + k * exponent;
}

// Levels of the tree have 2^level tasks, the butterflies below have as many as the last of them.
int level_size(int level, int exponent) { return 1 << std::min(level, exponent); }

// Numbers of the parents of task `index` of a level below the root, given the first task of the level above.
std::vector<int> parents(int level, int index, int exponent, int first_above) {
  if (level <= exponent) return {first_above + index / 2};
  const int bit = 1 << (level - exponent - 1);
  return {first_above + index, first_above + (index ^ bit)};
}

TaskGraph draw_graph(int exponent, Complexity complexity, const Parameters& given, RandomStream& costs) {
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  double bytes_above = 0;
  int first_above = 0;
  for (int level = 0; level <= 2 * exponent; ++level) {
    const TaskCosts drawn = draw_task_costs(complexity, real_of(given, "alpha_max"), costs);
    const auto first = static_cast<int>(tasks.size());
    for (int index = 0; index < level_size(level, exponent); ++index) {
      tasks.push_back(drawn.task);
      if (level == 0) continue;
      for (const int parent : parents(level, index, exponent, first_above))
        edges.push_back({parent, first + index, bytes_above});
    }
    first_above = first;
    bytes_above = real_of(given, "data_factor") * drawn.bytes;
  }
  return {std::move(tasks), std::move(edges)};
}

std::int64_t most_tasks(const std::vector<Value>& points) {
  std::int64_t most = 0;
  for (const Value& value : points) most = std::max(most, task_count(exponent_of(std::get<std::string>(value))));
  return most;
}

}  // namespace

std::span<const ParameterSpec> fft_batch_parameters() { return k_fft_parameters; }

Workload build_fft_batch(const Recipe& recipe, std::string_view /*definition*/) {
  const std::vector<Value> points = list_of(recipe, k_fft_parameters, "points");
  const std::vector<Value> complexities = list_of(recipe, k_fft_parameters, "complexities");
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  check_task_count(batch, most_tasks(points), "points");  // and there are at most two edges to a task
  Workload workload;
  for (std::int64_t i = 0; i < batch; ++i) {
    RandomStream type(recipe, k_fft_parameters, fmt::format("type/{}", i));
    RandomStream costs(recipe, k_fft_parameters, fmt::format("costs/{}", i));
    const int exponent = exponent_of(draw_from<std::string>(points, type));
    const Complexity complexity = complexity_of(draw_from<std::string>(complexities, type));
    workload.applications.push_back({"", draw_graph(exponent, complexity, recipe.parameters, costs), 0});
  }
  release(recipe, k_fft_parameters, workload);
  return workload;
}

}  // namespace palio
