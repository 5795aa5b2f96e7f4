#include "core/identity/value_list.h"

#include <algorithm>

#include "core/error.h"

namespace palio {

ParameterSpec element_spec(const ParameterSpec& list) {
  ParameterSpec element = list;
  element.type = list.element_type.value_or(list.type);
  element.element_type = std::nullopt;
  return element;
}

std::vector<Value> read_list(std::string_view owner, const ParameterSpec& list, std::string_view text) {
  constexpr std::size_t k_most_values = 100;
  constexpr std::string_view k_separators = " ,;";  // others than a blank are refused below, with the right spelling
  const ParameterSpec element = element_spec(list);
  std::vector<Value> values;
  std::string canonical;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find_first_of(k_separators));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    if (word.empty()) continue;
    if (values.size() == k_most_values)
      throw UserError("parameter \"{}\" of {} lists more than {} values", list.name, owner, k_most_values);
    values.push_back(checked_value(owner, element, parse_value(owner, element, word)));
    canonical += (canonical.empty() ? "" : " ") + to_text(values.back());
  }
  if (values.empty()) throw UserError("parameter \"{}\" of {} lists no value", list.name, owner);
  if (canonical != text)
    throw UserError("parameter \"{}\" of {} is \"{}\": write \"{}\"", list.name, owner, text, canonical);
  return values;
}

std::vector<Value> list_of(const Recipe& recipe, std::span<const ParameterSpec> specs, std::string_view name) {
  return read_list(recipe.name, parameter_spec(recipe.name, specs, name), text_of(recipe.parameters, name));
}

}  // namespace palio
