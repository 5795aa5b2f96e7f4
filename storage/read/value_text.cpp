#include "storage/read/value_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/text/json_text.h"
#include "storage/sql/columns.h"

namespace palio {
namespace {

void append_quoted(std::string& line, const std::string& text) {
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

// Most texts are plain, and the general case takes five times as long.
bool is_plain(const std::string& text) {
  for (const char c : text)
    if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
  return true;
}

template <class Number>
void append_number(std::string& line, Number number) {
  fmt::format_to(std::back_inserter(line), "{}", number);
}

// A real number stays a real for readers that distinguish 10 from 10.0.
void append_json_real(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  const std::size_t start = text.size();
  append_number(text, value);
  if (text.find_first_of(".e", start) == std::string::npos) text += ".0";
}

}  // namespace

void append_csv(std::string& line, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return append_number(line, *integer);
  if (const auto* real = std::get_if<double>(&value)) return append_number(line, *real);
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return;
  if (text->empty() || text->find_first_of(",\"\r\n") != std::string::npos) return append_quoted(line, *text);
  line += *text;
}

void append_csv_row(std::string& text, const std::vector<SqlValue>& values) {
  for (const SqlValue& value : values) {
    if (&value != &values.front()) text += ',';
    append_csv(text, value);
  }
  text += '\n';
}

void append_json(std::string& text, const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return append_number(text, *integer);
  if (const auto* real = std::get_if<double>(&value)) return append_json_real(text, *real);
  const auto* words = std::get_if<std::string>(&value);
  if (words == nullptr)
    text += "null";
  else if (is_plain(*words))
    text.append(1, '"').append(*words).append(1, '"');
  else
    text += json_quoted(*words);
}

std::string value_words(const SqlValue& value, Digits digits, std::string_view null) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* real = std::get_if<double>(&value))
    return digits == Digits::all ? fmt::format("{}", *real) : fmt::format("{:.6g}", *real);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string(null) : *text;
}

std::string sql_literal(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return in_quotes(*text, '\'');
  std::string literal;
  append_json(literal, value);
  return literal;
}

std::string sql_name(std::string_view name) { return quoted_name(name); }

}  // namespace palio
