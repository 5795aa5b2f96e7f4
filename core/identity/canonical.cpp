#include "core/identity/canonical.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "core/error.h"
#include "core/identity/digest.h"
#include "core/identity/recipe_reader.h"

namespace palio {
namespace {

constexpr std::string_view k_special = ",=:\"\\ \n";

std::string quoted(const std::string& text) {
  if (!text.empty() && text.find_first_of(k_special) == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string value_text(const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? quoted(*text) : to_text(value);
}

template <class Keep>
std::string joined(const Recipe& recipe, Keep keep) {
  std::string out = recipe.name;
  char separator = ':';
  for (const auto& [name, value] : recipe.parameters) {
    if (!keep(name, value)) continue;
    out += fmt::format("{}{}={}", separator, name, value_text(value));
    separator = ',';
  }
  return out;
}

}  // namespace

std::string canonical_text(const Recipe& recipe) {
  return joined(recipe, [](const auto&, const auto&) { return true; });
}

std::string label(const Recipe& recipe, std::span<const ParameterSpec> specs) {
  return joined(recipe, [&](const std::string& name, const Value& value) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    return spec == specs.end() || spec->default_value.empty() ||
           parse_value(recipe.name, *spec, spec->default_value) != value;
  });
}

std::string recipe_name(std::string_view text) { return std::string(RecipeReader(text).name()); }

Recipe parse_recipe(std::string_view text, std::span<const ParameterSpec> specs) {
  RecipeReader reader(text);
  Recipe recipe{std::string(reader.name()), {}};
  while (const std::optional<WrittenParameter> written = reader.next()) {
    const ParameterSpec& spec = parameter_spec(recipe.name, specs, written->name);
    if (!recipe.parameters.emplace(written->name, parse_value(recipe.name, spec, written->unquoted())).second)
      throw UserError("parameter \"{}\" is given twice in \"{}\"", written->name, text);
  }
  recipe.parameters = resolve(recipe.name, specs, recipe.parameters);
  return recipe;
}

std::string short_key(std::string_view canonical) {
  return fmt::format("{:012x}", XXH3_64bits(canonical.data(), canonical.size()) >> 16U);
}

std::string content_digest(std::string_view content) { return to_text(digest_of(content)); }

}  // namespace palio
