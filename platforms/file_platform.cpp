#include "platforms/file_platform.h"

#include "platforms/platform_json.h"

namespace palio {
Platform build_file_platform(const Recipe& recipe, std::string_view definition) {
  return platform_from_json(definition, text_of(recipe.parameters, "path"));
}

}  // namespace palio
