#pragma once

#include <span>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/workload.h"

namespace palio {

/// What an application contributes to its batch (N'Takpe, Suter, INRIA RR-6774, section 6).
enum class Contribution {
  critical_path,  // its length (s) with one reference processor per task
  width,          // tasks of its largest precedence level
  work,           // flop of all its tasks
};

/// Contribution of each application of the workload.
std::vector<double> contributions(const Platform& platform, const Workload& workload, Contribution contribution);

/// The resource constraints beta of n applications: 1 each (selfish), 1/n each (equal), in proportion to the
/// contributions (Equation 1), or mu of the equal share and 1 - mu of the proportional one (Equation 2). mu = 1 and
/// mu = 0 give the same bits as equal and proportional shares.
std::vector<double> selfish_shares(std::size_t n);
std::vector<double> equal_shares(std::size_t n);
std::vector<double> proportional_shares(std::span<const double> contributions);
std::vector<double> weighted_shares(std::span<const double> contributions, double mu);

/// Parallel task graphs scheduled together, each allocated under a resource constraint of its own and mapped
/// concurrently (N'Takpe, Suter, INRIA RR-6774); constraints and allocations are decided on anew as graphs come and go
/// (strategies/ptg/online/decisions.h), the constraints by what whole applications contribute, the allocations on what
/// is left of them. The strategies differ in the constraints only; all of them take the parameters allocation,
/// area_guard, mapping, packing and, for SCRAP-MAX's allocation, when_full. They throw NoSchedule where a constraint is
/// not a number above 0, as for contributions hundreds of magnitudes apart.

/// Section 6: 1 each, an equal share each.
SchedulingResult schedule_s(const Platform& platform, const Workload& workload, const Parameters& parameters);
SchedulingResult schedule_es(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Section 6: a share in proportion to what an application contributes (PS) or, with a parameter mu, between this and
/// an equal share, which has weight mu (WPS).
SchedulingResult schedule_by_contribution(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Contribution contribution);

/// Section 4: the given constraint beta for every application.
SchedulingResult schedule_scrap(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
