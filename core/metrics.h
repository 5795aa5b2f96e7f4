#pragma once

#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace palio {

enum class MetricType { real, integer };

/// Which values of a metric are better; `neither` if it only describes.
enum class Better { less, more, neither };

/// Whether the results of a report show the metric next to the report's own metric.
enum class InReport { beside, alone };

/// Whether the digest of a campaign covers the metric. Not one that came after digests were published: results of
/// before would seem to be others.
enum class InDigest { yes, no };

/// What has the metric: any result, those of batches and bags of tasks, those of uncertain workloads, or the instance,
/// so that its results share it. Each has a table in the database.
enum class MetricOf { result, batch, uncertain, instance };

/// One row of the metric table: what is measured of a completed scenario. Adding a metric: one row, the line that
/// computes it, one test.
struct MetricInfo {
  std::string_view name;  // column of the database
  MetricType type = MetricType::real;
  std::string_view unit = {};
  std::string_view meaning;
  Better better = Better::neither;
  double least = 0;                                       // no value is below, except by rounding
  double most = std::numeric_limits<double>::infinity();  // no value is above, likewise
  InReport in_report = InReport::alone;
  InDigest in_digest = InDigest::yes;
  MetricOf of = MetricOf::result;
  /// How it follows from other metrics, in SQL: the database computes it (the view `measured`). Empty: it is stored.
  std::string_view follows = {};
};

/// The metric table (core/metrics.cpp), in the order in which metrics are shown.
std::span<const MetricInfo> metric_table();

/// The row of that name; null: there is none.
const MetricInfo* find_metric(std::string_view name);
/// The same; throws UserError that names the nearest.
const MetricInfo& metric_named(std::string_view name);

/// Throws UserError for a metric that ranks no strategies: neither less nor more of it is better.
void refuse_unranked(const MetricInfo& metric);

/// Values by metric; NaN where a metric does not apply (NULL in the database).
class MetricValues {
public:
  MetricValues();

  /// By name. Throws InternalError for a name that no metric has.
  double operator[](std::string_view name) const { return values_[index_of(name)]; }
  double& operator[](std::string_view name) { return values_[index_of(name)]; }

  /// By row of the table.
  double operator[](const MetricInfo& row) const { return values_[index_of(row)]; }
  double& operator[](const MetricInfo& row) { return values_[index_of(row)]; }

private:
  static std::size_t index_of(std::string_view name);
  static std::size_t index_of(const MetricInfo& row);

  std::vector<double> values_;  // in the order of the table
};

/// What a scenario cost to run. Never part of a comparison between runs: it differs from run to run.
struct Cost {
  double schedule_time = 0;    // s of CPU: from the instance to the schedule
  double simulation_time = 0;  // s of CPU: the engine's platform and simulation
  double total_time = 0;       // s of CPU: everything the scenario's process did, fork and reply included
  double peak_memory = 0;      // byte: largest resident set of that process
  /// s of CPU: linear programs, part of schedule_time. NaN: the strategy solves none.
  double lp_time = std::numeric_limits<double>::quiet_NaN();
  /// The largest relative difference of its values from the audit engine's values. NaN: not audited.
  double engine_difference = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace palio
