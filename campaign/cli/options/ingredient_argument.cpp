#include "campaign/cli/options/ingredient_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "campaign/study/input_file.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/identity/recipe_reader.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

std::size_t largest(KeptOfFile kept) { return kept == KeptOfFile::workflow ? k_largest_workflow : k_largest_file; }

// The digest that a recipe gives; empty: it gives none.
std::string given_digest(const std::string& typed) {
  RecipeReader reader(typed);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    if (parameter->name == role_name(ParameterRole::digest)) return parameter->unquoted();
  return {};
}

std::string given_path(const std::string& typed) {
  RecipeReader reader(typed);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    if (parameter->name == role_name(ParameterRole::path)) return parameter->unquoted();
  throw UserError(fmt::format("\"{}\" gives no path: the file that it reads", typed));
}

}  // namespace

bool names_recipe(const std::string& typed) {
  if (typed == "-" || std::filesystem::exists(typed)) return false;
  if (typed.find(':') != std::string::npos) return true;
  const auto ends_typed = [&](std::string_view extension) { return typed.ends_with(extension); };
  return typed.find('/') == std::string::npos && std::ranges::none_of(workflow_extensions(), ends_typed);
}

Ingredient file_ingredient(std::span<const FileFamily> families, const std::string& path) {
  const bool takes_workflows = std::ranges::find(families, KeptOfFile::workflow, &FileFamily::kept) != families.end();
  return content_ingredient(families, read_input(path, takes_workflows ? k_largest_workflow : k_largest_file),
                            input_name(path));
}

Ingredient content_ingredient(std::span<const FileFamily> families, std::string content, const std::string& name) {
  const auto workflow = std::ranges::find(families, KeptOfFile::workflow, &FileFamily::kept);
  const bool is_workflow = workflow != families.end() && format_of(content, name).name != k_palio_format;
  const FileFamily& family = is_workflow ? *workflow : families.front();
  std::string kept = kept_of_file(family.kept, std::move(content), name);
  const Parameters given{{std::string(role_name(ParameterRole::path)), name},
                         {std::string(role_name(ParameterRole::digest)), content_digest(kept)}};
  return {{std::string(family.name), resolve(family.name, family.parameters, given)}, std::move(kept)};
}

Ingredient recipe_ingredient(const std::string& typed, const FileFamily& family) {
  if (parameter_of(family.parameters, ParameterRole::path) == nullptr)
    return {parse_recipe(typed, family.parameters), {}};
  const std::string path = given_path(typed), digest = given_digest(typed);
  std::string kept = kept_of_file(family.kept, read_input(path, largest(family.kept)), path);
  const std::string present = content_digest(kept);
  if (digest.empty()) return {parse_recipe(typed + ",digest=" + present, family.parameters), std::move(kept)};
  if (digest != present)
    throw UserError(fmt::format("{} has changed: its digest is {}, not {}; leave the digest out to take it as it is",
                                path, present, digest));
  return {parse_recipe(typed, family.parameters), std::move(kept)};
}

}  // namespace palio
