#pragma once

#include <string>

namespace palio::bench {

/// What a campaign's database says of its completed scenarios.
struct CampaignCosts {
  double scenarios = 0;
  double scheduling = 0;  // s of CPU
  double simulation = 0;  // s of CPU, SimGrid's platforms and simulations
  double makespans = 0;   // s, their sum: tells whether two programs simulated the same
};

/// Throws std::runtime_error when a scenario failed.
CampaignCosts campaign_costs(const std::string& database);

}  // namespace palio::bench
