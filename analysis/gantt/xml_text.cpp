#include "analysis/gantt/xml_text.h"

#include <array>
#include <cstdint>

namespace palio {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::uint32_t k_invalid = 0xFFFFFFFF;

struct Character {
  std::uint32_t code = k_invalid;
  std::size_t length = 1;  // byte
};

std::uint32_t byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// The UTF-8 character at the beginning of a text that is not empty: shortest form only, no surrogates.
Character first_character(std::string_view text) {
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

bool turns_direction(std::uint32_t code) {
  return (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
}

bool unfit(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7FU && code < 0xA0U) || code == 0xFFFEU || code == 0xFFFFU ||
         turns_direction(code) || code == k_invalid;
}

std::string_view escaped(std::uint32_t code, std::string_view as_it_is) {
  switch (code) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\n':
    case '\r':
    case '\t': return " ";
    default: return unfit(code) ? k_replacement : as_it_is;
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Character character = first_character(text);
    safe += escaped(character.code, text.substr(0, character.length));
    text.remove_prefix(character.length);
  }
  return safe;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t end = 0, before_last = 0, count = 0;
  while (end < text.size() && count < most) {
    before_last = end;
    end += first_character(text.substr(end)).length;
    ++count;
  }
  if (end == text.size()) return std::string(text);
  return std::string(text.substr(0, before_last)) + "\xE2\x80\xA6";  // ...
}

}  // namespace palio
