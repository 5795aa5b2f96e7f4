#pragma once

#include "runners/wire/protocol.h"
#include "runners/worker/built_instance.h"
#include "strategies/registry.h"

namespace palio {

/// Carries out bags of tasks by a strategy's policy on SimGrid in this process, validates what came out and measures
/// it. Fills the times of the reply as far as it gets.
Outcome run_bags(const BagInstance& instance, const Strategy& strategy, const Parameters& parameters,
                 const Wanted& wanted, ScenarioReply& reply);

}  // namespace palio
