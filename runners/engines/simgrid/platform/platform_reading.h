#pragma once

#include <string>

namespace palio {

/// Reads a platform file of SimGrid and returns it as a palio-platform document (docs/file-formats.md): its text and
/// what strategies see of it. At most once per process, since it takes an Engine. `place`: what messages call the file.
/// Throws UserError for a file that SimGrid or Palio refuses. SimGrid may also abort; then the last line on standard
/// error says where, "place:line: ...".
std::string read_simgrid_platform(const std::string& xml, const std::string& place);

}  // namespace palio
