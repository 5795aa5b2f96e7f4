#pragma once

#include "runners/kinds/engine.h"

namespace palio {

/// The fluid engine (docs/engines.md), which knows nothing of SimGrid and writes no trace.
Engine with_fluid();

}  // namespace palio
