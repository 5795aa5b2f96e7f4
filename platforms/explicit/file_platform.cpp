#include "platforms/explicit/file_platform.h"

#include "platforms/explicit/platform_json.h"

namespace palio {
AnyPlatform build_file_platform(const Recipe& recipe, std::string_view definition) {
  return any_platform_from_json(definition, text_of(recipe.parameters, "path"));
}

}  // namespace palio
