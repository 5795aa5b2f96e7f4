#pragma once

#include <string>

namespace palio {

/// The digest of a file's content, of any size. Throws UserError if the file cannot be read.
std::string file_digest(const std::string& file);

}  // namespace palio
