#pragma once

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "campaign/costs/cost_model.h"
#include "core/identity/random_stream.h"
#include "tests/support/studies.h"

namespace palio::test {

/// 20 platforms x 54 workloads x 2 strategies = 2,160 scenarios.
inline Study costly_study() {
  std::string text(k_small_study);
  const auto replace = [&](std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("clusters      = [1, 2]", "clusters      = [1, 2, 4, 8]");
  replace("samples       = 2", "samples       = 5");
  replace("tasks      = [5, 8, 10]", "tasks      = [10, 20, 50]");
  replace("width      = 0.5", "width      = [0.1, 0.5, 0.9]");
  replace("samples    = 2", "samples    = 6");
  return study(text);
}

inline std::int64_t tasks(const Study& study, const Instance& instance) {
  return integer_of(study.workloads[instance.workload].recipe.parameters, "tasks");
}

/// Of a database that numbers all rows of a study from 1.
inline DimensionIds ids_from_one(const Study& study) {
  const auto numbers = [](std::size_t count) {
    std::vector<std::int64_t> ids(count);
    std::iota(ids.begin(), ids.end(), 1);
    return ids;
  };
  return {numbers(study.platforms.size()), numbers(study.workloads.size()), numbers(study.strategies.size())};
}

/// A product of powers of clusters and tasks, a step at width 0.9, another scale for the second strategy, and a
/// disturbance between 0.5 and 1.5 of mean 1.
inline double made_up_cost(const Study& study, const Instance& instance, std::size_t strategy) {
  const Parameters& platform = study.platforms[instance.platform].recipe.parameters;
  const Parameters& workload = study.workloads[instance.workload].recipe.parameters;
  const std::string name = std::to_string(instance.platform) + '/' + std::to_string(instance.workload);
  const double random = static_cast<double>(hash64(name, strategy) >> 11U) * 0x1p-53;
  return 0.001 * (strategy == 0 ? 1 : 3) * std::pow(static_cast<double>(integer_of(platform, "clusters")), 0.9) *
         std::pow(static_cast<double>(integer_of(workload, "tasks")), strategy == 0 ? 0.9 : 0.6) *
         (real_of(workload, "width") > 0.8 ? 2 : 1) * (0.5 + random);
}

/// What the scenarios for which `wanted(instance, strategy)` holds cost.
template <class Wanted>
std::vector<CostObservation> made_up_costs(const Study& study, Wanted wanted) {
  std::vector<CostObservation> costs;
  for (std::uint32_t p = 0; p < study.platforms.size(); ++p)
    for (std::uint32_t w = 0; w < study.workloads.size(); ++w)
      for (std::uint32_t s = 0; s < study.strategies.size(); ++s)
        if (wanted(Instance{p, w}, s)) costs.push_back({{p, w}, s, made_up_cost(study, {p, w}, s)});
  return costs;
}

inline double sum(const std::vector<CostObservation>& costs) {
  double sum = 0;
  for (const CostObservation& cost : costs) sum += cost.cost;
  return sum;
}

}  // namespace palio::test
