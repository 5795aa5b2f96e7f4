#include "core/text/shell_word.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

std::string option_or_word(std::string_view text) {
  constexpr std::string_view k_plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-+,:=@%";
  const bool is_plain = text.find_first_not_of(k_plain) == std::string_view::npos;
  if (is_plain && !text.empty() && text.front() != '=') return std::string(text);  // zsh expands =ls
  if (visible_line(text) == text) return shell_word(text);
  std::string word = "$'";
  for (const char c : text)
    if (k_plain.find(c) != std::string_view::npos || c == ' ')
      word += c;
    else
      word += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return word + '\'';
}

}  // namespace

std::string brief_shell_word(std::string_view text) {
  return option_or_word(text.starts_with('-') ? fmt::format("./{}", text) : text);
}

std::string brief_shell_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + option_or_word(word);
  return text;
}

}  // namespace palio
