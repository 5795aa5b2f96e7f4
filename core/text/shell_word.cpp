#include "core/text/shell_word.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/text/visible_text.h"

namespace palio {

std::string brief_shell_word(std::string_view text) {
  constexpr std::string_view k_plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+,:=@%";
  if (!text.empty() && text.find_first_not_of(k_plain) == std::string_view::npos) return std::string(text);
  if (visible_line(text) == text) return shell_word(text);
  std::string word = "$'";
  for (const char c : text)
    if (k_plain.find(c) != std::string_view::npos || c == ' ')
      word += c;
    else
      word += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return word + '\'';
}

std::string brief_shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + brief_shell_word(word);
  return text;
}

}  // namespace palio
