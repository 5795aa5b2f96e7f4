#pragma once

#include "runners/kinds/engine.h"

namespace palio {

/// SimGrid, which carries out all kinds of application, one simulation per process.
Engine with_simgrid();

}  // namespace palio
