#pragma once

#include "platforms/model/star.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/bag_schedule.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio::test {

/// Runs a policy on a one-port star without a simulator, from the model alone (Benoit, Marchal, Pineau, Robert, Vivien,
/// RR 2007-48): a send takes latency + bytes / min(master bandwidth, link bandwidth) and the port for as long, a task
/// starts once it is received and its worker idle, and takes flop / speed. At each date the policy is told the releases
/// by application, what was received, then what finished by worker; idle workers start by index; the port is offered
/// last, while a released application has tasks left. `batch` has dates (load 0).
/// Throws InternalError for an answer that is not allowed, a wake-up that is not later than now, and a policy that
/// leaves tasks unsent when nothing happens any more.
BagSchedule run_bags(const Star& star, const BagBatch& batch, BagPolicy& policy);

}  // namespace palio::test
