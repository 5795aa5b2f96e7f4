#pragma once

#include <string>

#include "runners/kinds/engine.h"

namespace palio {

/// Carries out the first strategy of the request in `file` in this very process, which a debugger can look into; only
/// the references (references.h) come from processes of their own. Prints the result line on standard output. Returns
/// the exit status: 0 completed, 2 failed, 1 with a message for a request that is none.
int run_one_scenario(const std::string& file, const Engine& engine);

}  // namespace palio
