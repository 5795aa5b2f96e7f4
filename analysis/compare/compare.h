#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/exact_sum.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The programs that made results.
struct MadeBy {
  std::string palio_version, compiler, engine, engine_version;
  bool operator==(const MadeBy&) const = default;
};

/// One of the two campaigns.
struct ComparedCampaign {
  std::string file;
  std::string study;
  std::int64_t results = 0;
  std::vector<MadeBy> made_by;  // of the sessions that stored something, each once
};

/// How one metric changed in the scenarios that completed on both sides.
struct MetricChange {
  std::string metric;         // name; "applications": the dates of the applications of batches
  std::int64_t compared = 0;  // scenarios with a value on at least one side
  std::int64_t changed = 0;
  double largest = 0;    // relative change, the largest in size, with its sign
  std::string scenario;  // that has it; of several, the first name
};

/// One metric in one cell.
struct CellMetric {
  std::int64_t pairs = 0;  // scenarios that completed on both sides and whose relative change is finite
  std::int64_t changed = 0;
  ExactSum sum;  // of the relative changes of the pairs

  /// NaN without a pair.
  double mean_change() const { return sum.rounded() / static_cast<double>(pairs); }
};

/// The scenarios that share their values of the columns by which a comparison is split.
struct ComparisonCell {
  std::vector<SqlValue> values;
  std::int64_t completed_a = 0, failed_a = 0, completed_b = 0, failed_b = 0;
  std::vector<CellMetric> metrics;
};

/// The most important first.
enum class DifferenceKind { outcome, metrics, only_a, only_b };

/// One scenario that differs.
struct Difference {
  DifferenceKind kind = DifferenceKind::metrics;
  std::string scenario;
  std::string what;  // "outcome", or the metric that changed most
  SqlValue a, b;     // NULL: no such result, or NULL
  double change = 0;
};

/// How two campaigns differ. Scenarios are the same when their platform, workload and strategy have the same identity.
struct Comparison {
  ComparedCampaign a, b;
  std::int64_t equal = 0;            // same outcome, and no metric that changed beyond the tolerance
  std::int64_t outcome_changed = 0;  // completed on one side, or failed in two ways
  std::int64_t metrics_changed = 0;  // completed on both
  std::int64_t only_a = 0, only_b = 0;
  std::vector<MetricChange> metrics;      // in the order of the metric table
  std::vector<std::string> by;            // columns of the cells
  std::vector<std::string> cell_metrics;  // metrics of the cells
  std::vector<ComparisonCell> cells;      // sorted by their values
  std::vector<Difference> differences;    // by kind, the largest change first, then by name

  bool is_equal() const { return outcome_changed + metrics_changed + only_a + only_b == 0; }
};

struct CompareOptions {
  std::vector<std::string> metrics = {};  // to look at; none: all, and the dates of the applications of batches
  bool costs = false;                     // also those that differ from run to run
  double tolerance = 0;                   // relative change up to which a metric is equal
  std::vector<std::string> by{"strategy"};
  std::size_t list = 0;  // differences to keep
};

/// Compares two campaigns, scenario by scenario. Ids, order, attempts, sessions and messages of failures do not count.
/// Memory grows with the number of cells, not of results. Throws UserError: not a campaign, no such metric or column.
Comparison compare_campaigns(const std::filesystem::path& a, const std::filesystem::path& b,
                             const CompareOptions& options);

}  // namespace palio
