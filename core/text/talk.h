#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/text/visible_text.h"

namespace palio {

/// A text that is printed as it is, to the last byte: with escapes of Palio's own, or for programs to read.
struct AsIs {
  std::string_view text;
};
inline AsIs as_is(std::string_view text) { return {text}; }

/// An argument as a terminal is given it: names, values and messages may come from files of others, and hold what
/// moves the cursor, names the window or turns the direction of the text.
template <class Argument>
auto shown(const Argument& argument) {
  if constexpr (std::is_same_v<Argument, AsIs>) {
    return argument.text;
  } else if constexpr (std::is_convertible_v<const Argument&, std::string_view>) {
    return visible_text(argument);
  } else {
    static_assert(std::is_arithmetic_v<Argument>, "numbers and texts alone: others may hide a text");
    return argument;
  }
}
template <class Argument>
using Shown = decltype(shown(std::declval<const std::remove_cvref_t<Argument>&>()));

/// What talk() and say() print, which are the one way to print for people; tests/lint sees to it.
template <class... Arguments>
std::string shown_text(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  return fmt::format(format, shown(arguments)...);
}

/// Tells a person something on stderr. Whether anybody hears it makes no difference: a terminal that is gone must not
/// end a campaign, so that errors of writing are ignored, which fmt::print would throw.
template <class... Arguments>
void talk(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  const std::string text = shown_text<Arguments...>(format, arguments...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Prints on standard output. Throws std::system_error.
template <class... Arguments>
void say(fmt::format_string<Shown<Arguments>...> format, const Arguments&... arguments) {
  fmt::print("{}", shown_text<Arguments...>(format, arguments...));
}

}  // namespace palio
