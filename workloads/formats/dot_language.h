#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace palio {

/// The tokens of DOT (https://graphviz.org/doc/info/lang.html) and the texts that they make, one after the other. The
/// content outlives it. All members throw UserError with file and line.
class DotLanguage {
protected:
  enum class Kind { text, arrow, line, symbol, end };  // a line is "--"; a symbol is one of { } [ ] ; , = : +
  struct Token {
    Kind kind = Kind::end;
    std::string text;        // without quotes; for a symbol, the symbol itself
    bool is_quoted = false;  // a text in quotes is no keyword
    std::size_t line = 1;
  };

  DotLanguage(std::string_view content, std::string_view place);

  const Token& token() const { return token_; }
  void advance();
  bool is(char symbol) const { return token_.kind == Kind::symbol && token_.text.front() == symbol; }
  bool is(std::string_view keyword) const;  // in lower case
  template <class What>
  bool take(What what) {
    const bool is_here = is(what);
    if (is_here) advance();
    return is_here;
  }
  void expect(char symbol);
  /// A name. Texts in quotes may be joined by +. Refuses a word such as 1a, of which Graphviz makes two texts.
  std::string take_text(std::string_view what);
  /// The same or a number of any form.
  std::string take_value(std::string_view what);

  template <class... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> problem, Values&&... values) const {
    fail_at(token_.line, fmt::format(problem, std::forward<Values>(values)...));
  }
  [[noreturn]] void fail_at(std::size_t line, const std::string& problem) const;
  [[noreturn]] void fail_expected(std::string_view what) const;

private:
  void skip_blanks();
  void read_quoted();
  void read_markup();
  void read_word();

  std::string_view content_, place_;
  std::size_t at_ = 0, line_ = 1;
  Token token_;
};

}  // namespace palio
