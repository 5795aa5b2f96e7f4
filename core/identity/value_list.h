#pragma once

#include <string_view>
#include <vector>

#include "core/identity/canonical.h"

namespace palio {

/// A parameter that lists values (ParameterSpec::element_type) is a text of 1 to 100 values separated by single blanks,
/// "0.2 0.5", each written as to_text writes it: equal lists are equal texts, and so one identity. A family draws from
/// the list with equal chances; a value that is listed twice has two of them.

/// A parameter that lists numbers from min to max, or some of these texts; it shapes the draws.
constexpr ParameterSpec numbers(std::string_view name, ParameterType element, std::string_view meaning, double min,
                                double max, std::string_view default_value) {
  return {name, ParameterType::text, "", meaning, min, max, default_value, DrawRole::shapes_draws, {}, element};
}
constexpr ParameterSpec texts(std::string_view name, std::string_view meaning,
                              std::span<const std::string_view> choices, std::string_view default_value) {
  constexpr ParameterType k_text = ParameterType::text;
  return {name, k_text, "", meaning, 0, 0, default_value, DrawRole::shapes_draws, choices, k_text};
}

/// Of a single value of the list.
ParameterSpec element_spec(const ParameterSpec& list);

/// The values in their order. Throws UserError naming the parameter and the value: no or too many values, one of
/// another type, out of range or no choice, or another spelling than the canonical one, which the message gives.
std::vector<Value> read_list(std::string_view owner, const ParameterSpec& list, std::string_view text);

/// The same of a parameter of a resolved recipe.
std::vector<Value> list_of(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);

}  // namespace palio
