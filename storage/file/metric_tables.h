#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/metrics.h"

namespace palio {

/// A table of metrics that only some kinds of results have, with the key of `result`.
struct MetricTable {
  std::string_view name;
  MetricOf of;
};

/// The first is bit 1 of `result.kinds`, the second bit 2.
inline constexpr std::array<MetricTable, 2> k_metric_tables{
    {{"batch_result", MetricOf::batch}, {"uncertain_result", MetricOf::uncertain}}};

/// The tables whose rows belong to one completed result: its own row of `instance`, too.
inline constexpr std::array<std::string_view, 5> k_detail_tables{"batch_result", "uncertain_result", "instance",
                                                                 "application_result", "realization"};

/// The metrics that a table stores, in the order of the metric table.
inline std::vector<const MetricInfo*> stored_metrics(MetricOf of) {
  std::vector<const MetricInfo*> metrics;
  for (const MetricInfo& metric : metric_table())
    if (metric.of == of && metric.follows.empty()) metrics.push_back(&metric);
  return metrics;
}

/// Whether the view `plain_result` has the metric.
inline bool is_plain(const MetricInfo& metric) { return metric.of == MetricOf::result && metric.follows.empty(); }

}  // namespace palio
