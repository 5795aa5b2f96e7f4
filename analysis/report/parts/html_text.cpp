#include "analysis/report/parts/html_text.h"

#include "core/text/visible_text.h"

namespace palio {
namespace {

bool is_control(std::uint32_t code) {
  return (code < 0x20U && code != '\n' && code != '\t') || (code >= 0x7FU && code < 0xA0U);
}

std::string_view html_entity(char c) {
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

std::string html_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    if (code == k_no_character || is_control(code))
      escaped += k_replacement_character;
    else if (const std::string_view words = html_entity(text.front()); !words.empty())
      escaped += words;
    else
      escaped += text.substr(0, length);
    text.remove_prefix(length);
  }
  return escaped;
}

std::string xml_text(std::string_view text) { return html_escaped(visible_line(text)); }

std::string html_name(std::string_view name) { return "<bdi>" + html_escaped(name) + "</bdi>"; }

std::string json_for_page(std::string_view json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<')
      safe += "\\u003c";  // outside strings JSON has no '<'
    else
      safe += c;
  }
  return safe;
}

}  // namespace palio
