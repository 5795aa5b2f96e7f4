#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "core/outcome.h"
#include "storage/file/rows.h"

namespace palio::test {

/// A scenario of any study with the numbers that a test wants it to have. Platforms have the same parameters each, as
/// have workloads: they become the columns of the campaign.
struct MadeScenario {
  Recipe platform, workload;
  std::string strategy;                        // label
  std::map<std::string_view, double> metrics;  // without any, it failed
  std::vector<ApplicationMetrics> applications = {};
  double lp_time = std::numeric_limits<double>::quiet_NaN();  // s
};

/// Stores a finished campaign of these scenarios.
void store_scenarios(const std::string& file, const std::vector<MadeScenario>& scenarios,
                     const std::string& study = "made");
void store_scenarios(const std::string& file, const std::vector<MadeScenario>& scenarios, const CampaignInfo& info);

}  // namespace palio::test
