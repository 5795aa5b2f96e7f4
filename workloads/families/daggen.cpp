#include <algorithm>
#include <array>

#include "core/error.h"
#include "workloads/families/families.h"
#include "workloads/families/parts/batch.h"
#include "workloads/families/parts/drawn_graph.h"

namespace palio {
namespace {

constexpr ParameterSpec k_law = leaving_draws(text_parameter(
    "law", "how the time of a task depends on its processors: its speed-up law", "amdahl", k_speedup_laws));

constexpr auto k_daggen_parameters = std::to_array<ParameterSpec>({
    {"tasks", ParameterType::integer, "", "number of tasks", 1, 100000, ""},
    {"fat", ParameterType::real, "", "levels have about tasks^fat tasks: 0 is a chain, 1 independent tasks", 0, 1,
     "0.5"},
    {"regular", ParameterType::real, "", "level sizes differ from the ideal one by up to 1 - regular", 0, 1, "0.5"},
    {"density", ParameterType::real, "", "a task has a parent, and up to this part of the level above more", 0, 1,
     "0.5"},
    {"jump", ParameterType::integer, "", "levels that an edge may go down; 1: to the next level only", 1, 1000, "5"},
    k_law,
    k_data_factor,
    k_sample,
    k_seed,
});

double power_of_ten(double exponent) {
  constexpr double k_ln_10 = 2.302585092994046;
  return portable_exp(k_ln_10 * exponent);
}

void draw_speedup(SpeedupLaw law, Task& task, RandomStream& speedups) {
  const auto max_processors = static_cast<int>(speedups.uniform_integer(1, 512));
  const double alpha = power_of_ten(speedups.uniform_real(-3, -0.5));
  const double overhead = power_of_ten(speedups.uniform_real(-6, -2));
  const double exponent = speedups.uniform_real(0, 1);
  const SpeedupParameters has = parameters_of(law);
  task.alpha = has.alpha ? alpha : 0;
  task.speedup.law = law;
  if (has.max_processors) task.speedup.max_processors = max_processors;
  if (has.overhead) task.speedup.overhead = overhead;
  if (has.exponent) task.speedup.exponent = exponent;
}

}  // namespace

std::span<const ParameterSpec> daggen_parameters() { return k_daggen_parameters; }

Workload build_daggen(const Recipe& recipe, std::string_view /*definition*/) {
  const Parameters& given = recipe.parameters;
  const LayeredGraphType type{.tasks = integer_of(given, "tasks"),
                              .width = real_of(given, "fat"),
                              .regularity = real_of(given, "regular"),
                              .density = real_of(given, "density"),
                              .jump = integer_of(given, "jump")};
  const auto found = std::ranges::find(k_speedup_laws, text_of(given, k_law.name));
  if (found == k_speedup_laws.end()) throw InternalError("a speed-up law was not resolved");
  const auto law = static_cast<SpeedupLaw>(found - k_speedup_laws.begin());
  RandomStream shape(recipe, k_daggen_parameters, "shape"), costs(recipe, k_daggen_parameters, "costs");
  RandomStream speedups(recipe, k_daggen_parameters, "speedups");
  EdgeLimit limit(recipe.name, "tasks, fat or density");
  GraphParts parts = draw_layered_parts(type, real_of(given, k_data_factor.name), shape, costs, limit);
  for (Task& task : parts.tasks) draw_speedup(law, task, speedups);
  return one_graph(std::move(parts.tasks), std::move(parts.edges));
}

}  // namespace palio
