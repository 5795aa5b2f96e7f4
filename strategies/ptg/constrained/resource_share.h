#pragma once

#include <span>
#include <vector>

#include "platforms/model/platform.h"
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

}  // namespace palio
