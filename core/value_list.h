#pragma once

#include <string_view>
#include <vector>

#include "core/canonical.h"

namespace palio {

/// A parameter that lists values (ParameterSpec::element_type) is a text of 1 to 100 values separated by single blanks,
/// "0.2 0.5", each written as to_text writes it: equal lists are equal texts, and so one identity. A family draws from
/// the list with equal chances; a value that is listed twice has two of them.

/// Of a single value of the list.
ParameterSpec element_spec(const ParameterSpec& list);

/// The values in their order. Throws UserError naming the parameter and the value: no or too many values, one of
/// another type, out of range or no choice, or another spelling than the canonical one, which the message gives.
std::vector<Value> read_list(std::string_view owner, const ParameterSpec& list, std::string_view text);

/// The same of a parameter of a resolved recipe.
std::vector<Value> list_of(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name);

}  // namespace palio
