#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runners/kinds/scenario.h"
#include "runners/worker/isolation.h"

namespace palio {

/// Runs a function in a process of its own.
using RunIsolated = std::function<ChildReport(const std::function<std::string()>&)>;

/// What the scenarios of an instance are held against, found once for all of them, each in a process of its own whose
/// CPU time is part of building the instance.
void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated);

}  // namespace palio
