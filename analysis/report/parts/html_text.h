#pragma once

#include <string>
#include <string_view>

namespace palio {

/// Text that is safe in an element or a quoted attribute. Bytes that are not UTF-8 and control characters become the
/// replacement character; newlines and tabs stay.
std::string html_escaped(std::string_view text);

/// The same on one line, as made by core/text/visible_text.h: for XML, and for names that must stay on their line.
std::string xml_text(std::string_view text);

/// A name in running text: escaped, and isolated so that right-to-left letters do not reorder the text around it.
std::string html_name(std::string_view name);

/// JSON for a script element: without '<', so that no name can end the element or begin a comment.
std::string json_for_page(std::string_view json);

}  // namespace palio
