#pragma once

#include <memory>

#include "strategies/bags/application_choice.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/worker_choice.h"

namespace palio {

/// A greedy online strategy: whenever the port is free, a task of the application chosen goes to the worker chosen;
/// workers compute in the order of reception. Benoit, Marchal, Pineau, Robert, Vivien: Offline and online scheduling of
/// concurrent bags-of-tasks on heterogeneous platforms (2008), section 4.1. Throws UserError unless the star is
/// one-port.
std::unique_ptr<BagPolicy> make_greedy_policy(ApplicationOrder order, WorkerRule rule, const Star& star,
                                              const BagBatch& batch);

/// The same as a row of the strategy table has it.
template <ApplicationOrder order, WorkerRule rule>
std::unique_ptr<BagPolicy> make_greedy(const Star& star, const BagBatch& batch, const Parameters& /*parameters*/) {
  return make_greedy_policy(order, rule, star, batch);
}

}  // namespace palio
