#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "core/outcome.h"
#include "storage/file/rows.h"
#include "storage/read/campaign_reader.h"

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

inline constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();  // NULL in the database

/// A scenario with the numbers that a test wants it to have.
struct MadeResult {
  std::string platform = "lille";  // a site or a cluster
  std::string family = "random-batch";
  int batch = 2;
  int sample = 0;
  std::string strategy;  // label
  bool fails = false;    // then the metrics do not count
  double makespan = 1;   // s
  double unfairness = k_absent;
  double average_stretch = k_absent;
  double max_stretch = k_absent;
  double stretch_bound = k_absent;
  double efficiency = k_absent;
  std::vector<ApplicationMetrics> applications = {};
};

/// Stores a finished campaign of these scenarios; `metric`: of the study; empty: it names none.
void store_campaign(const std::string& file, const std::vector<MadeResult>& results, const std::string& study = "made",
                    const std::string& metric = "");

/// Gives platforms, workloads and strategies ids above 2^47 in the reverse order.
void renumber(const std::string& file);

/// The rows that a query answers.
std::vector<std::vector<SqlValue>> rows_of(const CampaignReader& campaign, const std::string& sql);

/// An instance of a duel with the makespans (s) of both.
struct MadeDuel {
  std::string target, base;
  std::int64_t restart = 0, evaluation = 0;
  double target_makespan = 1, base_makespan = 1;
};

/// As a campaign of `palio duel` holds them: a platform and a workload of its own for each, and two scenarios.
std::vector<MadeScenario> scenarios_of(const std::vector<MadeDuel>& duels);

}  // namespace palio::test
