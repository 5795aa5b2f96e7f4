#include "core/metrics.h"

namespace palio {
namespace {

constexpr std::array<MetricInfo, k_metric_count> k_metrics{{
    {Metric::makespan, "makespan", MetricType::real, "s",
     "simulated: first start to last finish; of independent tasks first release to last finish or output",
     Better::less},
    {Metric::predicted_makespan, "predicted_makespan", MetricType::real, "s", "the same by the scheduler's estimates",
     Better::less},
    {Metric::sequential_makespan, "sequential_makespan", MetricType::real, "s",
     "all tasks one after the other on the fastest processor"},
    {Metric::total_work, "total_work", MetricType::real, "flop", "sum over tasks of time x processors x speed",
     Better::less},
    {Metric::efficiency, "efficiency", MetricType::real, "", "sequential work divided by total work", Better::more},
    {Metric::processors, "processors", MetricType::integer, "", "processors of the platform"},
    {Metric::processors_used, "processors_used", MetricType::integer, "", "processors that execute at least one task"},
    {Metric::clusters_used, "clusters_used", MetricType::integer, "", "clusters that execute at least one task"},
    {Metric::flex_differs, "flex_differs", MetricType::integer, "",
     "1 if packing changed the schedule, 0 if not; strategies that may pack only"},
    {Metric::average_makespan, "average_makespan", MetricType::real, "s",
     "mean over the applications of a batch of finish minus release date", Better::less},
    {Metric::average_slowdown, "average_slowdown", MetricType::real, "",
     "mean over the applications of dedicated makespan divided by makespan: 1 is best", Better::more},
    {Metric::unfairness, "unfairness", MetricType::real, "",
     "sum over the applications of |slowdown - average slowdown|: 0 is best", Better::less},
    {Metric::average_stretch, "average_stretch", MetricType::real, "",
     "sum of the applications' makespans divided by the sum of their dedicated makespans", Better::less},
    {Metric::mean_stretch, "mean_stretch", MetricType::real, "",
     "mean over the applications of makespan divided by dedicated makespan", Better::less},
    {Metric::max_stretch, "max_stretch", MetricType::real, "", "largest stretch of an application of the batch",
     Better::less},
    {Metric::stretch_bound, "stretch_bound", MetricType::real, "",
     "slack x (1 + lambda) x S*: no application's planned stretch is larger; MAGS only"},
    {Metric::sum_stretch, "sum_stretch", MetricType::real, "",
     "sum over the applications of makespan divided by dedicated makespan", Better::less},
    {Metric::optimal_max_stretch, "optimal_max_stretch", MetricType::real, "",
     "least maximum stretch of any schedule, by linear programs; bags of tasks only"},
    {Metric::relative_max_stretch, "relative_max_stretch", MetricType::real, "",
     "max_stretch divided by optimal_max_stretch", Better::less},
    {Metric::max_flow, "max_flow", MetricType::real, "s",
     "largest finish minus release date of an application of the batch", Better::less},
    {Metric::sum_flow, "sum_flow", MetricType::real, "s", "sum over the applications of finish minus release date",
     Better::less},
    {Metric::lp_count, "lp_count", MetricType::integer, "",
     "linear programs that the strategy solved; NULL for one that solves none"},
    {Metric::task_count, "task_count", MetricType::integer, "", "tasks of the workload, where they are independent"},
    {Metric::supervisors, "supervisors", MetricType::integer, "",
     "nodes between master and workers that pass files on"},
}};

}  // namespace

std::span<const MetricInfo, k_metric_count> metric_table() { return k_metrics; }

}  // namespace palio
