#pragma once

#include <string>

namespace palio {

/// The platform of a file, of standard input or of a recipe of a family of platforms, as SimGrid's XML. Throws
/// UserError.
std::string simgrid_xml_of(const std::string& typed);

}  // namespace palio
