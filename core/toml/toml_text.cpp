#include "core/toml/toml_text.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace palio {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

// The length of a text in quotes or of a comment, with which a TOML text begins; 0: it begins with neither.
std::size_t length_of_words(std::string_view toml) {
  if (toml.front() == '#') return std::min(toml.find('\n'), toml.size());
  if (toml.front() != '"' && toml.front() != '\'') return 0;
  const std::string three(3, toml.front());
  const std::string_view quotes = std::string_view(three).substr(0, toml.starts_with(three) ? 3 : 1);
  std::size_t at = quotes.size();
  while (at < toml.size() && !toml.substr(at).starts_with(quotes)) {
    if (quotes.size() == 1 && toml[at] == '\n') return at;  // not closed
    at += toml.front() == '"' && toml[at] == '\\' ? 2 : 1;
  }
  at += quotes.size();
  while (quotes.size() == 3 && at < toml.size() && toml[at] == three.front()) ++at;
  return std::min(at, toml.size());
}

}  // namespace

// Each part of a dotted key is a table inside the one before, and the library destroys them by recursion. Values nest
// at most 256 lines deep, so this many parts per line fit into any stack. A number has one dot, so that the second of
// 1.2.3 belongs to a key.
toml::table parsed_toml(std::string_view text, std::string_view path) {
  constexpr int k_most_dots = 100;
  std::uint32_t line = 1;
  int dots = 0;            // of the line, in keys
  bool in_number = false;  // behind a decimal point
  for (std::string_view rest = text, part; !rest.empty(); rest.remove_prefix(part.size())) {
    part = rest.substr(0, std::max<std::size_t>(length_of_words(rest), 1));
    const std::size_t at = text.size() - rest.size();
    const bool is_decimal =
        part == "." && !in_number && at > 0 && is_digit(text[at - 1]) && rest.size() > 1 && is_digit(rest[1]);
    if (!is_word(part.front())) in_number = is_decimal;
    if (part == "." && !is_decimal && ++dots > k_most_dots)
      throw toml::parse_error("more than 100 dots in the keys of one line: split it", toml::source_position{line, 1});
    const auto ends = std::ranges::count(part, '\n');
    line += static_cast<std::uint32_t>(ends);
    if (ends > 0) dots = 0;
  }
  return toml::parse(text, path);
}

}  // namespace palio
