#include "runners/kinds/instances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "workloads/model/speedup.h"

namespace palio {
namespace {

template <class Value>
double sum(std::span<const ApplicationMetrics> applications, Value value) {
  double total = 0;
  for (const ApplicationMetrics& application : applications) total += value(application);
  return total;
}

struct Span {
  double start = std::numeric_limits<double>::infinity();  // s
  double finish = 0;                                       // s

  void include(const Placement& placement) {
    start = std::min(start, placement.start);
    finish = std::max(finish, placement.finish);
  }
  double length() const { return finish - start; }
};

Span span_of(const std::vector<Placement>& placements) {
  Span span;
  for (const Placement& placement : placements) span.include(placement);
  return span;
}

// s; all tasks one after the other on the fastest processor.
double sequential_makespan(const Platform& platform, const Workload& workload) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t cluster = 0; cluster < platform.clusters.size(); ++cluster) {
    double total = 0;
    for (const Application& application : workload.applications)
      for (const Task& task : application.graph.tasks())
        total += one_processor_factor(task) *
                 (task.times.empty() ? task.flop / platform.clusters[cluster].speed : task.times[cluster]);
    least = std::min(least, total);
  }
  return least;
}

// J; NaN if the power of a cluster is unknown.
double energy(const Platform& platform, const Schedule& schedule, double makespan) {
  double joules = 0;
  for (const Cluster& cluster : platform.clusters) {
    if (!cluster.power) return std::numeric_limits<double>::quiet_NaN();
    joules += cluster.power->idle * cluster.processors * makespan;
  }
  for (const auto& application : schedule.placements)
    for (const Placement& placed : application) {
      const Power& power = *platform.clusters[placed.cluster].power;
      joules +=
          (power.busy - power.idle) * static_cast<double>(placed.processors.size()) * (placed.finish - placed.start);
    }
  return joules;
}

bool has_times(const Workload& workload) {
  return std::ranges::any_of(workload.applications,
                             [](const Application& each) { return each.graph.time_count() > 0; });
}

}  // namespace

double makespan_of(const Schedule& schedule) {
  Span span;
  for (const auto& application : schedule.placements)
    for (const Placement& placement : application) span.include(placement);
  return span.length();
}

void add_batch_metrics(std::span<const ApplicationMetrics> applications, MetricValues& metrics) {
  const auto count = static_cast<double>(applications.size());
  const auto makespan = [](const ApplicationMetrics& each) { return each.makespan(); };
  const auto dedicated = [](const ApplicationMetrics& each) { return each.dedicated_makespan; };
  const auto slowdown = [](const ApplicationMetrics& each) { return each.slowdown(); };
  const auto stretch = [](const ApplicationMetrics& each) { return each.stretch(); };
  metrics["average_makespan"] = sum(applications, makespan) / count;
  metrics["sum_flow"] = sum(applications, makespan);
  metrics["max_flow"] = makespan(*std::ranges::max_element(applications, {}, makespan));
  if (std::isnan(sum(applications, dedicated))) return;
  const double average_slowdown = sum(applications, slowdown) / count;
  metrics["average_slowdown"] = average_slowdown;
  metrics["unfairness"] =
      sum(applications, [&](const ApplicationMetrics& each) { return std::abs(slowdown(each) - average_slowdown); });
  metrics["average_stretch"] = sum(applications, makespan) / sum(applications, dedicated);
  metrics["sum_stretch"] = sum(applications, stretch);
  metrics["mean_stretch"] = metrics["sum_stretch"] / count;
  metrics["max_stretch"] = stretch(*std::ranges::max_element(applications, {}, stretch));
}

Completed ptg_metrics(const Platform& platform, const Workload& workload, const Schedule& planned,
                      const Execution& execution, std::span<const double> dedicated) {
  Completed completed;
  MetricValues& metrics = completed.metrics;
  double sequential_work = 0;                               // flop
  double total_work = 0;                                    // flop
  std::vector<char> processors(processor_count(platform));  // used; bits take longer to set
  std::vector<bool> clusters(platform.clusters.size());
  for (const Application& application : workload.applications) sequential_work += one_processor_work(application.graph);
  for (const auto& application : execution.schedule.placements) {
    for (const Placement& placed : application) {
      const double speed = platform.clusters[placed.cluster].speed;
      total_work += (placed.finish - placed.start) * static_cast<double>(placed.processors.size()) * speed;
      for (const int processor : placed.processors) processors[processor] = 1;
      clusters[placed.cluster] = true;
    }
  }
  metrics["makespan"] = makespan_of(execution.schedule);
  metrics["predicted_makespan"] = makespan_of(planned);
  metrics["throughput"] = throughput(platform, workload, execution.schedule);
  metrics["energy"] = energy(platform, execution.schedule, metrics["makespan"]);
  metrics["energy_delay"] = metrics["energy"] * metrics["makespan"];
  if (has_times(workload)) {  // and no work
    metrics["sequential_makespan"] = sequential_makespan(platform, workload);
  } else {
    metrics["sequential_makespan"] = sequential_work / fastest_speed(platform);
    metrics["total_work"] = total_work;
    metrics["efficiency"] = sequential_work / total_work;
  }
  metrics["processors"] = processor_count(platform);
  metrics["processors_used"] = static_cast<double>(std::ranges::count(processors, 1));
  metrics["clusters_used"] = static_cast<double>(std::ranges::count(clusters, true));
  if (workload.applications.size() > 1) {
    for (std::size_t app = 0; app < workload.applications.size(); ++app) {
      const Span span = span_of(execution.schedule.placements[app]);
      ApplicationMetrics& row = completed.applications.emplace_back();
      row = {workload.applications[app].release_date, span.start, span.finish};
      if (!dedicated.empty()) row.dedicated_makespan = dedicated[app];
    }
    add_batch_metrics(completed.applications, metrics);
  }
  return completed;
}

}  // namespace palio
