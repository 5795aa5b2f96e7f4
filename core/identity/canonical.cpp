#include "core/identity/canonical.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "core/error.h"
#include "core/identity/digest.h"

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

// Reads one value, quoted or plain, and moves `rest` behind it.
std::string take_value(std::string_view& rest) {
  std::string value;
  if (!rest.starts_with('"')) {
    value = rest.substr(0, rest.find(','));
    rest.remove_prefix(value.size());
    return value;
  }
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    value += rest[i];
  }
  throw UserError(fmt::format("missing closing quote in {}", rest));
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

std::string recipe_name(std::string_view text) { return std::string(text.substr(0, text.find(':'))); }

Recipe parse_recipe(std::string_view text, std::span<const ParameterSpec> specs) {
  Recipe recipe{recipe_name(text), {}};
  std::string_view rest = text.substr(recipe.name.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);  // ':' before the first parameter, ',' before the others
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos)
      throw UserError(fmt::format("\"{}\" in \"{}\" is not of the form parameter=value", rest, text));
    const std::string name(rest.substr(0, equals));
    rest.remove_prefix(equals + 1);
    const Value value = parse_value(recipe.name, parameter_spec(recipe.name, specs, name), take_value(rest));
    if (!recipe.parameters.emplace(name, value).second)
      throw UserError(fmt::format("parameter \"{}\" is given twice in \"{}\"", name, text));
    if (!rest.empty() && rest.front() != ',')
      throw UserError(fmt::format("expected a comma before \"{}\" in \"{}\"", rest, text));
  }
  recipe.parameters = resolve(recipe.name, specs, recipe.parameters);
  return recipe;
}

std::string short_key(std::string_view canonical) {
  return fmt::format("{:012x}", XXH3_64bits(canonical.data(), canonical.size()) >> 16U);
}

std::string content_digest(std::string_view content) { return to_text(digest_of(content)); }

}  // namespace palio
