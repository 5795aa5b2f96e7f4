#pragma once

#include <memory>

#include "strategies/bags/bag_policy.h"

namespace palio {

/// What the weight of an application in MWMA comes from: its unsent tasks (NBT) or the time MS* x unsent / tasks that
/// they take alone (MS).
enum class RemainingMeasure { tasks, time };

/// MWMA: all released applications at once, each at its steady rate (steady_rates.h). Benoit, Marchal, Pineau, Robert,
/// Vivien: Offline and online scheduling of concurrent bags-of-tasks on heterogeneous platforms (2008), section 4.1.
/// Rates are computed anew after a release, after an application's last send and after its last task. The port never
/// waits while a task is unsent: the pair of application and worker that is furthest behind its rate since then is
/// next. Parameter `weighting`: "inverse" favours what is nearly done, weights 1 / unsent or unsent / time^2, so that
/// times shrink at speeds inverse to themselves; "literal" takes unsent or time itself. The paper says "derived from",
/// which leaves the sense open. Throws UserError unless the star is one-port.
std::unique_ptr<BagPolicy> make_mwma_policy(RemainingMeasure measure, const Star& star, const BagBatch& batch,
                                            const Parameters& parameters);

/// The same as a row of the strategy table has it.
template <RemainingMeasure measure>
std::unique_ptr<BagPolicy> make_mwma(const Star& star, const BagBatch& batch, const Parameters& parameters) {
  return make_mwma_policy(measure, star, batch, parameters);
}

}  // namespace palio
