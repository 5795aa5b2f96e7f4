#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "workloads/model/workload.h"

namespace palio {

/// When a task runs in the current plan; never, if it is not planned.
struct PlannedDates {
  double start = std::numeric_limits<double>::infinity();   // s
  double finish = std::numeric_limits<double>::infinity();  // s
};

/// [application][task].
using BatchDates = std::vector<std::vector<PlannedDates>>;

/// A batch at the date of a decision. Tasks that start earlier stay as planned; the other tasks of the applications
/// released by then are open.
struct RemainingBatch {
  double now = 0;                        // s
  std::vector<std::size_t> competing;    // applications of the batch that are released and not complete
  Workload open;                         // their open tasks, released now; without applications that have none
  std::vector<std::size_t> application;  // in the batch, by application of `open`
  std::vector<std::vector<int>> task;    // in the batch, by application and task of `open`
};

RemainingBatch remaining_batch(const Workload& workload, const BatchDates& planned, double now);

/// Plans the open tasks, none of them before now, and returns the dates of the whole batch.
using Decide = std::function<BatchDates(const RemainingBatch& remaining)>;

/// Decides on a batch as its graphs are released and complete, the future work of N'Takpe, Suter, INRIA RR-6774,
/// section 8: at each release and completion of an application while tasks are open. A decision knows nothing of later
/// releases; completions are those of the plan. A batch released together is decided on once, as in the papers.
void decide_online(const Workload& workload, const Decide& decide);

}  // namespace palio
