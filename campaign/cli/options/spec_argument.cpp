#include "campaign/cli/options/spec_argument.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "campaign/files/input_files.h"
#include "campaign/study/study.h"
#include "core/error.h"
#include "core/identity/canonical.h"
#include "platforms/family.h"
#include "workloads/family.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

std::size_t largest(KeptOfFile kept) { return kept == KeptOfFile::content ? k_largest_file : k_largest_workflow; }

// The first family that keeps this of a file; null: there is none.
template <class Product>
const Family<Product>* reader_of(std::span<const Family<Product>> families, KeptOfFile kept) {
  const auto found = std::ranges::find_if(
      families, [&](const Family<Product>& family) { return family.reads_file() && family.kept == kept; });
  return found == families.end() ? nullptr : &*found;
}

template <class Product>
const Family<Product>& reader_of_file(std::span<const Family<Product>> families, std::string_view content,
                                      const std::string& name) {
  content = without_byte_order_mark(content);
  const Family<Product>* workflow = reader_of(families, KeptOfFile::workflow);
  if (workflow != nullptr && format_of(content, name).name != k_palio_format) return *workflow;
  for (const WorkflowFormat& format : workflow_formats())
    if (workflow == nullptr && format.name != k_palio_format && !is_saga(content) && format.recognises(content))
      throw UserError("{} is a workflow ({}), not a platform", name, format.summary);
  const Family<Product>* network = reader_of(families, KeptOfFile::network);
  if (network != nullptr && is_saga(content)) return *network;
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string_view::npos && content[first] == '<';
  const Family<Product>* platform = reader_of(families, KeptOfFile::platform);
  return is_xml && platform != nullptr ? *platform : *reader_of(families, KeptOfFile::content);
}

template <class Product>
Spec spec_in_file(std::span<const Family<Product>> families, std::string content, const std::string& name) {
  const Family<Product>& family = reader_of_file(families, content, name);
  std::string kept = kept_of_file(family.kept, std::move(content), name);
  const Parameters given{{std::string(role_name(ParameterRole::path)), name},
                         {std::string(role_name(ParameterRole::digest)), content_digest(kept)}};
  return {{std::string(family.name), resolve(family.name, family.parameters, given)}, std::move(kept)};
}

// The value that a typed recipe gives the parameter of a role.
std::optional<std::string> given_value(const std::string& typed, ParameterRole role) {
  RecipeReader reader(typed);
  while (const std::optional<WrittenParameter> parameter = reader.next())
    if (parameter->name == role_name(role)) return parameter->unquoted();
  return {};
}

template <class Product>
Spec recipe_spec(const std::string& typed, const Family<Product>& family) {
  if (!family.reads_file()) return {parse_recipe(typed, family.parameters), {}};
  const std::optional<std::string> path = given_value(typed, ParameterRole::path);
  const std::string digest = given_value(typed, ParameterRole::digest).value_or("");
  if (!path) throw UserError("\"{}\" gives no path to the file that it reads", typed);
  std::string kept = kept_of_file(family.kept, read_input(*path, largest(family.kept)), *path, workflow_reading(typed));
  const std::string present = content_digest(kept);
  if (digest.empty()) return {parse_recipe(typed + ",digest=" + present, family.parameters), std::move(kept)};
  if (digest != present)
    throw UserError("{} has changed: its digest is {}, not {}; leave the digest out to take it as it is", *path,
                    present, digest);
  return {parse_recipe(typed, family.parameters), std::move(kept)};
}

template <class Product>
Spec spec_argument(const std::string& typed, std::string_view kind, std::span<const Family<Product>> families) {
  if (names_recipe(typed)) return recipe_spec(typed, find_row(families, kind, recipe_name(typed)));
  return spec_in_file(families, read_input(typed, k_largest_workflow), input_name(typed));
}

}  // namespace

Spec platform_argument(const std::string& typed) {
  return spec_argument(typed, "platform family", platform_families());
}

Spec workload_argument(const std::string& typed) {
  return spec_argument(typed, "workload family", workload_families());
}

bool names_recipe(const std::string& typed) {
  if (typed == "-" || std::filesystem::exists(typed)) return false;
  if (typed.find(':') != std::string::npos) return true;
  const auto ends_typed = [&](std::string_view extension) { return typed.ends_with(extension); };
  return typed.find('/') == std::string::npos && std::ranges::none_of(workflow_extensions(), ends_typed);
}

Spec platform_in_file(std::string content, const std::string& name) {
  return spec_in_file(platform_families(), std::move(content), name);
}

}  // namespace palio
