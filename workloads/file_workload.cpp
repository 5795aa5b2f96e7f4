#include "workloads/file_workload.h"

#include <array>

#include "workloads/workload_json.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 2> k_parameters{{
    {"path", ParameterType::text, "", "the JSON file", 0, 0, ""},
    {"digest", ParameterType::text, "", "digest of the file's content", 0, 0, ""},
}};

}  // namespace

std::span<const ParameterSpec> file_workload_parameters() { return k_parameters; }

Workload build_file_workload(const Recipe& recipe, std::string_view definition) {
  return workload_from_json(definition, text_of(recipe.parameters, "path"));
}

}  // namespace palio
