#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runners/worker/built_instance.h"
#include "runners/worker/isolation.h"

namespace palio {

/// Runs a function in a process of its own.
using RunIsolated = std::function<ChildReport(const std::function<std::string()>&)>;

/// What the scenarios of an instance are held against, found once for all of them, each in a process of its own.
/// Task graphs: the makespans that the strategies' yardsticks need, each application of a batch of two or more
/// scheduled and simulated alone on the platform. Bags of tasks: the least maximum stretch.
void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated);

}  // namespace palio
