#include "workloads/families/families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "core/identity/parameters.h"
#include "workloads/families/parts/arrivals.h"
#include "workloads/families/parts/batch_parameters.h"

namespace palio {
namespace {

constexpr auto k_additions_costs = std::to_array<std::string_view>({"graph", "level", "task", "operation"});
constexpr ParameterSpec k_strassen_costs = [] {
  ParameterSpec spec = later_text_parameter(
      "costs", "operations per element of an addition: drawn per graph, level or task, or one (operation)", "graph",
      k_additions_costs);
  spec.draw_role = DrawRole::leaves_draws;
  return spec;
}();

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

// Of an addition: 0 for the operands, then how many additions of the result come before.
int level_of(int id) {
  int level = 0;
  for (const auto& [task, first, second] : k_steps)
    if (task == id)
      for (const Number parent : {first, second})
        if (parent != none) level = std::max(level, parent >= u1 ? level_of(parent) + 1 : 1);
  return level;
}

// Operations per element of each task; for products they mean nothing. `drawn` is the graph's.
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

TaskGraph draw_graph(const Parameters& given, RandomStream& costs, RandomStream& additions) {
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

std::span<const ParameterSpec> strassen_batch_parameters() { return k_strassen_parameters; }

// At most 10,000 graphs, 250,000 tasks and 260,000 edges: within any limit.
Workload build_strassen_batch(const Recipe& recipe, std::string_view /*definition*/) {
  Workload workload;
  for (std::int64_t i = 0; i < integer_of(recipe.parameters, "batch"); ++i) {
    RandomStream costs(recipe, k_strassen_parameters, fmt::format("costs/{}", i));
    RandomStream additions(recipe, k_strassen_parameters, fmt::format("additions/{}", i));
    workload.applications.push_back({"", draw_graph(recipe.parameters, costs, additions), 0});
  }
  release(recipe, k_strassen_parameters, workload);
  return workload;
}

}  // namespace palio
