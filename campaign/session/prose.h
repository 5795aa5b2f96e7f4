#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

inline constexpr std::size_t k_any_width = std::numeric_limits<std::size_t>::max();

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
