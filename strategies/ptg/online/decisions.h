#pragma once

#include <functional>

#include "strategies/ptg/online/remaining_batch.h"

namespace palio {

/// Plans the open tasks, none of them before now, and returns the dates of the whole batch.
using Decide = std::function<BatchDates(const RemainingBatch& remaining)>;

/// Decides on a batch as its graphs come and go, the future work of N'Takpe, Suter, INRIA RR-6774, section 8: at each
/// release and at each completion of an application, as far as tasks are open then. A decision knows nothing of later
/// releases; completions are those of the plan. A batch that is released together is decided on once, as in the papers
/// on such batches.
void decide_online(const Workload& workload, const Decide& decide);

}  // namespace palio
