#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/session/terminal.h"

namespace palio {

struct WrappedColumn {
  enum class Alignment { left, right };  // right: never wrapped

  std::string title;
  Alignment alignment = Alignment::left;
};

struct WrappedCell {
  std::string text;
  Style style = Style::plain;
};

inline constexpr std::size_t k_any_width = std::numeric_limits<std::size_t>::max();

/// An aligned table, at most `width` characters wide if its words allow that: left-aligned columns are wrapped, at
/// blanks and after commas, bars and colons, and titles after underscores, so that the table has few lines; no word is
/// cut. If that is not enough, each column is as narrow as its words allow, so that numbers show next to long names.
std::string wrapped_table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<WrappedCell>>& rows,
                          std::size_t width);

/// Characters of a UTF-8 text, not bytes, so that columns with accents stay aligned.
std::size_t text_width(std::string_view text);

/// Where a line may break: prose at blanks, recipes and lists of choices also after commas, bars and colons, titles of
/// columns also after underscores.
enum class Breaks { blanks, marks, underscores };

/// The lines of a text; a word wider than `width` stays whole.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width, Breaks breaks);

/// Lines of prose, each with its line end; those wider than `width` are wrapped with an indent.
std::string wrapped_prose(std::string_view text, std::size_t width);
/// The same for stderr, as wide as the terminal.
std::string prose_on_stderr(std::string_view text);
/// Prints such lines there.
void tell_prose(std::string_view text);

}  // namespace palio
