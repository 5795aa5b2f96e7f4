#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"

namespace palio {

/// One axis of a study's platforms or workloads as the cost model sees it: which of the axis's values each item has.
struct CostAxis {
  std::string name;
  std::vector<double> levels;        // the values, numbers ascending; 0 for a value that is not a positive number
  std::vector<std::string> texts;    // the values in words; empty for items without such a parameter
  std::vector<std::uint32_t> level;  // by item
  std::vector<double> sizes = {};    // of the files that the values name: tasks and edges; 0: it names none
};

/// The axes on which the items differ, including the family, without sample, seed and digest.
std::vector<CostAxis> cost_axes(const std::vector<Spec>& items);

/// A recipe's value on an axis in words; empty where it has no such parameter.
std::string axis_text(const Recipe& recipe, const std::string& axis);

/// What one scenario took.
struct CostObservation {
  Instance instance;
  std::uint32_t strategy = 0;  // position in the study
  double cost = 0;             // s of CPU
};

/// The factors of every axis of both sides, and the mean of all scenarios.
struct CostFactors {
  double mean = 1;
  std::vector<std::vector<double>> platform, workload;  // by axis, then level
};

/// How costs depend on the sizes of files: in proportion, or predictions already contain the sizes.
enum class BySize { proportional, predicted };

/// Factors that make the predicted total of the observations equal the observed one for every level of every axis.
/// During the fit each strategy has a factor, too, which is dropped at the end. Factors of files lie near a power of
/// their sizes, even if a file was never observed. `predicted`: each observation without the factors; afterwards with
/// them. `workloads`: how costs depend on the sizes of workloads; those of platforms have no effect.
CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted,
                        BySize workloads = BySize::proportional);

}  // namespace palio
