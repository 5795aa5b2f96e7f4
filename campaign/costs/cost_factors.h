#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "campaign/costs/cost_axes.h"
#include "campaign/plan/plan.h"

namespace palio {

/// What one scenario took.
struct CostObservation {
  Instance instance;
  std::uint32_t strategy = 0;  // position in the study
  double cost = 0;             // s of CPU
};

/// The factors of every axis of both sides, and what all scenarios have in common.
struct CostFactors {
  double mean = 1;
  std::vector<std::vector<double>> platform, workload;  // by axis, then level
};

/// Factors for which the predicted total of the observations of every level of every axis is the observed one.
/// `predicted`: of each observation without them; with them afterwards.
CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted);

}  // namespace palio
