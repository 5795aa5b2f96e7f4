#pragma once

#include <string>
#include <string_view>

#include "core/identity/instance.h"

namespace palio {

/// Whether a typed recipe is that of a family of platforms, or the content of a file a platform: never a workflow.
bool names_platform_recipe(const std::string& typed);
bool is_platform(std::string_view content);

/// The ingredient that a typed recipe, or a file of that name and content, is.
Ingredient platform_of_recipe(const std::string& typed);
Ingredient platform_of_file(const std::string& name, std::string content);

/// As a file of SimGrid, or as Palio's JSON, which is written of what was read from a file alone. Throw UserError.
std::string simgrid_xml_of(const Ingredient& platform);
std::string palio_json_of(const Ingredient& platform);

}  // namespace palio
