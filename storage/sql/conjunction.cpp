#include "storage/sql/conjunction.h"

#include <strings.h>

#include <algorithm>
#include <cctype>

namespace palio {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}

bool equal_words(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// The length of the first token: a quoted text or name, a comment, a word or a single character. A quote that is
// doubled within quotes ends one token and begins another, which comes to the same.
std::size_t token_length(std::string_view sql) {
  const auto up_to = [&](std::string_view end, std::size_t from) {
    const std::size_t found = sql.find(end, from);
    return found == std::string_view::npos ? sql.size() : found + end.size();
  };
  if (sql.starts_with("--")) return up_to("\n", 2);
  if (sql.starts_with("/*")) return up_to("*/", 2);
  if (sql.front() == '[') return up_to("]", 1);
  if (sql.front() == '\'' || sql.front() == '"' || sql.front() == '`') return up_to(sql.substr(0, 1), 1);
  const auto end = std::ranges::find_if_not(sql, is_word);
  return std::max<std::size_t>(1, static_cast<std::size_t>(end - sql.begin()));
}

}  // namespace

std::vector<std::string> conjunction_parts(std::string_view sql) {
  std::vector<std::string> parts(1);
  int depth = 0;     // of parentheses and CASE
  int betweens = 0;  // whose AND is to come
  for (std::string_view rest = sql; !rest.empty();) {
    const std::string_view token = rest.substr(0, token_length(rest));
    rest.remove_prefix(token.size());
    if (token == "(" || equal_words(token, "CASE")) ++depth;
    if (token == ")" || equal_words(token, "END")) --depth;
    if (depth == 0 && equal_words(token, "OR")) return {std::string(sql)};
    if (depth == 0 && equal_words(token, "BETWEEN")) ++betweens;
    const bool joins = depth == 0 && equal_words(token, "AND");
    if (joins && betweens == 0)
      parts.emplace_back();
    else
      parts.back() += token;
    if (joins && betweens > 0) --betweens;
  }
  return parts;
}

}  // namespace palio
