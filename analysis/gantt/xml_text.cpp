#include "analysis/gantt/xml_text.h"

#include "core/utf8.h"

namespace palio {
namespace {

bool turns_direction(std::uint32_t code) {
  return (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
}

bool unfit(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7FU && code < 0xA0U) || code == 0xFFFEU || code == 0xFFFFU ||
         turns_direction(code) || code == k_no_character;
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
    default: return unfit(code) ? k_replacement_character : as_it_is;
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
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
