#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A word of a shell command, in single quotes.
inline std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

/// The same for commands that people read and copy: without quotes if a shell needs none, and with nothing hidden:
/// $'a\x0ab'.
std::string brief_shell_word(std::string_view text);
/// A command of such words.
std::string brief_shell_words(const std::vector<std::string>& words);

}  // namespace palio
