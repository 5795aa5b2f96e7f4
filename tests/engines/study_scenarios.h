#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio::test {

/// What an engine is asked for one scenario of a study: the schedule of a strategy, or of an application alone by the
/// strategy's yardstick.
using VisitScenario = std::function<void(const std::string& name, const Platform& platform, const Workload& workload,
                                         const Schedule& schedule)>;

/// All simulations of a sample of a study of task graphs that comes with Palio, as `palio run STUDY --sample N` does
/// them. Returns the number of scenarios.
int visit_study(const std::string& study, std::uint64_t sample, const VisitScenario& visit);

}  // namespace palio::test
