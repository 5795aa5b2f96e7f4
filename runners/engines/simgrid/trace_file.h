#pragma once

#include <string>
#include <vector>

namespace palio {

/// Options of an engine that writes SimGrid's own trace (Paje) to a file, which is made or emptied now: hosts with the
/// speed, links with the bandwidth that is in use. None for an empty name. Throws UserError for a file that cannot be
/// written.
std::vector<std::string> trace_options(const std::string& file);

}  // namespace palio
