#pragma once

#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

// An application alone on a star, in the fluid model: latencies are ignored, and a worker computes on the part of a
// task that it has. Benoit, Marchal, Pineau, Robert, Vivien: Offline and online scheduling of concurrent bags-of-tasks
// on heterogeneous platforms (2008), section 3.

/// The bandwidth (byte/s) of a message to this worker that has the master's outgoing capacity to itself.
double message_bandwidth(const Star& star, const Worker& worker);

/// rho*: the largest steady throughput, tasks/s.
double dedicated_rate(const Star& star, const BagOfTasks& bag);

/// MS*: the time that the tasks take at that rate, s. The yardstick of stretches.
double dedicated_makespan(const Star& star, const BagOfTasks& bag);

/// The batch with release dates (s) instead of relative positions, and load 0. A batch with load 0 is returned
/// unchanged.
BagBatch dated(const BagBatch& batch, const Star& star);

}  // namespace palio
