#include "campaign/cli/commands/formats/platform_conversion.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/cli/options/ingredient_argument.h"
#include "core/error.h"
#include "platforms/explicit/simgrid_xml.h"
#include "platforms/family.h"

namespace palio {

bool names_platform_recipe(const std::string& typed) {
  const std::string name = recipe_name(typed);
  return name != k_file_family &&
         std::ranges::find(platform_families(), name, &PlatformFamily::name) != platform_families().end();
}

bool is_platform(std::string_view content) {
  const auto has = [&](std::string_view text) { return content.find(text) != std::string_view::npos; };
  return (has("\"palio-platform\"") && !has("\"palio-workload\"")) || has("<platform ");
}

Ingredient platform_of_recipe(const std::string& typed) {
  return ingredient_argument(typed, "platform family", platform_families());
}

Ingredient platform_of_file(const std::string& name, std::string content) {
  return content_ingredient(file_families(platform_families()), std::move(content), name);
}

std::string simgrid_xml_of(const Ingredient& platform) {
  return to_simgrid_xml(platform_family(platform.recipe.name).build(platform.recipe, platform.definition));
}

std::string palio_json_of(const Ingredient& platform) {
  if (!platform.definition.empty()) return platform.definition;
  throw UserError(fmt::format("{} is drawn from its parameters: write it as simgrid, which can be read again",
                              platform.recipe.name));
}

}  // namespace palio
