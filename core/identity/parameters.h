#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace palio {

/// A parameter's value, of the type its ParameterSpec declares.
using Value = std::variant<std::int64_t, double, std::string>;

/// Sorted by name, so that two equal sets have one canonical text.
using Parameters = std::map<std::string, Value, std::less<>>;

enum class ParameterType { integer, real, text };

/// Whether a parameter affects the random draws of an instance. Parameters that only change how the instance is
/// executed (tcp_gamma) do not, so that their axis compares the very same instances.
enum class DrawRole { shapes_draws, leaves_draws };

/// What a parameter means beyond its family. Parameters of a study and of files have the same name in every family.
enum class ParameterRole {
  plain,
  sample,        // number of the draw
  seed,          // of the study
  path,          // of the input file
  digest,        // of the input file's content
  applications,  // number of applications of the workload
  release,       // of their release dates
  uncertainty,   // of what departs from the estimates
};

/// Whether the least number of a range belongs to it: [min, max] or (min, max].
enum class Bounds { closed, open_below };

/// Whether every recipe has a value of the parameter, or only a recipe that was given one other than the default, if
/// any: so a parameter added later does not change the identity of existing recipes.
enum class Presence { always, optional };

/// One row of a registry: a parameter of a platform family, a workload family or a strategy.
struct ParameterSpec {
  std::string_view name;
  ParameterType type = ParameterType::real;
  std::string_view unit = {};     // "flop/s", "byte", "s"; empty for a plain number
  std::string_view meaning = {};  // one sentence for `palio list`
  double min = 0;                 // numbers only
  double max = 0;
  std::string_view default_value = {};  // in command-line syntax; empty: required or optional
  DrawRole draw_role = DrawRole::shapes_draws;
  std::span<const std::string_view> choices = {};  // texts only; empty: any text
  /// Texts only: the text is a list of such values (read_list), and min, max and choices apply to each value.
  std::optional<ParameterType> element_type = std::nullopt;
  Bounds bounds = Bounds::closed;  // numbers only
  ParameterRole role = ParameterRole::plain;
  Presence presence = Presence::always;
};

/// A real that leaves the draws alone: it scales them, or changes how they are executed.
constexpr ParameterSpec scale_parameter(std::string_view name, std::string_view unit, std::string_view meaning,
                                        double min, double max, std::string_view default_value) {
  return {name, ParameterType::real, unit, meaning, min, max, default_value, DrawRole::leaves_draws};
}

/// A text that is one of the choices; any text if there are none.
constexpr ParameterSpec text_parameter(std::string_view name, std::string_view meaning,
                                       std::string_view default_value = {},
                                       std::span<const std::string_view> choices = {}) {
  return {.name = name,
          .type = ParameterType::text,
          .meaning = meaning,
          .default_value = default_value,
          .choices = choices};
}

// The same parameter with one property changed.
constexpr ParameterSpec open_below(ParameterSpec spec) {
  spec.bounds = Bounds::open_below;
  return spec;
}
constexpr ParameterSpec leaving_draws(ParameterSpec spec) {
  spec.draw_role = DrawRole::leaves_draws;
  return spec;
}
constexpr ParameterSpec with_role(ParameterRole role, ParameterSpec spec) {
  spec.role = role;
  return spec;
}
constexpr ParameterSpec optional_parameter(ParameterSpec spec) {
  spec.presence = Presence::optional;
  return spec;
}

/// A text that was added after the first campaigns: recipes leave its default out.
constexpr ParameterSpec later_text_parameter(std::string_view name, std::string_view meaning,
                                             std::string_view default_value,
                                             std::span<const std::string_view> choices) {
  return optional_parameter(text_parameter(name, meaning, default_value, choices));
}

/// Lists of numbers from min to max, or of some of these texts, from which a family draws uniformly; a value listed
/// twice is twice as likely.
constexpr ParameterSpec numbers(std::string_view name, ParameterType element, std::string_view meaning, double min,
                                double max, std::string_view default_value) {
  return {name, ParameterType::text, "", meaning, min, max, default_value, DrawRole::shapes_draws, {}, element};
}
constexpr ParameterSpec texts(std::string_view name, std::string_view meaning,
                              std::span<const std::string_view> choices, std::string_view default_value) {
  ParameterSpec spec = text_parameter(name, meaning, default_value, choices);
  spec.element_type = ParameterType::text;
  return spec;
}

inline constexpr std::array<std::string_view, 2> k_off_on{"off", "on"};

/// The name of the parameters with that role, if they share one; else empty.
std::string_view role_name(ParameterRole role);
/// The role that follows from the name alone, as in a database.
ParameterRole role_of(std::string_view name);
/// Whether a study sets the value itself: number of the draw, seed and digest.
bool is_given_by_study(ParameterRole role);
/// The parameter of that role; null: the row has none.
const ParameterSpec* parameter_of(std::span<const ParameterSpec> specs, ParameterRole role);

ParameterType type_of(const Value& value);

/// The text of a value: 8, 0.25, 1e+20, random. The shortest text that reads back as the same bits.
std::string to_text(const Value& value);

/// Reads a value of the declared type; throws UserError naming the parameter, its `owner` (the family or strategy), the
/// text and the expected type.
Value parse_value(std::string_view owner, const ParameterSpec& spec, std::string_view text);

/// The value as the spec declares it: an integer where a real is declared becomes a real, a whole real an integer.
/// Throws UserError for another type, a number out of range or a text that is not a choice.
Value checked_value(std::string_view owner, const ParameterSpec& spec, const Value& value);

/// The spec of a single value of a list.
ParameterSpec element_spec(const ParameterSpec& list);

/// The values of a list in their order: 1 to 100 values separated by single blanks, "0.2 0.5", each written as by
/// to_text, so that equal lists have equal texts and one identity. Throws UserError that names the parameter and the
/// value: no value, too many, one of another type, out of range, not a choice, or not in canonical spelling, which it
/// shows.
std::vector<Value> read_list(std::string_view owner, const ParameterSpec& list, std::string_view text);

/// The spec of that name; throws UserError with the nearest valid name.
const ParameterSpec& parameter_spec(std::string_view owner, std::span<const ParameterSpec> specs,
                                    std::string_view name);

/// Fills defaults, leaves out optional parameters that are not given or have their default, converts integers where
/// reals are declared, checks names, types and ranges. `owner` is the family or strategy that the messages name. Throws
/// UserError.
Parameters resolve(std::string_view owner, std::span<const ParameterSpec> specs, const Parameters& given);

/// Typed access to resolved parameters; a missing name or another type is an InternalError.
std::int64_t integer_of(const Parameters& parameters, std::string_view name);
double real_of(const Parameters& parameters, std::string_view name);
const std::string& text_of(const Parameters& parameters, std::string_view name);
/// The default if the recipe leaves the parameter out.
std::string_view text_of(const Parameters& parameters, const ParameterSpec& spec);

}  // namespace palio
