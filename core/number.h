#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace palio {

/// The whole text as a decimal number; nothing for any other text.
template <class Number>
std::optional<Number> parsed_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace palio
