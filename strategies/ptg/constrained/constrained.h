#pragma once

#include "strategies/ptg/constrained/resource_share.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// Parallel task graphs scheduled together, each allocated under a resource constraint of its own and mapped
/// concurrently (N'Takpe, Suter, INRIA RR-6774); constraints and allocations are decided on anew as graphs come and go
/// (strategies/ptg/online/decisions.h), the constraints by what whole applications contribute, the allocations on what
/// is left of them. The strategies differ in the constraints only; all of them take the parameters allocation,
/// area_guard, mapping, packing and, for SCRAP-MAX's allocation, when_full. They throw NoSchedule where a constraint is
/// not a number above 0, as for contributions hundreds of magnitudes apart.

/// Section 6: 1 each, an equal share each, a share in proportion to what an application contributes.
SchedulingResult schedule_s(const Platform& platform, const Workload& workload, const Parameters& parameters);
SchedulingResult schedule_es(const Platform& platform, const Workload& workload, const Parameters& parameters);
SchedulingResult schedule_ps(const Platform& platform, const Workload& workload, const Parameters& parameters,
                             Contribution contribution);

/// Section 6: between the two, with weight mu for the equal share.
SchedulingResult schedule_wps(const Platform& platform, const Workload& workload, const Parameters& parameters,
                              Contribution contribution);

/// Section 4: the given constraint beta for every application.
SchedulingResult schedule_scrap(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
