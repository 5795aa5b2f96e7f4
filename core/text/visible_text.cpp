#include "core/text/visible_text.h"

#include <algorithm>
#include <array>

namespace palio {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool turns_direction(std::uint32_t code) {
  return (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
}

bool unfit(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7FU && code < 0xA0U) || code == 0xFFFEU || code == 0xFFFFU ||
         turns_direction(code) || code == k_no_character;
}

// `kept`: white space that stays; any other becomes blanks.
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

Utf8Character first_character(std::string_view text) {
  constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const std::uint32_t lead = byte_at(text, 0);
  if (lead < 0x80U) return {lead, 1};
  const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < length) return {};
  std::uint32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte_at(text, i) & 0x3FU);
  }
  if (code < least.at(length) || code > 0x10FFFFU || (code >= 0xD800U && code < 0xE000U)) return {};
  return {code, length};
}

std::size_t first_wrong_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Utf8Character character = first_character(text.substr(at));
    if (character.code == k_no_character) break;
    at += character.length;
  }
  return at;
}

std::string visible_line(std::string_view text) { return visible(text, ""); }

std::string visible_text(std::string_view text) { return visible(text, "\n\t"); }

std::size_t line_of(std::string_view text, std::size_t offset) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, std::min(offset, text.size())), '\n')) + 1;
}

std::string shortened(std::string_view message) {
  constexpr std::size_t k_longest = 1000;  // byte
  if (message.size() <= k_longest) return std::string(message);
  std::size_t end = k_longest;
  while ((static_cast<unsigned char>(message[end]) & 0xC0U) == 0x80U) --end;  // inside a character
  return std::string(message.substr(0, end)) + "...";
}

}  // namespace palio
