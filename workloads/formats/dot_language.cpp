#include "workloads/formats/dot_language.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/error.h"
#include "core/text/visible_text.h"
#include "workloads/formats/format.h"

namespace palio {
namespace {

constexpr auto k_keywords = std::to_array<std::string_view>({"strict", "graph", "digraph", "node", "edge", "subgraph"});

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Letters, digits, non-ASCII bytes, and the other characters of numbers.
bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// What Graphviz takes for one text without quotes: a name without a dot, or a decimal number without an exponent.
bool is_plain(std::string_view word) {
  const std::string_view unsigned_word = word.substr(word.starts_with('-') ? 1 : 0);
  if (!is_digit(unsigned_word.front()) && unsigned_word.front() != '.')
    return word.front() != '-' && word.find('.') == std::string_view::npos;
  return std::ranges::count(word, '.') <= 1 && std::ranges::any_of(word, is_digit) &&
         std::ranges::all_of(unsigned_word, [](char c) { return is_digit(c) || c == '.'; });
}

}  // namespace

DotLanguage::DotLanguage(std::string_view content, std::string_view place) : content_(content), place_(place) {
  advance();
}

void DotLanguage::advance() {
  skip_blanks();
  const std::string_view rest = content_.substr(at_);
  token_ = {Kind::symbol, std::string(rest.substr(0, 1)), false, line_};
  if (rest.empty()) {
    token_ = {Kind::end, "the end of the file", false, line_};
  } else if (rest.starts_with("->") || rest.starts_with("--")) {
    token_ = {rest[1] == '>' ? Kind::arrow : Kind::line, std::string(rest.substr(0, 2)), false, line_};
    at_ += 2;
  } else if (std::string_view("{}[];,=:+").find(rest.front()) != std::string_view::npos) {
    ++at_;
  } else {
    rest.front() == '"' ? read_quoted() : rest.front() == '<' ? read_markup() : read_word();
  }
  if (first_wrong_byte(token_.text) < token_.text.size()) fail("the text is not UTF-8");
}

void DotLanguage::skip_blanks() {
  while (at_ < content_.size()) {
    const std::string_view rest = content_.substr(at_);
    const bool begins_line = at_ == 0 || content_[at_ - 1] == '\n';
    if (std::string_view(" \t\r\n").find(rest.front()) != std::string_view::npos) {
      line_ += rest.front() == '\n' ? 1 : 0;
      ++at_;
    } else if (rest.starts_with("//") || (begins_line && rest.front() == '#')) {
      at_ = std::min(content_.find('\n', at_), content_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = content_.find("*/", at_);
      if (end == std::string_view::npos) fail_at(line_, "the comment that begins here does not end");
      line_ += static_cast<std::size_t>(std::ranges::count(content_.substr(at_, end - at_), '\n'));
      at_ = end + 2;
    } else {
      return;
    }
  }
}

// \" is a quote, and a backslash before a line break joins two lines; every other backslash stays, two as a pair.
void DotLanguage::read_quoted() {
  token_ = {Kind::text, "", true, line_};
  for (++at_; at_ < content_.size() && content_[at_] != '"'; ++at_) {
    const std::string_view pair = content_.substr(at_, 2);
    const bool is_escape = pair == "\\\"" || pair == "\\\n" || pair == "\\\\";
    if (is_escape) ++at_;
    line_ += content_[at_] == '\n' ? 1 : 0;
    if (pair == "\\\\") token_.text += '\\';
    if (pair != "\\\n") token_.text += content_[at_];
  }
  if (at_ >= content_.size()) fail("the text that begins here does not end");
  ++at_;
}

// HTML in angle brackets, which may be nested: a label.
void DotLanguage::read_markup() {
  const std::size_t begin = at_;
  std::size_t depth = 0;
  for (; at_ < content_.size(); ++at_) {
    line_ += content_[at_] == '\n' ? 1 : 0;
    if (content_[at_] == '<') ++depth;
    if (content_[at_] == '>' && --depth == 0) break;
  }
  if (at_ >= content_.size()) fail("the markup that begins here does not end");
  token_ = {Kind::text, std::string(content_.substr(begin, ++at_ - begin)), true, token_.line};
}

void DotLanguage::read_word() {
  const std::size_t begin = at_;
  double number = 0;  // the sign in 1e-3 belongs to it
  const char* number_end = std::from_chars(content_.data() + begin, content_.data() + content_.size(), number).ptr;
  if (content_[at_] == '-') ++at_;
  while (at_ < content_.size() && is_word(content_[at_])) ++at_;
  at_ = std::max(at_, static_cast<std::size_t>(number_end - content_.data()));
  token_ = {Kind::text, std::string(content_.substr(begin, at_ - begin)), false, line_};
  if (token_.text.empty() || token_.text == "-")
    fail("unexpected character with the code {}", static_cast<unsigned char>(content_[begin]));
}

bool DotLanguage::is(std::string_view keyword) const {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
  return token_.kind == Kind::text && !token_.is_quoted && std::ranges::equal(token_.text, keyword, same);
}

void DotLanguage::expect(char symbol) {
  if (!take(symbol)) fail_expected(fmt::format("\"{}\"", symbol));
}

std::string DotLanguage::take_text(std::string_view what) {
  if (token_.kind == Kind::text && !token_.is_quoted && !is_plain(token_.text))
    fail("{} is \"{}\": put it in quotes", what, token_.text);
  return take_value(what);
}

std::string DotLanguage::take_value(std::string_view what) {
  if (token_.kind != Kind::text) fail_expected(what);
  if (std::ranges::any_of(k_keywords, [&](std::string_view each) { return is(each); }))
    fail("expected {}, but found the keyword {}: put it in quotes", what, token_.text);
  std::string text = std::move(token_.text);
  advance();
  while (take('+')) {
    if (token_.kind != Kind::text) fail_expected("a text");
    text += token_.text;
    advance();
  }
  return text;
}

void DotLanguage::fail_at(std::size_t line, const std::string& problem) const {
  throw UserError("{}:{}: {}", place_, line, shortened(problem));
}

void DotLanguage::fail_expected(std::string_view what) const {
  fail("expected {}, but found {}", what, token_.kind == Kind::end ? token_.text : fmt::format("\"{}\"", token_.text));
}

bool is_dot(std::string_view content) {
  struct Beginning : DotLanguage {
    explicit Beginning(std::string_view text) : DotLanguage(text, "") {}
    bool is_graph() const { return is("strict") || is("digraph") || is("graph"); }
  };
  try {
    return Beginning(content).is_graph();
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace palio
