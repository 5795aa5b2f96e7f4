#include "workloads/families/families.h"

#include <fmt/format.h>

#include <array>

#include "workloads/families/parts/arrivals.h"
#include "workloads/families/parts/batch_parameters.h"
#include "workloads/families/parts/layered_graph.h"

namespace palio {
namespace {

constexpr auto k_ptg_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 100000, ""},
    {"width", ParameterType::real, "", "levels have about tasks^width tasks: 0 is a chain, 1 a fork-join", 0, 1, ""},
    {"regularity", ParameterType::real, "", "level sizes differ from the ideal one by up to 1 - regularity", 0, 1, ""},
    {"density", ParameterType::real, "", "parents of a task, at most this part of the level above", 0, 1, ""},
    {"jump", ParameterType::integer, "", "levels that an edge may go down; 1: to the next level only", 1, 1000, ""},
    {"complexity", ParameterType::text, "", "how the work of a task grows with its data", 0, 0, "",
     DrawRole::shapes_draws, k_complexities},
    k_alpha_max,
    {.name = "batch",
     .type = ParameterType::integer,
     .meaning = "graphs of this type, drawn independently",
     .min = 1,
     .max = 10000,
     .default_value = "1",
     .draw_role = DrawRole::leaves_draws,
     .role = ParameterRole::applications},
    k_arrivals,
    k_mean_gap,
    k_gap_deviation,
    k_release_dates,
    k_sample,
    k_seed,
});

LayeredGraphType type_of(const Parameters& given) {
  return {.tasks = integer_of(given, "tasks"),
          .width = real_of(given, "width"),
          .regularity = real_of(given, "regularity"),
          .density = real_of(given, "density"),
          .jump = integer_of(given, "jump"),
          .complexity = complexity_of(text_of(given, "complexity")),
          .alpha_max = real_of(given, "alpha_max")};
}

}  // namespace

std::span<const ParameterSpec> random_ptg_parameters() { return k_ptg_parameters; }

Workload build_random_ptg(const Recipe& recipe, std::string_view /*definition*/) {
  const LayeredGraphType type = type_of(recipe.parameters);
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  check_task_count(batch, type.tasks, "tasks");
  EdgeLimit limit(recipe.name, "tasks, width, density or batch");
  Workload workload;
  for (std::int64_t i = 0; i < batch; ++i) {
    RandomStream shape(recipe, k_ptg_parameters, fmt::format("shape/{}", i));
    RandomStream costs(recipe, k_ptg_parameters, fmt::format("costs/{}", i));
    workload.applications.push_back({"", draw_layered_graph(type, 1, shape, costs, limit), 0});
  }
  release(recipe, k_ptg_parameters, workload);
  return workload;
}

}  // namespace palio
