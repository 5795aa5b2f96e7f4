#include "campaign/cli/options/ingredient_argument.h"

#include <fmt/format.h>

#include <filesystem>

#include "campaign/study/input_file.h"
#include "campaign/study/study.h"
#include "core/error.h"

namespace palio {

bool names_recipe(const std::string& typed) {
  if (typed == "-" || std::filesystem::exists(typed)) return false;
  if (typed.find(':') != std::string::npos) return true;
  return typed.find('/') == std::string::npos && !typed.ends_with(".json");
}

Ingredient file_ingredient(std::string_view family, const std::string& path) {
  std::string content = read_input(path);
  Recipe recipe{std::string(family),
                {{std::string(role_name(ParameterRole::path)), input_name(path)},
                 {std::string(role_name(ParameterRole::digest)), content_digest(content)}}};
  return {std::move(recipe), std::move(content)};
}

Ingredient recipe_ingredient(const std::string& typed, std::span<const ParameterSpec> specs) {
  Recipe recipe = parse_recipe(typed, specs);
  if (parameter_of(specs, ParameterRole::path) == nullptr) return {std::move(recipe), {}};
  const std::string& path = text_of(recipe.parameters, role_name(ParameterRole::path));
  Ingredient file = file_ingredient(recipe.name, path);
  if (file.recipe != recipe)
    throw UserError(fmt::format("{} has changed: its digest is {}, not {}; give the file alone to take it as it is",
                                path, text_of(file.recipe.parameters, role_name(ParameterRole::digest)),
                                text_of(recipe.parameters, role_name(ParameterRole::digest))));
  return file;
}

}  // namespace palio
