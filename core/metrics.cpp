#include "core/metrics.h"

namespace palio {
namespace {

constexpr std::array<MetricInfo, k_metric_count> k_metrics{{
    {Metric::makespan, "makespan", MetricType::real, "s", "last finish minus first start, simulated"},
    {Metric::predicted_makespan, "predicted_makespan", MetricType::real, "s", "the same by the scheduler's estimates"},
    {Metric::sequential_makespan, "sequential_makespan", MetricType::real, "s",
     "all tasks one after the other on the fastest processor"},
    {Metric::total_work, "total_work", MetricType::real, "flop", "sum over tasks of time x processors x speed"},
    {Metric::efficiency, "efficiency", MetricType::real, "", "sequential work divided by total work"},
    {Metric::processors, "processors", MetricType::integer, "", "processors of the platform"},
    {Metric::processors_used, "processors_used", MetricType::integer, "", "processors that execute at least one task"},
    {Metric::clusters_used, "clusters_used", MetricType::integer, "", "clusters that execute at least one task"},
    {Metric::flex_differs, "flex_differs", MetricType::integer, "",
     "1 if packing changed the schedule, 0 if not; strategies that may pack only"},
    {Metric::stretch_bound, "stretch_bound", MetricType::real, "",
     "slack x (1 + lambda) x S*: no application's stretch is larger; MAGS only"},
}};

}  // namespace

std::span<const MetricInfo, k_metric_count> metric_table() { return k_metrics; }

}  // namespace palio
