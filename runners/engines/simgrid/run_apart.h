#pragma once

#include <functional>

#include "runners/wire/execution.h"

namespace palio {

/// Simulates a schedule in a process of its own and returns what `simulate` returned there, since SimGrid simulates
/// once per process. Throws what the simulation threw, as a Deadlock or a std::runtime_error with its message; the
/// latter, too, if the process ended without an answer.
Execution run_apart(const Schedule& schedule, const std::function<Execution()>& simulate);

}  // namespace palio
