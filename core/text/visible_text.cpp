#include "core/text/visible_text.h"

#include "core/text/utf8.h"

namespace palio {
namespace {

bool turns_direction(std::uint32_t code) {
  return (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
}

bool unfit(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7FU && code < 0xA0U) || code == 0xFFFEU || code == 0xFFFFU ||
         turns_direction(code) || code == k_no_character;
}

// `kept`: white space that stays; the rest of it is blanks.
std::string visible(std::string_view text, std::string_view kept) {
  constexpr std::string_view k_white = "\n\r\t";
  std::string shown;
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    if (k_white.find(text.front()) != std::string_view::npos)
      shown += kept.find(text.front()) != std::string_view::npos ? text.front() : ' ';
    else
      shown += unfit(code) ? k_replacement_character : text.substr(0, length);
    text.remove_prefix(length);
  }
  return shown;
}

}  // namespace

std::string visible_line(std::string_view text) { return visible(text, ""); }

std::string visible_text(std::string_view text) { return visible(text, "\n\t"); }

std::string shortened(std::string_view message) {
  constexpr std::size_t k_longest = 1000;  // byte
  if (message.size() <= k_longest) return std::string(message);
  std::size_t end = k_longest;
  while ((static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80U) --end;  // inside a character
  return std::string(message.substr(0, end)) + "...";
}

}  // namespace palio
