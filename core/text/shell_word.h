#pragma once

#include <string>
#include <string_view>

namespace palio {

/// A word of a shell command, in single quotes.
inline std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace palio
