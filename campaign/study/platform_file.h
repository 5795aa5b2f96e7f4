#pragma once

#include <string>

namespace palio {

/// A platform file of SimGrid in Palio's JSON (docs/file-formats.md), read by SimGrid in a worker. Throws UserError
/// with file and line.
std::string read_simgrid_file(const std::string& content, const std::string& path);

}  // namespace palio
