#include "analysis/report/html_text.h"

namespace palio {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

bool continues(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

// Length of the UTF-8 sequence that begins at `at`; 0: there is none (RFC 3629: no surrogates, nothing overlong).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  if (first < 0x80U) return 1;
  const unsigned second = byte_at(text, at + 1);
  if (!continues(second)) return 0;
  if (first >= 0xC2U && first <= 0xDFU) return 2;
  if (!continues(byte_at(text, at + 2))) return 0;
  if (first == 0xE0U) return second >= 0xA0U ? 3 : 0;
  if (first == 0xEDU) return second <= 0x9FU ? 3 : 0;
  if (first >= 0xE1U && first <= 0xEFU) return 3;
  if (!continues(byte_at(text, at + 3))) return 0;
  if (first == 0xF0U) return second >= 0x90U ? 4 : 0;
  if (first == 0xF4U) return second <= 0x8FU ? 4 : 0;
  return first >= 0xF1U && first <= 0xF3U ? 4 : 0;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20U && c != '\n' && c != '\t') || byte == 0x7FU;
}

std::string_view entity(char c) {
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
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0 || is_control(text[at]))
      escaped += k_replacement;
    else if (const std::string_view words = entity(text[at]); !words.empty())
      escaped += words;
    else
      escaped += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return escaped;
}

std::string html_name(std::string_view name) { return "<bdi>" + html_escaped(name) + "</bdi>"; }

}  // namespace palio
