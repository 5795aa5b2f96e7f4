#pragma once

#include <string>
#include <string_view>

namespace palio {

/// The text for the inside of an XML element or of a quoted attribute. What XML cannot hold (control characters, bytes
/// that are not UTF-8) and what turns the direction of the text behind it becomes the replacement character; line
/// breaks and tabs become blanks, so that a name stays on its line.
std::string xml_text(std::string_view text);

/// At most so many characters, the last one an ellipsis if any are left out.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace palio
