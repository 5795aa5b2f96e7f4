#pragma once

#include <string>

#include "platforms/model/any_platform.h"

namespace palio {

/// The file that a loaded platform was read from; any other platform as a SimGrid platform file, version 4.1,
/// configured so that SimGrid's dates equal Palio's: ptask_L07 for clusters and meshes, whose processor n is host
/// "p<n>"; CM02 without factors for stars, whose hosts are "master" and "worker<n>". Throws UserError for a star whose
/// dates SimGrid cannot give: a multi-port star whose links differ in latency, because SimGrid would share the master's
/// bandwidth by latencies.
std::string to_simgrid_xml(const AnyPlatform& platform);

}  // namespace palio
