#pragma once

#include <string>

namespace palio {

/// The digest of the content of a file of any size. Throws UserError where it cannot be read.
std::string file_digest(const std::string& file);

}  // namespace palio
