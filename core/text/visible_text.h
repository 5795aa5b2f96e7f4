#pragma once

#include <string>
#include <string_view>

namespace palio {

/// The text on one line that shows all it has: line breaks and tabs are blanks; control characters, bytes that are not
/// UTF-8 and what turns the direction of the text behind it are the replacement character.
std::string visible_line(std::string_view text);

/// The text with its line breaks and tabs; everything else as visible_line() has it.
std::string visible_text(std::string_view text);

/// A message, cut where it quotes what is too long to be read.
std::string shortened(std::string_view message);

}  // namespace palio
