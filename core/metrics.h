#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

namespace palio {

/// What is measured of a completed scenario. Order and names are those of the columns of table `result`.
enum class Metric : std::size_t {
  makespan,
  predicted_makespan,
  sequential_makespan,
  total_work,
  efficiency,
  processors,
  processors_used,
  clusters_used,
  flex_differs,
  average_makespan,
  average_slowdown,
  unfairness,
  average_stretch,
  mean_stretch,
  max_stretch,
  stretch_bound,
  sum_stretch,
  optimal_max_stretch,
  relative_max_stretch,
  max_flow,
  sum_flow,
  lp_count,
  task_count,
  supervisors,
};

inline constexpr std::size_t k_metric_count = 24;

enum class MetricType { real, integer };

/// Which values of a metric are good ones; `neither` where it only describes.
enum class Better { less, more, neither };

struct MetricInfo {
  Metric metric;
  std::string_view name;  // column of the database
  MetricType type;
  std::string_view unit;
  std::string_view meaning;
  Better better = Better::neither;
};

/// The metric table, in the order of the enum.
std::span<const MetricInfo, k_metric_count> metric_table();

/// Values by metric; NaN where a metric does not apply (NULL in the database).
class MetricValues {
public:
  MetricValues() { values_.fill(std::numeric_limits<double>::quiet_NaN()); }

  double operator[](Metric metric) const { return values_[static_cast<std::size_t>(metric)]; }
  double& operator[](Metric metric) { return values_[static_cast<std::size_t>(metric)]; }

private:
  std::array<double, k_metric_count> values_{};
};

/// What a scenario cost to run. Never part of a comparison between runs: it differs from run to run.
struct Cost {
  double schedule_time = 0;    // s of CPU: from the instance to the schedule
  double simulation_time = 0;  // s of CPU: SimGrid's platform and simulation
  double total_time = 0;       // s of CPU: everything the scenario's process did, fork and reply included
  double peak_memory = 0;      // byte: largest resident set of that process
  /// s of CPU: linear programs, part of schedule_time. NaN: the strategy solves none.
  double lp_time = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace palio
