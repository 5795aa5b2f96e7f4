#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/text/visible_text.h"

namespace palio {

/// A text that is printed byte for byte: one with Palio's own escape sequences, or for programs to read.
struct AsIs {
  std::string_view text;
};
inline AsIs as_is(std::string_view text) { return {text}; }

/// An argument made safe for a terminal: names, values and messages may come from foreign files, with sequences that
/// move the cursor, name the window or change the direction of the text.
template <class Argument>
auto shown(const Argument& argument) {
  if constexpr (std::is_same_v<Argument, AsIs>) {
    return argument.text;
  } else if constexpr (std::is_convertible_v<const Argument&, std::string_view>) {
    return visible_text(argument);
  } else {
    static_assert(std::is_arithmetic_v<Argument>, "only numbers and texts: other types may hide a text");
    return argument;
  }
}
template <class Argument>
using Shown = decltype(shown(std::declval<const std::remove_cvref_t<Argument>&>()));

/// The text that talk() and say() print. They are the only way to print for people; tests/lint enforces it.
template <class... Arguments>
std::string shown_text(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  return fmt::format(format, shown(arguments)...);
}

/// Prints a message to stderr. Ignores write errors, which fmt::print would throw: a terminal that is gone must not end
/// a campaign.
template <class... Arguments>
void talk(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  const std::string text = shown_text<Arguments...>(format, arguments...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Prints to standard output. Throws std::system_error.
template <class... Arguments>
void say(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  fmt::print("{}", shown_text<Arguments...>(format, arguments...));
}

}  // namespace palio
