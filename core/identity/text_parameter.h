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

inline constexpr std::array<std::string_view, 2> k_off_on{"off", "on"};

}  // namespace palio
