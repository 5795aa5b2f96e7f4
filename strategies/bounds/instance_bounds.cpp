#include "strategies/bounds/instance_bounds.h"

#include <algorithm>
#include <span>
#include <typeindex>
#include <vector>

#include "strategies/bags/dedicated_rate.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

constexpr double k_none = std::numeric_limits<double>::quiet_NaN();

// By every law a task has the least area on one processor.
enum class On { best_number, one_processor };

double least_time(const Platform& platform, const Task& task, On on) {
  double least = std::numeric_limits<double>::infinity();
  for (int c = 0; c < static_cast<int>(platform.clusters.size()); ++c) {
    const Cluster& cluster = platform.clusters[c];
    const int n = on == On::best_number ? fastest_allocation(task, cluster.processors) : 1;
    least = std::min(least, execution_time(task, n, c, cluster.speed));
  }
  return least;
}

double critical_path(const Platform& platform, const TaskGraph& graph) {
  std::vector<double> finish(graph.tasks().size());
  for (const int task : graph.topological_order()) {
    double start = 0;
    for (const Edge& edge : graph.in_edges(task)) start = std::max(start, finish[edge.from]);
    finish[task] = start + least_time(platform, graph.task(task), On::best_number);
  }
  return std::ranges::max(finish);
}

// Work takes flop of all processors together; a task with a time per cluster takes at least the least of them.
double least_area_time(const Platform& platform, const Workload& workload) {
  double flop = 0, power = 0, seconds = 0;
  for (const Cluster& cluster : platform.clusters) power += cluster.processors * cluster.speed;
  for (const Application& application : workload.applications) {
    const TaskGraph& graph = application.graph;
    if (graph.time_count() == 0)
      flop += one_processor_work(graph);
    else
      for (const Task& task : graph.tasks()) seconds += least_time(platform, task, On::one_processor);
  }
  return std::max(flop / power, seconds / processor_count(platform));
}

// What no schedule on a star can better.
struct StarLimits {
  double power = 0;                                          // flop/s of all workers together
  double fastest = 0;                                        // flop/s
  double bandwidth = 0;                                      // byte/s of the largest message that a worker can receive
  double port = 0;                                           // byte/s of all messages together
  double latency = std::numeric_limits<double>::infinity();  // s; the least

  explicit StarLimits(const Star& star) {
    double links = 0;
    for (const Worker& worker : star.workers) {
      power += worker.speed;
      fastest = std::max(fastest, worker.speed);
      bandwidth = std::max(bandwidth, message_bandwidth(star, worker));
      links += worker.link.bandwidth;
      latency = std::min(latency, worker.link.latency);
    }
    port = star.port_model == PortModel::one_port ? bandwidth : std::min(links, star.master_bandwidth);
  }

  double message(double bytes) const { return latency + bytes / bandwidth; }
};

// The time from the date at which the first of these bags is released.
double least_time_together(const Star& star, std::span<const BagOfTasks> bags) {
  const StarLimits limits(star);
  const double latency = star.port_model == PortModel::one_port ? limits.latency : 0;
  double flop = 0, sending = 0;
  for (const BagOfTasks& bag : bags) {
    flop += bag.tasks * bag.flop;
    sending += bag.tasks * (latency + bag.bytes / limits.port);
  }
  const double first_message = limits.message(std::ranges::min(bags, {}, &BagOfTasks::bytes).bytes);
  const double last_task = std::ranges::min(bags, {}, &BagOfTasks::flop).flop / limits.fastest;
  return std::max(first_message + flop / limits.power, sending + last_task);
}

// How the instances of a kind are bounded.
struct BoundsOfKind {
  std::type_index type;  // of the workloads
  InstanceBounds (*bounds)(const AnyPlatform& platform, const AnyWorkload& workload);
};

template <class Place, class Work>
RowFor<Work, BoundsOfKind> row() {
  return {{typeid(Work), [](const AnyPlatform& platform, const AnyWorkload& workload) {
             return bounds_of(as<Place>(platform), as<Work>(workload));
           }}};
}

}  // namespace

InstanceBounds bounds_of(const Platform& platform, const Workload& workload) {
  for (const Application& application : workload.applications) check_times(platform, application);
  double longest = 0;
  for (const Application& application : workload.applications)
    longest = std::max(longest, critical_path(platform, application.graph));
  return {.lower_bound = std::max(longest, least_area_time(platform, workload)),
          .critical_path = longest,
          .reference = workload.reference_makespan.value_or(k_none)};
}

InstanceBounds bounds_of(const Star& star, const BagBatch& batch) {
  const std::span<const BagOfTasks> bags = batch.applications;
  double bound = 0;
  for (std::size_t k = 0; k < bags.size(); ++k) {
    const double least = std::max(dedicated_makespan(star, bags[k]), least_time_together(star, bags.subspan(k)));
    bound = std::max(bound, bags[k].release_date - bags[0].release_date + least);
  }
  return {.lower_bound = bound, .reference = batch.reference_makespan.value_or(k_none)};
}

InstanceBounds bounds_of(const Star& star, const SharedFileTasks& tasks) {
  const StarLimits limits(star);
  double sending = 0;
  for (const double bytes : tasks.file_bytes) sending += limits.message(bytes);
  const double first_file = limits.message(std::ranges::min(tasks.file_bytes));
  const double output = tasks.output_bytes > 0 ? limits.message(tasks.output_bytes) : 0;
  return {.lower_bound = output + std::max(first_file + tasks.task_count() * (tasks.flop / limits.power),
                                           sending + tasks.flop / limits.fastest)};
}

InstanceBounds bounds_of(const AnyPlatform& platform, const AnyWorkload& workload) {
  static const auto rows =
      Workloads::table<BoundsOfKind>(row<Platform, Workload>(), row<Star, BagBatch>(), row<Star, SharedFileTasks>());
  return row_for<BoundsOfKind>(rows, workload).bounds(platform, workload);
}

void hold_against(const InstanceBounds& bounds, MetricValues& metrics) {
  const double makespan = metrics["makespan"];
  if (makespan < bounds.reference * (1 - k_date_tolerance))
    throw UserError(
        "the schedule takes {} s, less than the reference of {} s, which is therefore no optimum: correct "
        "reference_makespan, or leave it out, and run the workload on the platform that it is for",
        makespan, bounds.reference);
  metrics["lower_bound"] = bounds.lower_bound;
  metrics["bound_ratio"] = makespan / bounds.lower_bound;
  metrics["least_path"] = bounds.critical_path;
  metrics["slr"] = makespan / bounds.critical_path;
  metrics["speedup"] = metrics["sequential_makespan"] / makespan;
  metrics["reference"] = bounds.reference;
  metrics["gap"] = makespan / bounds.reference;
}

}  // namespace palio
