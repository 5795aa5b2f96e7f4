#include "workloads/families/families.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/drawn_graph.h"

namespace palio {
namespace {

// Texts, so that an invalid number is refused with the nearest valid one.
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

// Levels of the tree have 2^level tasks; the butterfly levels have as many as the last of them.
int level_size(int level, int exponent) { return 1 << std::min(level, exponent); }

// Numbers of the parents of task `index` of a level below the root, given the first task of the level above.
std::vector<int> parents(int level, int index, int exponent, int first_above) {
  if (level <= exponent) return {first_above + index / 2};
  const int bit = 1 << (level - exponent - 1);
  return {first_above + index, first_above + (index ^ bit)};
}

TaskGraph draw_fft(int exponent, Complexity complexity, const Parameters& given, RandomStream& costs) {
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

constexpr auto k_additions_costs = std::to_array<std::string_view>({"graph", "level", "task", "operation"});
constexpr ParameterSpec k_strassen_costs = leaving_draws(later_text_parameter(
    "costs", "operations per element of an addition: drawn per graph, level or task, or one (operation)", "graph",
    k_additions_costs));

constexpr auto k_strassen_parameters =
    std::to_array<ParameterSpec>({k_independent_batch, k_alpha_max, k_data_factor, k_strassen_costs, k_arrivals,
                                  k_mean_gap, k_gap_deviation, k_release_dates, k_sample, k_seed});

// clang-format off
enum Number : int {  // of a task, by the names of the header
  s1, s2, s3, s4, s5, s6, s7, s8, s9, s10,
  q1, q2, q3, q4, q5, q6, q7,
  u1, u2, c11, c12, c21, u3, u4, c22,
  none
};
// clang-format on

struct Step {
  Number task, first, second;  // the task and its parents
};

constexpr auto k_steps = std::to_array<Step>({
    {q1, s1, s6},    // (A11 + A22) (B11 + B22)
    {q2, s2, none},  // (A21 + A22) B11
    {q3, s7, none},  // A11 (B12 - B22)
    {q4, s8, none},  // A22 (B21 - B11)
    {q5, s3, none},  // (A11 + A12) B22
    {q6, s4, s9},    // (A21 - A11) (B11 + B12)
    {q7, s5, s10},   // (A12 - A22) (B21 + B22)
    {u1, q1, q4},
    {u2, u1, q5},
    {c11, u2, q7},  // Q1 + Q4 - Q5 + Q7
    {c12, q3, q5},
    {c21, q2, q4},
    {u3, q1, q2},
    {u4, u3, q3},
    {c22, u4, q6},  // Q1 - Q2 + Q3 + Q6
});

constexpr bool is_product(int id) { return id >= q1 && id <= q7; }

// Level of an addition: 0 for the operands, else the number of additions of the result before it.
int level_of(int id) {
  int level = 0;
  for (const auto& [task, first, second] : k_steps)
    if (task == id)
      for (const Number parent : {first, second})
        if (parent != none) level = std::max(level, parent >= u1 ? level_of(parent) + 1 : 1);
  return level;
}

// Operations per element of each task; products do not use them. `drawn` is the graph's.
std::vector<double> factors(std::string_view costs, double drawn, RandomStream& additions) {
  std::vector<double> factors(none, costs == "operation" ? 1 : drawn);
  std::map<int, double> by_level;
  for (int id = 0; id < none; ++id) {
    double& factor = factors[id];
    if (is_product(id)) continue;
    if (costs == "task") factor = draw_factor(additions);
    if (costs != "level") continue;
    const auto [known, is_new] = by_level.try_emplace(level_of(id));
    if (is_new) known->second = draw_factor(additions);
    factor = known->second;
  }
  return factors;
}

TaskGraph draw_strassen(const Parameters& given, RandomStream& costs, RandomStream& additions) {
  const double side = 512.0 * static_cast<double>(draw_side(costs));  // of a block
  const std::vector<double> factor = factors(text_of(given, k_strassen_costs), draw_factor(costs), additions);
  const double elements = side * side;
  std::vector<Task> tasks;
  for (int id = 0; id < none; ++id) {
    const double flop = elements * (is_product(id) ? side : factor[id]);
    tasks.push_back({flop, costs.uniform_real(0, real_of(given, "alpha_max")), ""});
  }
  const double bytes = real_of(given, "data_factor") * (8 * elements);
  std::vector<Edge> edges;
  for (const auto& [task, first, second] : k_steps) {
    edges.push_back({first, task, bytes});
    if (second != none) edges.push_back({second, task, bytes});
  }
  return {std::move(tasks), std::move(edges)};
}

}  // namespace

std::span<const ParameterSpec> fft_batch_parameters() { return k_fft_parameters; }

Workload build_fft_batch(const Recipe& recipe, std::string_view /*definition*/) {
  const std::vector<Value> points = list_of(recipe, k_fft_parameters, "points");
  const std::vector<Value> complexities = list_of(recipe, k_fft_parameters, "complexities");
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  check_task_count(batch, most_tasks(points), "points");  // and at most two edges lead to a task
  return draw_batch(recipe, k_fft_parameters, [&](const auto& stream) {
    RandomStream type = stream("type"), costs = stream("costs");
    const int exponent = exponent_of(draw_from<std::string>(points, type));
    const Complexity complexity = complexity_of(draw_from<std::string>(complexities, type));
    return draw_fft(exponent, complexity, recipe.parameters, costs);
  });
}

std::span<const ParameterSpec> strassen_batch_parameters() { return k_strassen_parameters; }

// At most 10,000 graphs, 250,000 tasks and 260,000 edges, which is below all limits.
Workload build_strassen_batch(const Recipe& recipe, std::string_view /*definition*/) {
  return draw_batch(recipe, k_strassen_parameters, [&](const auto& stream) {
    RandomStream costs = stream("costs"), additions = stream("additions");
    return draw_strassen(recipe.parameters, costs, additions);
  });
}

}  // namespace palio
