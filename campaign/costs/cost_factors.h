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

/// What the factors of files follow where nothing else is observed: a cost grows in proportion to a file's size, or it
/// has been predicted by its size already.
enum class BySize { proportional, predicted };

/// Factors for which the predicted total of the observations of every level of every axis is the observed one where
/// each strategy has a factor of its own, which is left out then; those of files lie near a power of their sizes, also
/// where a file was never observed. `predicted`: of each observation without them; with them afterwards. `workloads`:
/// what is expected of the sizes of workloads; platforms' change nothing.
CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted,
                        BySize workloads = BySize::proportional);

}  // namespace palio
