#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/identity/parameters.h"

namespace palio {

/// What a platform, a workload or a strategy is made from: a registry's row and a value for each of its parameters.
/// Random families have parameters for the sample and the seed too, so a recipe resolves all random draws.
struct Recipe {
  std::string name;       // family or strategy
  Parameters parameters;  // resolved: every parameter of the row is there

  bool operator==(const Recipe&) const = default;
};

/// The identity of a recipe: `name:a=1,b=0.5`, sorted by parameter, numbers normalised. Never a position.
/// The command line reads the same syntax (parse_recipe).
std::string canonical_text(const Recipe& recipe);

/// As canonical_text, without the parameters that have their default value: what people read and type.
std::string label(const Recipe& recipe, std::span<const ParameterSpec> specs);

/// Splits `NAME` or `NAME:a=1,b=x` and resolves it against the specs of NAME. Throws UserError.
/// A value in double quotes may hold commas and equal signs; \" and \\ stand for themselves.
std::string recipe_name(std::string_view text);
Recipe parse_recipe(std::string_view text, std::span<const ParameterSpec> specs);

/// 12 hexadecimal digits of the hash of the canonical text: short enough to type, and to name a scenario by.
std::string short_key(std::string_view canonical);

/// 32 hexadecimal digits of XXH3-128: names the content of an input file.
std::string content_digest(std::string_view content);

}  // namespace palio
