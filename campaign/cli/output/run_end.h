#pragma once

#include "campaign/until/run_until.h"

namespace palio {

int exit_status(const RunSummary& summary);

/// Tells the answer of a run if there is one; returns the exit status.
int tell_end(const RunEnd& end, const TypedRun& run);

}  // namespace palio
