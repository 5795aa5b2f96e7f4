#pragma once

#include "platforms/model/star.h"
#include "runners/engines/crew/crew.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/bag_schedule.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// Carries out what a policy answers on an engine's crew. `batch` has dates (load 0).
///
/// The execution model of Benoit, Marchal, Pineau, Robert, Vivien (RR 2007-48): a worker receives one message at a time
/// and runs one task at a time, whole and once it is received, while it receives others. One port: the master sends one
/// message at a time. Several: as many as there are workers, which share its bandwidth max-min fairly; a message to a
/// worker that still receives another waits, and holds up what comes after it. A message alone takes latency +
/// bytes / min(master's bandwidth, link's bandwidth).
///
/// At each date the policy is told the releases by application, then by worker what was received, then what finished;
/// then idle workers start by index; the port is offered last, while a released application has tasks left.
/// Throws Deadlock naming the first application with tasks that are never sent, InvalidAnswer for an answer that is not
/// allowed or a wake-up that is not later than now, and whatever the policy throws.
BagSchedule carry_out(const Star& star, const BagBatch& batch, BagPolicy& policy, const MakeCrew& make_crew);

}  // namespace palio
