#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runners/worker/built_instance.h"
#include "runners/worker/isolation.h"

namespace palio {

/// Runs a function in a process of its own.
using RunIsolated = std::function<ChildReport(const std::function<std::string()>&)>;

/// Fills the instance's dedicated makespans with what the strategies' yardsticks need: each application of a batch of
/// two or more is scheduled and simulated alone on the platform, once for all strategies that share the yardstick.
void add_dedicated_makespans(BuiltInstance& instance, const std::vector<Recipe>& strategies,
                             const RunIsolated& isolated);

}  // namespace palio
