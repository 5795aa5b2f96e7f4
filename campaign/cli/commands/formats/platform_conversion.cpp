#include "campaign/cli/commands/formats/platform_conversion.h"

#include "campaign/cli/options/ingredient_argument.h"
#include "platforms/explicit/simgrid_xml.h"
#include "platforms/family.h"

namespace palio {

std::string simgrid_xml_of(const std::string& typed) {
  const auto [recipe, definition] = ingredient_argument(typed, "platform family", platform_families());
  return to_simgrid_xml(platform_family(recipe.name).build(recipe, definition));
}

}  // namespace palio
