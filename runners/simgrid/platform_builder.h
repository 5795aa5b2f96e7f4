#pragma once

#include <simgrid/s4u.hpp>
#include <vector>

#include "platforms/platform.h"

namespace palio {

struct BuiltPlatform {
  std::vector<simgrid::s4u::Host*> processors;  // by processor number
  std::vector<simgrid::s4u::Host*> timers;      // of 1 flop/s: x flop on one of them end at date x
};

/// Builds the platform in the process's only Engine: a star of clusters around the backbone, each a star of hosts
/// around its switch; and the timers asked for, outside the network.
BuiltPlatform build_platform(const Platform& platform, int timers);

}  // namespace palio
