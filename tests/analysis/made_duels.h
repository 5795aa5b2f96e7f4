#pragma once

#include "tests/analysis/made_scenarios.h"

namespace palio::test {

/// An instance of a duel with the makespans (s) of both.
struct MadeDuel {
  std::string target, base;
  std::int64_t restart = 0, evaluation = 0;
  double target_makespan = 1, base_makespan = 1;
};

/// As a campaign of `palio duel` holds them: a platform and a workload of its own for each, and two scenarios.
std::vector<MadeScenario> scenarios_of(const std::vector<MadeDuel>& duels);

}  // namespace palio::test
