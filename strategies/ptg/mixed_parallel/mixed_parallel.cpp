#include "strategies/ptg/mixed_parallel/mixed_parallel.h"

#include <algorithm>
#include <cmath>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/list_mapping.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// The smallest allocation that starts earlier than `full` and finishes no later; `full` itself if there is none.
Candidate smallest_no_later(const ListMapping& mapping, int task, const Candidate& full,
                            const ListMapping::DataReady& ready) {
  for (int m = 1; m < full.n; ++m) {
    const Candidate smaller = mapping.candidate(task, full.cluster, m, ready);
    if (smaller.start < full.start && smaller.finish <= full.finish) return smaller;
  }
  return full;
}

SchedulingResult schedule_with_divisor(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                       AreaDivisor divisor, Packing packing) {
  const FullTask at_largest = text_of(parameters, k_stop) == "end" ? FullTask::ends_growth : FullTask::is_skipped;
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const ReferenceCluster reference = reference_cluster(platform);
  const double area_divisor = area_divisor_of(divisor, reference.processors, graph.task_count());
  const std::vector<int> allocation =
      cpa_allocation(graph, reference.speed, largest_allocations(platform, graph, reference), area_divisor, at_largest);
  ListMapping mapping(platform, workload);
  bool packing_was_used = false;
  for (const int task :
       priority_order(graph, bottom_levels(graph, execution_times(graph, allocation, reference.speed)))) {
    const TranslatedChoice best =
        best_translation(mapping, task, allocation[task], reference.speed, application.release_date,
                         [&](const Candidate& full, const ListMapping::DataReady& ready) {
                           return packing == Packing::on ? smallest_no_later(mapping, task, full, ready) : full;
                         });
    mapping.place(task, best.candidate);
    packing_was_used |= best.is_packed;
  }
  SchedulingResult result{{{std::move(mapping.placements())}}, {}};
  if (packing == Packing::on) result.extra["flex_differs"] = packing_was_used ? 1 : 0;
  return result;
}

// Latency (s) and time per byte (s/byte), averaged over the ordered pairs of distinct processors.
struct MeanRoute {
  double latency = 0;
  double time_per_byte = 0;
};

MeanRoute mean_route(const Platform& platform) {
  MeanRoute sum;
  double pairs = 0;
  for (int a = 0; a < static_cast<int>(platform.clusters.size()); ++a) {
    for (int b = 0; b < static_cast<int>(platform.clusters.size()); ++b) {
      const double targets = platform.clusters[b].processors - (a == b ? 1 : 0);
      const double count = platform.clusters[a].processors * targets;
      if (count == 0) continue;
      pairs += count;
      sum.latency += count * route_latency(platform, a, b);
      sum.time_per_byte += count / route_bandwidth(platform, a, b);
    }
  }
  if (pairs == 0) return {};
  return {sum.latency / pairs, sum.time_per_byte / pairs};
}

// Of n to `most` processors, all free at one date: more never finish later, and fewer win a tie.
Candidate first_of_as_free(const ListMapping& mapping, int task, const ListMapping::DataReady& ready, int n,
                           const Candidate& most) {
  int less = n - 1;
  int enough = most.n;
  while (enough - less > 1) {
    const int middle = less + (enough - less) / 2;
    const bool is_as_good = mapping.candidate(task, most.cluster, middle, ready).finish <= most.finish;
    (is_as_good ? enough : less) = middle;
  }
  return enough == most.n ? most : mapping.candidate(task, most.cluster, enough, ready);
}

// Largest allocation of a task on a cluster, which may depend on earlier placements.
using LargestAllocation =
    std::function<int(const ListMapping& mapping, int task, int cluster, const ListMapping::DataReady& ready)>;

SchedulingResult schedule_with_cap(const Platform& platform, const Workload& workload, const LargestAllocation& cap) {
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  ListMapping mapping(platform, workload);
  for (const int task : priority_order(graph, mean_bottom_levels(platform, graph))) {
    Candidate best{.cluster = -1};
    for (int k = 0; k < static_cast<int>(platform.clusters.size()); ++k) {
      const ListMapping::DataReady ready = mapping.data_ready(task, k, application.release_date);
      const int largest =
          std::min(cap(mapping, task, k, ready), fastest_allocation(graph.task(task), platform.clusters[k].processors));
      if (const auto stays = mapping.staying(task, k, ready);
          stays && stays->n <= largest && (best.cluster < 0 || better(*stays, best)))
        best = *stays;
      for (int n = 1, last = 0; n <= largest; n = last + 1) {
        last = std::min(mapping.last_as_free(k, n), largest);
        const Candidate most = mapping.candidate(task, k, last, ready);
        if (best.cluster >= 0 && most.finish > best.finish) continue;
        const Candidate candidate = first_of_as_free(mapping, task, ready, n, most);
        if (best.cluster < 0 || better(candidate, best)) best = candidate;
      }
    }
    mapping.place(task, best);
  }
  return {{{std::move(mapping.placements())}}, {}};
}

SchedulingResult schedule_with_cap(const Platform& platform, const Workload& workload, const AllocationCap& cap) {
  const TaskGraph& graph = workload.applications.front().graph;
  return schedule_with_cap(platform, workload, [&](const ListMapping&, int task, int k, const ListMapping::DataReady&) {
    return cap(graph.task(task), platform.clusters[k]);
  });
}

// Processors are added while each makes the task finish earlier by more than the threshold.
SchedulingResult schedule_by_completion(const Platform& platform, const Workload& workload, double threshold) {
  return schedule_with_cap(platform, workload,
                           [&](const ListMapping& mapping, int task, int k, const ListMapping::DataReady& ready) {
                             const int processors = platform.clusters[k].processors;
                             int n = 1;
                             for (double finish = mapping.candidate(task, k, 1, ready).finish; n < processors; ++n) {
                               const double next = mapping.candidate(task, k, n + 1, ready).finish;
                               if (!(next < (1 - threshold) * finish)) break;
                               finish = next;
                             }
                             return n;
                           });
}

}  // namespace

SchedulingResult schedule_hcpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::classic, Packing::off);
}

SchedulingResult schedule_hcpa_opt(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, Packing::off);
}

SchedulingResult schedule_hcpa_opt_flex(const Platform& platform, const Workload& workload,
                                        const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, Packing::on);
}

std::vector<double> mean_bottom_levels(const Platform& platform, const TaskGraph& graph) {
  const double processors = processor_count(platform);
  double mean_slowness = 0;  // s/flop, averaged over processors
  for (const Cluster& cluster : platform.clusters) mean_slowness += cluster.processors / cluster.speed / processors;
  std::vector<double> task_time;
  for (const Task& task : graph.tasks()) task_time.push_back(task.flop * mean_slowness);
  const MeanRoute route = mean_route(platform);
  return bottom_levels(graph, task_time, [&](const Edge& edge) {
    return edge.bytes > 0 ? route.latency + edge.bytes * route.time_per_byte : 0.0;
  });
}

AllocationCap improvement_cap(double threshold, std::string_view base) {
  const bool sequential = base == "sequential";
  return [=](const Task& task, const Cluster& cluster) {
    const double one = execution_time(task, 1, cluster.speed);
    int n = 1;
    for (double time = one; n < cluster.processors; ++n) {
      const double next = execution_time(task, n + 1, cluster.speed);
      if (sequential ? !(time - next > threshold * one) : !(next < (1 - threshold) * time)) break;
      time = next;
    }
    return n;
  };
}

AllocationCap efficiency_cap(double threshold, std::string_view base, double reference_speed) {
  const bool own = base == "own";
  return [=](const Task& task, const Cluster& cluster) {
    const double ratio = own ? 1.0 : cluster.speed / reference_speed;
    int n = 1;
    while (n < cluster.processors && ratio / (task.alpha * (n + 1) + 1 - task.alpha) >= threshold) ++n;
    return n;
  };
}

AllocationCap fraction_cap(double threshold) {
  return [=](const Task&, const Cluster& cluster) {
    return std::max(1, static_cast<int>(std::floor(threshold * cluster.processors)));
  };
}

SchedulingResult schedule_m_heft(const Platform& platform, const Workload& workload, const Parameters&) {
  return schedule_with_cap(platform, workload, fraction_cap(1.0));
}

SchedulingResult schedule_m_heft_imp(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const double threshold = real_of(parameters, "threshold");
  const std::string& base = text_of(parameters, "imp_base");
  if (base == "completion") return schedule_by_completion(platform, workload, threshold);
  return schedule_with_cap(platform, workload, improvement_cap(threshold, base));
}

SchedulingResult schedule_m_heft_eff(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_cap(
      platform, workload,
      efficiency_cap(real_of(parameters, "threshold"), text_of(parameters, "eff_base"), slowest_speed(platform)));
}

SchedulingResult schedule_m_heft_max(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_cap(platform, workload, fraction_cap(real_of(parameters, "threshold")));
}

}  // namespace palio
