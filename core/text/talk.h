#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace palio {

/// Tells a person something on stderr. Whether anybody hears it makes no difference: a terminal that is gone must not
/// end a campaign, so that errors of writing are ignored, which fmt::print would throw.
template <class... Arguments>
void talk(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace palio
