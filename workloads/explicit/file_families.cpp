#include "workloads/explicit/file_families.h"

#include <array>

#include "core/identity/registry.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/families/parts/batch.h"

namespace palio {
namespace {

constexpr std::array<std::string_view, 1> k_samples{"files"};

constexpr ParameterSpec text(std::string_view name, std::string_view meaning) {
  return {.name = name, .type = ParameterType::text, .meaning = meaning};
}

constexpr ParameterSpec count(std::string_view name, std::string_view meaning, double least) {
  return {.name = name, .type = ParameterType::integer, .meaning = meaning, .min = least, .max = 1e15};
}

constexpr auto k_duel_parameters = std::to_array<ParameterSpec>({
    k_file_parameters[0],
    k_file_digest,
    text("network", "digest of the platform that it was found with"),
    text("target", "strategy that it is to be bad for"),
    text("base", "strategy that the target is compared with"),
    count("restart", "number of the search", 0),
    count("evaluation", "number of the instance in its search; the start is 0", 0),
    count("parent", "evaluation of the instance before it that was stored; -1: it is the start", -1),
    count("steps", "moves that were made since its parent", 0),
    text("move", "the last of them"),
    {.name = "ratio",
     .meaning = "makespan of the target, as a multiple of that of the base, as the search saw them",
     .min = 0,
     .max = 1e300},
});

}  // namespace

std::span<const ParameterSpec> workflow_parameters() {
  static const auto parameters = std::to_array<ParameterSpec>({
      {.name = "path",
       .type = ParameterType::text,
       .meaning = "the file, a folder of files or a pattern; WfCommons, DAX, DOT or Palio's JSON",
       .role = ParameterRole::path},
      {.name = "alpha",
       .meaning = "fraction that cannot be parallelised, of tasks whose file says none",
       .max = 1,
       .default_value = "1",
       .draw_role = DrawRole::leaves_draws},
      {.name = "reference_speed",
       .unit = "flop/s",
       .meaning = "a second of a task is so much work, where the file has seconds",
       .max = k_largest_scaling.reference_speed,
       .default_value = "1e9",
       .draw_role = DrawRole::leaves_draws,
       .bounds = Bounds::open_below},
      {.name = "work_factor",
       .meaning = "tasks have so many times the work",
       .max = k_largest_scaling.work_factor,
       .default_value = "1",
       .draw_role = DrawRole::leaves_draws,
       .bounds = Bounds::open_below},
      k_data_factor,
      {.name = "sample",
       .type = ParameterType::text,
       .meaning =
           "files: those of a folder are a random sample of such workflows, which intervals are for; unless given "
           "they stand for themselves",
       .choices = k_samples,
       .presence = Presence::optional},
      k_file_digest,
  });
  return parameters;
}

Workload build_workflow(const Recipe& recipe, std::string_view definition) {
  const Parameters& given = recipe.parameters;
  return scaled_from_json(definition, text_of(given, "path"),
                          {.alpha = real_of(given, "alpha"),
                           .reference_speed = real_of(given, "reference_speed"),
                           .work_factor = real_of(given, "work_factor"),
                           .data_factor = real_of(given, "data_factor")});
}

std::span<const ParameterSpec> duel_workload_parameters() { return k_duel_parameters; }

}  // namespace palio
