#pragma once

#include <array>
#include <span>
#include <string_view>

#include "core/identity/parameters.h"

namespace palio {

/// A text that is one of some choices.
constexpr ParameterSpec text_parameter(std::string_view name, std::string_view meaning, std::string_view default_value,
                                       std::span<const std::string_view> choices) {
  return {.name = name,
          .type = ParameterType::text,
          .unit = "",
          .meaning = meaning,
          .default_value = default_value,
          .choices = choices};
}

/// The same that came later than the first campaigns: recipes leave its default out.
constexpr ParameterSpec later_text_parameter(std::string_view name, std::string_view meaning,
                                             std::string_view default_value,
                                             std::span<const std::string_view> choices) {
  ParameterSpec spec = text_parameter(name, meaning, default_value, choices);
  spec.presence = Presence::optional;
  return spec;
}

/// Its value: the default where the recipe leaves it out.
inline std::string_view text_of(const Parameters& parameters, const ParameterSpec& spec) {
  return parameters.contains(spec.name) ? text_of(parameters, spec.name) : spec.default_value;
}

inline constexpr std::array<std::string_view, 2> k_off_on{"off", "on"};

}  // namespace palio
