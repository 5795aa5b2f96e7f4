#include "campaign/cli/options/spec_argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "campaign/study/input_file.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

std::size_t largest(KeptOfFile kept) { return kept == KeptOfFile::workflow ? k_largest_workflow : k_largest_file; }

bool keeps(std::span<const FileFamily> families, KeptOfFile kept) {
  return std::ranges::find(families, kept, &FileFamily::kept) != families.end();
}

// What is kept of a file of that content.
KeptOfFile kept_of(std::span<const FileFamily> families, std::string_view content, const std::string& name) {
  if (keeps(families, KeptOfFile::workflow) && format_of(content, name).name != k_palio_format)
    return KeptOfFile::workflow;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string_view::npos && content[first] == '<';
  return is_xml && keeps(families, KeptOfFile::platform) ? KeptOfFile::platform : KeptOfFile::content;
}

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

Spec file_spec(std::span<const FileFamily> families, const std::string& path) {
  const std::size_t most = largest(keeps(families, KeptOfFile::workflow) ? KeptOfFile::workflow : KeptOfFile::content);
  return content_spec(families, read_input(path, most), input_name(path));
}

Spec content_spec(std::span<const FileFamily> families, std::string content, const std::string& name) {
  const FileFamily& family = *std::ranges::find(families, kept_of(families, content, name), &FileFamily::kept);
  std::string kept = kept_of_file(family.kept, std::move(content), name);
  const Parameters given{{std::string(role_name(ParameterRole::path)), name},
                         {std::string(role_name(ParameterRole::digest)), content_digest(kept)}};
  return {{std::string(family.name), resolve(family.name, family.parameters, given)}, std::move(kept)};
}

Spec recipe_spec(const std::string& typed, const FileFamily& family) {
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
