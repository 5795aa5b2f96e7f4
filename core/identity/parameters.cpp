#include "core/identity/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/number.h"

namespace palio {
namespace {

struct RoleName {
  ParameterRole role;
  std::string_view name;
};

constexpr auto k_role_names = std::to_array<RoleName>({
    {ParameterRole::sample, "sample"},
    {ParameterRole::seed, "seed"},
    {ParameterRole::path, "path"},
    {ParameterRole::digest, "digest"},
});

// In the order of ParameterType.
constexpr auto k_type_names = std::to_array<std::string_view>({"an integer", "a number", "a text"});

std::string_view type_name(ParameterType type) { return k_type_names.at(static_cast<std::size_t>(type)); }

// Converts an integer where a real is declared, and a whole real where an integer is.
Value converted(std::string_view owner, const ParameterSpec& spec, const Value& value) {
  if (type_of(value) == spec.type) return value;
  if (spec.type == ParameterType::real && std::holds_alternative<std::int64_t>(value))
    return static_cast<double>(std::get<std::int64_t>(value));
  if (const auto* real = std::get_if<double>(&value);
      spec.type == ParameterType::integer && real != nullptr && std::abs(*real) < 0x1p53 && std::trunc(*real) == *real)
    return static_cast<std::int64_t>(*real);
  if (spec.element_type)
    throw UserError("parameter \"{}\" of {} lists values in one text, such as \"{}\", but is {}", spec.name, owner,
                    spec.default_value.empty() ? "1 2" : spec.default_value, to_text(value));
  const bool text = std::holds_alternative<std::string>(value);  // "4" is none of the numbers
  throw UserError("parameter \"{}\" of {} must be {}, not {}", spec.name, owner, type_name(spec.type),
                  text ? fmt::format("the text \"{}\"", to_text(value)) : to_text(value));
}

void check_range(std::string_view owner, const ParameterSpec& spec, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (spec.element_type)
      read_list(owner, spec, *text);
    else if (!spec.choices.empty() && std::ranges::find(spec.choices, *text) == spec.choices.end())
      throw UserError("parameter \"{}\" of {} cannot be \"{}\"{}", spec.name, owner, *text,
                      suggestion(*text, spec.choices));
    return;
  }
  const double number = std::holds_alternative<double>(value) ? std::get<double>(value)
                                                              : static_cast<double>(std::get<std::int64_t>(value));
  const bool open = spec.bounds == Bounds::open_below;
  if (!((open ? number > spec.min : number >= spec.min) && number <= spec.max))  // also refuses NaN
    throw UserError("parameter \"{}\" of {} is {}, outside {}{}, {}]{}{}", spec.name, owner, to_text(value),
                    open ? "(" : "[", spec.min, spec.max, spec.unit.empty() ? "" : " ", spec.unit);
}

std::string valid_texts(const ParameterSpec& spec) {
  return spec.choices.empty() ? "" : fmt::format(" (valid: {})", fmt::join(spec.choices, ", "));
}

// All of them in one message.
void refuse_missing(std::string_view owner, std::span<const ParameterSpec> specs, const Parameters& given) {
  std::vector<std::string> missing, meanings;
  for (const ParameterSpec& spec : specs) {
    if (spec.presence == Presence::optional || !spec.default_value.empty() || given.contains(spec.name)) continue;
    if (is_given_by_study(spec.role) && !missing.empty()) continue;  // a file's digest follows from its path
    missing.push_back(fmt::format("\"{}\"", spec.name));
    meanings.push_back(fmt::format("{}{}", spec.meaning, valid_texts(spec)));
  }
  if (missing.size() == 1)
    throw UserError("parameter {} of {} is missing: {}", missing.front(), owner, meanings.front());
  if (missing.empty()) return;
  std::string message = fmt::format("parameters of {} are missing:", owner);
  for (std::size_t i = 0; i < missing.size(); ++i)
    message += fmt::format("{} {}: {}", i == 0 ? "" : ";", missing[i], meanings[i]);
  throw UserError("{}", message);
}

// The default of a parameter added after the first campaigns is what these did without it.
bool is_left_out(std::string_view owner, const ParameterSpec& spec, const Value& value) {
  return spec.presence == Presence::optional && !spec.default_value.empty() &&
         value == checked_value(owner, spec, parse_value(owner, spec, spec.default_value));
}

template <class Type>
const Type& get(const Parameters& parameters, std::string_view name) {
  const auto found = parameters.find(name);
  if (found == parameters.end() || !std::holds_alternative<Type>(found->second))
    throw InternalError("parameter \"{}\" was read before it was resolved", name);
  return std::get<Type>(found->second);
}

}  // namespace

std::string_view role_name(ParameterRole role) {
  const auto* const found = std::ranges::find(k_role_names, role, &RoleName::role);
  return found == k_role_names.end() ? std::string_view() : found->name;
}

ParameterRole role_of(std::string_view name) {
  const auto* const found = std::ranges::find(k_role_names, name, &RoleName::name);
  return found == k_role_names.end() ? ParameterRole::plain : found->role;
}

bool is_given_by_study(ParameterRole role) {
  return role == ParameterRole::sample || role == ParameterRole::seed || role == ParameterRole::digest;
}

const ParameterSpec* parameter_of(std::span<const ParameterSpec> specs, ParameterRole role) {
  const auto found = std::ranges::find(specs, role, &ParameterSpec::role);
  return found == specs.end() ? nullptr : &*found;
}

ParameterType type_of(const Value& value) {
  if (std::holds_alternative<std::int64_t>(value)) return ParameterType::integer;
  return std::holds_alternative<double>(value) ? ParameterType::real : ParameterType::text;
}

std::string to_text(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  const double real = std::get<double>(value);
  return fmt::format("{}", real == 0.0 ? 0.0 : real);  // -0.0 and 0.0 are one value
}

Value parse_value(std::string_view owner, const ParameterSpec& spec, std::string_view text) {
  if (spec.type == ParameterType::text) return std::string(text);
  if (spec.type == ParameterType::integer) {
    if (const auto integer = parsed_number<std::int64_t>(text)) return *integer;
  } else if (const auto real = parsed_number<double>(text)) {
    return *real;
  }
  throw UserError("parameter \"{}\" of {} must be {}, not \"{}\"", spec.name, owner, type_name(spec.type), text);
}

Value checked_value(std::string_view owner, const ParameterSpec& spec, const Value& value) {
  Value declared = converted(owner, spec, value);
  check_range(owner, spec, declared);
  return declared;
}

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

const ParameterSpec& parameter_spec(std::string_view owner, std::span<const ParameterSpec> specs,
                                    std::string_view name) {
  const auto found = std::ranges::find(specs, name, &ParameterSpec::name);
  if (found != specs.end()) return *found;
  if (specs.empty()) throw UserError("{} has no parameters, but \"{}\" was given", owner, name);
  throw UserError("{} has no parameter \"{}\"{}", owner, name, suggestion(name, specs, &ParameterSpec::name));
}

Parameters resolve(std::string_view owner, std::span<const ParameterSpec> specs, const Parameters& given) {
  for (const auto& [name, value] : given) parameter_spec(owner, specs, name);
  refuse_missing(owner, specs, given);
  Parameters resolved;
  for (const ParameterSpec& spec : specs) {
    const auto found = given.find(spec.name);
    if (found == given.end() && spec.presence == Presence::optional) continue;
    const Value value = found == given.end() ? parse_value(owner, spec, spec.default_value) : found->second;
    const Value checked = checked_value(owner, spec, value);
    if (!is_left_out(owner, spec, checked)) resolved.emplace(spec.name, checked);
  }
  return resolved;
}

std::int64_t integer_of(const Parameters& parameters, std::string_view name) {
  return get<std::int64_t>(parameters, name);
}

double real_of(const Parameters& parameters, std::string_view name) { return get<double>(parameters, name); }

const std::string& text_of(const Parameters& parameters, std::string_view name) {
  return get<std::string>(parameters, name);
}

std::string_view text_of(const Parameters& parameters, const ParameterSpec& spec) {
  return parameters.contains(spec.name) ? text_of(parameters, spec.name) : spec.default_value;
}

}  // namespace palio
