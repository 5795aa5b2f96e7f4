#pragma once

#include <string_view>

namespace palio {

/// Throws UserError, with the line, for the first thing in a SimGrid platform file that is malformed or that a Palio
/// platform cannot express: changes over time, actors, Wi-Fi, more than k_most_loaded_hosts hosts, more than
/// k_most_hosts where SimGrid has a route for each pair, models other than ptask_L07 or the one with which Palio
/// exports stars, and other configuration, which might name files. SimGrid checks the rest.
void scan_simgrid(std::string_view xml, std::string_view place);

}  // namespace palio
