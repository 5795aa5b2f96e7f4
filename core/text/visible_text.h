#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace palio {

inline constexpr std::uint32_t k_no_character = 0xFFFFFFFF;
inline constexpr std::string_view k_replacement_character = "\xEF\xBF\xBD";  // U+FFFD, for what cannot be shown

/// A character of a text; `code` is k_no_character for a byte that is not UTF-8.
struct Utf8Character {
  std::uint32_t code = k_no_character;
  std::size_t length = 1;  // byte
};

/// The first character of a text that is not empty (RFC 3629: shortest forms only, no surrogates).
Utf8Character first_character(std::string_view text);

/// The offset of the first byte that is not UTF-8; the length of the text if there is none.
std::size_t first_wrong_byte(std::string_view text);

/// The text on one line with nothing hidden: line breaks and tabs become blanks; control characters, bytes that are not
/// UTF-8 and characters that change the direction of the text become the replacement character.
std::string visible_line(std::string_view text);

/// The text with its line breaks and tabs; everything else as in visible_line().
std::string visible_text(std::string_view text);

/// The number of the line of this offset, from 1.
std::size_t line_of(std::string_view text, std::size_t offset);

/// A message, cut if it quotes too long a text.
std::string shortened(std::string_view message);

}  // namespace palio
