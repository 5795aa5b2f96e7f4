#include "workloads/formats/dot_tokens.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text/utf8.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format_parts.h"

namespace palio {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Letters, digits, what is not ASCII, and what numbers have.
bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character character = first_character(text);
    if (character.code == k_no_character) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

}  // namespace

void DotTokens::fail(std::size_t line, const std::string& problem) const {
  throw UserError("{}:{}: {}", place_, line, shortened(problem));
}

void DotTokens::skip_to(std::string_view end, std::string_view what) {
  const std::size_t found = content_.find(end, at_);
  if (found == std::string_view::npos) fail(line_, fmt::format("the {} that begins here does not end", what));
  line_ += static_cast<std::size_t>(std::ranges::count(content_.substr(at_, found - at_), '\n'));
  at_ = found + end.size();
}

void DotTokens::skip_blanks() {
  while (at_ < content_.size()) {
    const std::string_view rest = content_.substr(at_);
    const bool begins_line = at_ == 0 || content_[at_ - 1] == '\n';
    if (is_blank(rest.front())) {
      line_ += rest.front() == '\n' ? 1 : 0;
      ++at_;
    } else if (rest.starts_with("//") || (begins_line && rest.front() == '#')) {
      at_ = std::min(content_.find('\n', at_), content_.size());
    } else if (rest.starts_with("/*")) {
      skip_to("*/", "comment");
    } else {
      return;
    }
  }
}

DotToken DotTokens::next() {
  skip_blanks();
  if (at_ >= content_.size()) return {DotTokenKind::end, "the end of the file", false, line_};
  const std::string_view rest = content_.substr(at_);
  if (rest.front() == '"') return quoted();
  if (rest.front() == '<') return markup();
  for (const auto& [kind, sign] : {std::pair{DotTokenKind::arrow, "->"}, std::pair{DotTokenKind::line, "--"}})
    if (rest.starts_with(sign)) {
      at_ += 2;
      return {kind, sign, false, line_};
    }
  constexpr std::string_view k_symbols = "{}[];,=:+";
  if (k_symbols.find(rest.front()) != std::string_view::npos) {
    ++at_;
    return {DotTokenKind::symbol, std::string(1, rest.front()), false, line_};
  }
  return word();
}

// \" is a quote and a backslash ahead of a line break joins two lines; every other backslash stays, two as a pair.
DotToken DotTokens::quoted() {
  DotToken token{DotTokenKind::text, "", true, line_};
  for (++at_; at_ < content_.size() && content_[at_] != '"'; ++at_) {
    const char following = at_ + 1 < content_.size() ? content_[at_ + 1] : '\0';
    if (content_[at_] == '\\' && (following == '"' || following == '\n' || following == '\\')) {
      ++at_;
      line_ += following == '\n' ? 1 : 0;
      if (following == '"') token.text += '"';
      if (following == '\\') token.text += "\\\\";
      continue;
    }
    line_ += content_[at_] == '\n' ? 1 : 0;
    token.text += content_[at_];
  }
  if (at_ >= content_.size()) fail(token.line, "the text that begins here does not end");
  ++at_;
  if (!is_utf8(token.text)) fail(token.line, "the text is not UTF-8");
  return token;
}

// HTML in angle brackets, which may be nested: a label.
DotToken DotTokens::markup() {
  DotToken token{DotTokenKind::text, "", true, line_};
  const std::size_t begin = at_;
  std::size_t depth = 0;
  for (; at_ < content_.size(); ++at_) {
    if (content_[at_] == '\n') ++line_;
    if (content_[at_] == '<') ++depth;
    if (content_[at_] == '>' && --depth == 0) break;
  }
  if (at_ >= content_.size()) fail(token.line, "the markup that begins here does not end");
  token.text = content_.substr(begin, ++at_ - begin);
  if (!is_utf8(token.text)) fail(token.line, "the markup is not UTF-8");
  return token;
}

DotToken DotTokens::word() {
  const std::size_t begin = at_;
  if (content_[at_] == '-') ++at_;  // of a number
  while (at_ < content_.size() && is_word(content_[at_])) ++at_;
  DotToken token{DotTokenKind::text, std::string(content_.substr(begin, at_ - begin)), false, line_};
  if (token.text.empty() || token.text == "-" || !is_utf8(token.text))
    fail(line_, fmt::format("unexpected character with the code {}", static_cast<unsigned char>(content_[begin])));
  return token;
}

}  // namespace palio
