#include "platforms/file_platform.h"

#include <array>

#include "platforms/platform_json.h"

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 2> k_parameters{{
    {"path", ParameterType::text, "", "the JSON file", 0, 0, ""},
    {"digest", ParameterType::text, "", "digest of the file's content", 0, 0, ""},
}};

}  // namespace

std::span<const ParameterSpec> file_platform_parameters() { return k_parameters; }

Platform build_file_platform(const Recipe& recipe, std::string_view definition) {
  return platform_from_json(definition, text_of(recipe.parameters, "path"));
}

}  // namespace palio
