#pragma once

#include <string_view>

#include "platforms/model/platform.h"

namespace palio {

/// The network of an instance in JSON of SAGA (https://github.com/ANRGUSC/saga) as a mesh: speeds of nodes are flop/s,
/// those of links byte/s, without latency. A link serves both directions; that of a node with itself is ignored. Throws
/// UserError with file and line, also for a pair of nodes without a link or with unequal speeds.
Platform read_saga_network(std::string_view content, std::string_view place);

}  // namespace palio
