#pragma once

#include "runners/client/engine_choice.h"
#include "runners/wire/protocol.h"

namespace palio {

/// Becomes gdb, with a worker that carries out this request in its own process, ready to run. Throws UserError where
/// there is no gdb.
[[noreturn]] void debug(const RunRequest& request, const EngineChoice& engine);

}  // namespace palio
