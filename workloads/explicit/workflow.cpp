#include "workloads/explicit/file_families.h"

#include <array>

#include "core/identity/registry.h"
#include "workloads/explicit/workload_json.h"
#include "workloads/families/parts/batch_parameters.h"

namespace palio {

namespace {

constexpr std::array<std::string_view, 1> k_samples{"files"};

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

}  // namespace palio
