#pragma once

#include <string>
#include <string_view>

namespace palio {

enum class DotTokenKind { text, arrow, line, symbol, end };  // a line is --; a symbol one of { } [ ] ; , = : +

struct DotToken {
  DotTokenKind kind = DotTokenKind::end;
  std::string text;        // without quotes; of a symbol itself
  bool is_quoted = false;  // a text in quotes is no keyword
  std::size_t line = 1;
};

/// Reads a DOT file token by token (https://graphviz.org/doc/info/lang.html). The content outlives it.
class DotTokens {
public:
  DotTokens(std::string_view content, std::string_view place) : content_(content), place_(place) {}

  /// The next token; "end" at the end, again and again. Throws UserError.
  DotToken next();

  [[noreturn]] void fail(std::size_t line, const std::string& problem) const;

private:
  void skip_blanks();
  void skip_to(std::string_view end, std::string_view what);
  DotToken quoted();
  DotToken markup();
  DotToken word();

  std::string_view content_, place_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace palio
