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

/// The same without quotes if a shell needs none, for commands that people read.
inline std::string brief_shell_word(std::string_view text) {
  constexpr std::string_view k_plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+,:=@%";
  const bool plain = !text.empty() && text.find_first_not_of(k_plain) == std::string_view::npos;
  return plain ? std::string(text) : shell_word(text);
}

}  // namespace palio
