#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/engines/comparison.h"

namespace palio::test {

using VisitSimulation = std::function<void(const Simulations& simulations)>;

/// All simulations of a sample of a study that comes with Palio, as `palio run STUDY --sample N` runs them: of the
/// scenarios, and of the applications of a batch alone by the yardsticks of its strategies. Returns the number of
/// scenarios.
int visit_study(const std::string& study, std::uint64_t sample, const VisitSimulation& visit);

}  // namespace palio::test
