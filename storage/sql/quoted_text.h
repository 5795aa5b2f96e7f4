#pragma once

#include <string>
#include <string_view>

namespace palio {

/// A text between two quotes; one within it is doubled.
inline std::string in_quotes(std::string_view text, char quote) {
  std::string whole(1, quote);
  for (const char c : text) whole.append(c == quote ? 2 : 1, c);
  return whole + quote;
}
/// An SQL identifier in double quotes.
inline std::string quoted_name(std::string_view name) { return in_quotes(name, '"'); }

}  // namespace palio
