#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace palio {

/// A value of a query's row or the result of an SQL function; std::monostate is NULL.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;

/// NaN for NULL and for a text.
inline double number_or_nan(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::numeric_limits<double>::quiet_NaN();
}

/// A text between two quotes; one within it is doubled.
inline std::string in_quotes(std::string_view text, char quote) {
  std::string whole(1, quote);
  for (const char c : text) whole.append(c == quote ? 2 : 1, c);
  return whole + quote;
}
/// An SQL identifier in double quotes.
inline std::string quoted_name(std::string_view name) { return in_quotes(name, '"'); }

}  // namespace palio
