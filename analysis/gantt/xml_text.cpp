#include "analysis/gantt/xml_text.h"

#include "core/text/visible_text.h"

namespace palio {
namespace {

std::string_view xml_entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char c : visible_line(text)) {
    const std::string_view words = xml_entity(c);
    if (words.empty())
      safe += c;
    else
      safe += words;
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
