#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/compare/comparison.h"

namespace palio {

struct CompareOptions {
  std::vector<std::string> metrics = {};  // to look at; none: all, and the dates of the applications of batches
  bool costs = false;                     // also those that differ from run to run
  double tolerance = 0;                   // relative change up to which a metric is equal
  std::vector<std::string> by{"strategy"};
  std::size_t list = 0;  // differences to keep
};

/// Compares two campaigns, scenario by scenario. Ids, order, attempts, sessions and messages of failures do not count.
/// Memory does not grow with the number of results (but with the number of cells). Works while a run is in progress.
/// Throws UserError: not a campaign, no such metric or column.
Comparison compare_campaigns(const std::filesystem::path& a, const std::filesystem::path& b,
                             const CompareOptions& options);

}  // namespace palio
