#include "workloads/families/families.h"

#include <algorithm>
#include <array>

#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/drawn_graph.h"

namespace palio {
namespace {

constexpr auto k_ptg_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 100000, ""},
    {"width", ParameterType::real, "", "levels have about tasks^width tasks: 0 is a chain, 1 independent tasks", 0, 1,
     ""},
    {"regularity", ParameterType::real, "", "level sizes differ from the ideal one by up to 1 - regularity", 0, 1, ""},
    {"density", ParameterType::real, "", "parents of a task, at most this part of the level above", 0, 1, ""},
    {"jump", ParameterType::integer, "", "levels that an edge may go down; 1: to the next level only", 1, 1000, ""},
    text_parameter("complexity", "how the work of a task grows with its data", "", k_complexities),
    k_alpha_max,
    with_role(ParameterRole::applications,
              {"batch", ParameterType::integer, "", "graphs of this type, drawn independently", 1, 10000, "1",
               DrawRole::leaves_draws}),
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

// The axes in RR-6774.
constexpr auto k_batch_parameters = std::to_array<ParameterSpec>({
    k_independent_batch,
    numbers("task_counts", ParameterType::integer, "tasks of a graph to draw from", 1, 100000, "10 20 50"),
    numbers("widths", ParameterType::real, "widths to draw from: levels have about tasks^width tasks", 0, 1,
            "0.2 0.5 0.8"),
    numbers("regularities", ParameterType::real, "regularities to draw from", 0, 1, "0.2 0.8"),
    numbers("densities", ParameterType::real, "densities to draw from", 0, 1, "0.2 0.8"),
    numbers("jumps", ParameterType::integer, "jumps to draw from", 1, 1000, "1 2 4"),
    texts("complexities", "complexities to draw from; mixed: each task has its own", k_complexities,
          "stencil sort matmul mixed"),
    k_alpha_max,
    k_data_factor,
    k_arrivals,
    k_mean_gap,
    k_gap_deviation,
    k_release_dates,
    k_sample,
    k_seed,
});

// The lists of a recipe, read once for all its graphs.
struct TypeLists {
  std::vector<Value> tasks, widths, regularities, densities, jumps, complexities;
  double alpha_max;
};

TypeLists lists_of(const Recipe& recipe) {
  const auto values = [&](std::string_view name) { return list_of(recipe, k_batch_parameters, name); };
  return {values("task_counts"),
          values("widths"),
          values("regularities"),
          values("densities"),
          values("jumps"),
          values("complexities"),
          real_of(recipe.parameters, "alpha_max")};
}

LayeredGraphType draw_type(const TypeLists& lists, RandomStream stream) {
  LayeredGraphType type;
  type.tasks = draw_from<std::int64_t>(lists.tasks, stream);
  type.width = draw_from<double>(lists.widths, stream);
  type.regularity = draw_from<double>(lists.regularities, stream);
  type.density = draw_from<double>(lists.densities, stream);
  type.jump = draw_from<std::int64_t>(lists.jumps, stream);
  type.complexity = complexity_of(draw_from<std::string>(lists.complexities, stream));
  type.alpha_max = lists.alpha_max;
  return type;
}

}  // namespace

std::span<const ParameterSpec> random_ptg_parameters() { return k_ptg_parameters; }

Workload build_random_ptg(const Recipe& recipe, std::string_view /*definition*/) {
  const LayeredGraphType type = type_of(recipe.parameters);
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  check_task_count(batch, type.tasks, "tasks");
  EdgeLimit limit(recipe.name, "tasks, width, density or batch");
  return draw_batch(recipe, k_ptg_parameters, [&](const auto& stream) {
    RandomStream shape = stream("shape"), costs = stream("costs");
    return draw_layered_graph(type, 1, shape, costs, limit);
  });
}

std::span<const ParameterSpec> random_batch_parameters() { return k_batch_parameters; }

Workload build_random_batch(const Recipe& recipe, std::string_view /*definition*/) {
  const TypeLists lists = lists_of(recipe);
  const std::int64_t batch = integer_of(recipe.parameters, "batch");
  check_task_count(batch, std::get<std::int64_t>(*std::ranges::max_element(lists.tasks)), "task_counts");
  EdgeLimit limit(recipe.name, "task_counts, widths, densities or batch");
  const double data_factor = real_of(recipe.parameters, "data_factor");
  return draw_batch(recipe, k_batch_parameters, [&](const auto& stream) {
    RandomStream shape = stream("shape"), costs = stream("costs");
    return draw_layered_graph(draw_type(lists, stream("type")), data_factor, shape, costs, limit);
  });
}

}  // namespace palio
