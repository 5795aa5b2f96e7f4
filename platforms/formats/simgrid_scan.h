#pragma once

#include <string_view>

namespace palio {

/// Throws UserError, with the line, for the first thing in a platform file of SimGrid that is malformed or that a
/// platform of Palio cannot be: what changes with time, actors, Wi-Fi, more than k_most_hosts hosts, other models than
/// ptask_L07, or that of stars as Palio exports them, and other configuration, which might name files. What it lets
/// pass SimGrid judges.
void scan_simgrid(std::string_view xml, std::string_view place);

}  // namespace palio
