#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A SimGrid platform file as version 4.1, and notes for users, with their lines, on what it leaves out.
struct UpdatedSimgrid {
  std::string xml;
  std::vector<std::string> notes;
};

/// The same file with blanks for comments, declarations and instructions, which SimGrid allows in places and forms in
/// which XML does not. It ignores what they say, such as the encoding.
std::string without_remarks(std::string_view xml);

/// Updates version 3 as SimGrid's own simgrid_update_xml and sg_xml_unit_converter do, and leaves out settings for
/// tracing and precision, and those that change no date. Every element stays on its line. Other files stay as they are,
/// byte for byte. Throws UserError with file and line for malformed XML.
UpdatedSimgrid update_simgrid(std::string_view xml, std::string_view place);

}  // namespace palio
