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
  std::vector<double> levels;        // the values, numbers ascending; 0 for one that is no positive number
  std::vector<std::string> texts;    // the values in words; empty for items without such a parameter
  std::vector<std::uint32_t> level;  // by item
  std::vector<double> sizes = {};    // of the files that the values name: tasks and edges; 0: it names none
};

/// The axes on which the items differ, the family among them; sample, seed and digest aside.
std::vector<CostAxis> cost_axes(const std::vector<Spec>& items);

/// A recipe's value on an axis in words; empty where it has no such parameter.
std::string axis_text(const Recipe& recipe, const std::string& axis);

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

/// What is expected of costs and the sizes of files: they grow in proportion, or predictions contain the sizes already.
enum class BySize { proportional, predicted };

/// Factors for which the predicted total of the observations of every level of every axis is the observed one.
/// Meanwhile each strategy has a factor, too, which is left out in the end. Factors of files lie near a power of their
/// sizes, also where a file was never observed. `predicted`: of each observation without the factors; with them
/// afterwards. `workloads`: what is expected of the sizes of workloads; those of platforms change nothing.
CostFactors fit_factors(const std::vector<CostAxis>& platform, const std::vector<CostAxis>& workload,
                        std::span<const CostObservation> observations, std::vector<double>& predicted,
                        BySize workloads = BySize::proportional);

}  // namespace palio
