#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/outcome.h"

namespace palio::test {

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

/// Stores a finished campaign of these scenarios.
void store_campaign(const std::string& file, const std::vector<MadeResult>& results, const std::string& study = "made");

}  // namespace palio::test
