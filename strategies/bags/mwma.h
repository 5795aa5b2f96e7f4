#pragma once

#include <memory>
#include <span>
#include <vector>

#include "platforms/model/star.h"
#include "strategies/bags/bag_policy.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// An application that shares the platform, and its weight relative to the others.
struct WeightedBag {
  int application = 0;
  double weight = 0;  // positive; only ratios count
};

/// How many tasks of an application per second one worker receives and computes.
struct SteadyRate {
  int application = 0;
  int worker = 0;
  double rate = 0;  // positive
};

/// The steady state of several applications on a one-port star (Beaumont, Carter, Ferrante, Legrand, Marchal, Robert:
/// Centralized versus distributed schedulers for multiple bag-of-task applications, IPDPS 2006): maximises z, where
/// each application's throughput is at least its weight times z. Sorted by application as given, then by worker,
/// without pairs that get nothing. Adds the linear program to `use`. Throws NoSchedule if it has no optimum.
std::vector<SteadyRate> steady_rates(const Star& star, const BagBatch& batch, std::span<const WeightedBag> bags,
                                     BagPolicy::LpUse& use);

/// What the weight of an application in MWMA is derived from: its number of unsent tasks (NBT), or the time MS* x
/// unsent / tasks that they take alone (MS).
enum class RemainingMeasure { tasks, time };

/// MWMA: all released applications at once, each at its steady rate. Benoit, Marchal, Pineau, Robert, Vivien: Offline
/// and online scheduling of concurrent bags-of-tasks on heterogeneous platforms (2008), section 4.1. Rates are computed
/// again after a release, an application's last send and its last task. The port never waits while a task is unsent:
/// the pair of application and worker that is furthest behind its rate since then is next. The paper's "derived from"
/// leaves open how; the parameter `weighting` chooses: "inverse" favours applications that are nearly done, with
/// weights 1 / unsent or unsent / time^2, so that times shrink at speeds inverse to themselves; "literal" takes unsent
/// or time itself. The star must be one-port.
std::unique_ptr<BagPolicy> make_mwma_policy(RemainingMeasure measure, const Star& star, const BagBatch& batch,
                                            const Parameters& parameters);

}  // namespace palio
