#include "strategies/ptg/cluster_batch/cafm/cafm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

namespace palio {
namespace {

// Makespans of list_plan() for many allocations of one graph: the same bits, without making the plan.
class SingleGraphMapping {
public:
  // The graph must outlive the mapping.
  explicit SingleGraphMapping(const TaskGraph& graph)
      : graph_(graph),
        order_(graph.topological_order().begin(), graph.topological_order().end()),
        time_(order_.size()),
        finish_(order_.size()) {}

  // The makespan (s) on this many processors from date 0.
  double makespan(const CriticalPathGrowth& allocation, int processors) {
    for (int task = 0; task < graph_.task_count(); ++task) time_[task] = allocation.task_time(task);
    sort();
    ProcessorGroups free(processors, 0);
    never_waited_ = true;
    double last = 0;
    for (const int task : order_) {
      double ready = 0;
      for (const Edge& edge : graph_.in_edges(task)) ready = std::max(ready, finish_[edge.from]);
      const int n = allocation.processors()[task];
      const double start = free.start(n, ready);
      never_waited_ = never_waited_ && start == ready;
      finish_[task] = start + time_[task];
      last = std::max(last, finish_[task]);
      free.occupy(n, ready, finish_[task]);
    }
    return last;
  }

  // Whether no task of the last makespan() waited for processors: then more processors change nothing.
  bool never_waited() const { return never_waited_; }

private:
  // Insertion sort: few tasks are out of place.
  void sort() {
    const std::vector<double> levels = bottom_levels(graph_, time_);
    const auto level = [&](int task) { return levels[task]; };
    const auto before = [&](int a, int b) {
      return level(a) != level(b) ? level(a) > level(b)
                                  : graph_.topological_position(a) < graph_.topological_position(b);
    };
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const int task = order_[i];
      std::size_t place = i;
      for (; place > 0 && before(task, order_[place - 1]); --place) order_[place] = order_[place - 1];
      order_[place] = task;
    }
  }

  const TaskGraph& graph_;
  std::vector<int> order_;             // of tasks by decreasing bottom level; kept, as the next allocation is similar
  std::vector<double> time_, finish_;  // s, by task
  bool never_waited_ = false;
};

// A length such that start + length, rounded, is not before `finish`.
double length_until(double start, double finish) {
  double length = finish - start;
  while (start + length < finish) length = std::nextafter(length, std::numeric_limits<double>::infinity());
  return length;
}

// The date from which all of a graph's tasks may start.
double ready_date(const Workload& workload, std::size_t app, const StartedTasks& started) {
  const double release = workload.applications[app].release_date;
  return started.ready.empty() ? release : std::max(release, std::ranges::max(started.ready[app]));
}

// Dates summed from a later start may end a rounding error later; the job is then longer by that much.
std::vector<Slot> place(const TaskGraph& graph, const RigidJob& job, double ready, double speed,
                        UsageProfile& profile) {
  double length = job.length;
  while (true) {
    const double begin = profile.earliest(ready, length, job.processors);
    std::vector<Slot> slots = list_plan(graph, job.allocation, job.processors, speed, begin);
    const double finish = last_finish(slots);
    if (finish <= begin + length) {
      profile.add(begin, begin + length, job.processors);
      return slots;
    }
    length = length_until(begin, finish);
  }
}

std::vector<MoldableProfile> profiles_of(const Cluster& cluster, const Workload& workload, const AllocationRule& rule) {
  std::vector<MoldableProfile> profiles;
  for (const Application& application : workload.applications)
    profiles.emplace_back(application.graph, cluster.processors, cluster.speed, rule);
  return profiles;
}

MoldableJobs jobs_of(const std::vector<MoldableProfile>& profiles) {
  std::vector<std::vector<double>> times;
  for (const MoldableProfile& profile : profiles) times.push_back(profile.makespans());
  return MoldableJobs(std::move(times));
}

RigidJob rigid_job(const MoldableProfile& profile, std::size_t application, int processors) {
  return {static_cast<int>(application), processors, profile.makespan(processors), profile.allocation(processors)};
}

void sort_jobs(std::vector<RigidJob>& jobs, RigidJobOrder order) {
  std::ranges::stable_sort(jobs, {}, [&](const RigidJob& job) {
    if (order == RigidJobOrder::lptf) return -job.length;
    return order == RigidJobOrder::sptf ? job.length : job.processors * job.length;
  });
}

std::vector<RigidJob> ordered_jobs(const std::vector<MoldableProfile>& profiles, RigidJobOrder order) {
  const MoldableJobs moldable = jobs_of(profiles);
  const CoarseAllocation coarse = dual_approximation(moldable);
  std::vector<RigidJob> jobs;
  if (order == RigidJobOrder::doubling_shelves) {
    for (const ShelvedJob& shelved : doubling_shelves(moldable, coarse.guess))
      jobs.push_back(rigid_job(profiles[shelved.job], shelved.job, shelved.processors));
    return jobs;
  }
  for (std::size_t app = 0; app < profiles.size(); ++app)
    jobs.push_back(rigid_job(profiles[app], app, coarse.processors[app]));
  sort_jobs(jobs, order);
  return jobs;
}

}  // namespace

MoldableProfile::MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule)
    : tasks_(graph.task_count()) {
  if (rule.method == AllocationRule::Method::cpa)
    sweep(graph, processors, speed, rule.area_divisor);
  else
    run_each(graph, processors, speed, rule);
}

void MoldableProfile::run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  for (int p = 1; p <= processors; ++p) {
    const std::vector<int> allocation = cluster_allocation(graph, p, speed, rule);
    add(allocation, last_finish(list_plan(graph, allocation, p, speed)));
  }
}

// An allocation is mapped again on more processors only if it had to wait for processors.
void MoldableProfile::sweep(const TaskGraph& graph, int processors, double speed, AreaDivisor area_divisor) {
  CpaSweep cpa(graph, processors, speed, area_divisor);
  SingleGraphMapping mapping(graph);
  for (int p = 1; p <= processors; ++p) {
    const CriticalPathGrowth& allocation = cpa.next();
    if (!cpa.repeats()) {
      add(allocation.processors(), mapping.makespan(allocation, p));
      continue;
    }
    makespans_.push_back(mapping.never_waited() ? makespans_.back() : mapping.makespan(allocation, p));
    first_.push_back(first_.back());
  }
}

void MoldableProfile::add(const std::vector<int>& allocation, double makespan) {
  makespans_.push_back(makespan);
  first_.push_back(std::ssize(processors_));
  processors_.insert(processors_.end(), allocation.begin(), allocation.end());
}

std::vector<int> MoldableProfile::allocation(int p) const {
  const auto first = processors_.begin() + first_[p - 1];
  return {first, first + tasks_};
}

// A task that outgrows the whole cluster is treated like one that outgrows a smaller one.
CpaSweep::CpaSweep(const TaskGraph& graph, int processors, double speed, AreaDivisor area_divisor)
    : area_divisor_(area_divisor),
      tasks_(graph.task_count()),
      shared_(graph, speed, std::vector<int>(graph.tasks().size(), processors + 1)),
      apart_(shared_) {}

const CriticalPathGrowth& CpaSweep::next() {
  const long steps_before = steps_;
  const int processors = ++processors_;
  const bool together = grow_shared(processors);
  // If the last size grew apart, shared_ was not final for it and is not final for this size either: a step was made
  // now.
  repeats_ = together && steps_ == steps_before && processors > 1;
  if (together) return shared_;
  apart_ = shared_;
  apart_.limit(processors);
  steps_ += apart_.finish(area_divisor_of(area_divisor_, processors, tasks_));
  return apart_;
}

// Grows up to the allocation for this many processors; false if a task would outgrow them first.
bool CpaSweep::grow_shared(int processors) {
  const double area_divisor = area_divisor_of(area_divisor_, processors, tasks_);
  while (shared_.compare_to_area(area_divisor) > 0) {
    const int task = shared_.best_candidate();
    if (shared_.processors()[task] == processors) return false;
    shared_.grow(task);
    ++steps_;
  }
  return true;
}

BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs,
                           const StartedTasks& started) {
  BatchPlan plan(workload.applications.size());
  UsageProfile profile(processors);
  for (const Slot& slot : started.running) profile.add(slot.start, slot.finish(), slot.processors);
  for (const RigidJob& job : jobs) {
    const int app = job.application;
    plan[app] = place(workload.applications[app].graph, job, ready_date(workload, app, started), speed, profile);
  }
  return plan;
}

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     RigidJobOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const std::vector<RigidJob> jobs = ordered_jobs(profiles_of(cluster, remaining.open, rule), order);
    return place_rigid_jobs(remaining.open, cluster.processors, cluster.speed, jobs, started);
  });
}

SchedulingResult schedule_cafm_cra(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  std::vector<double> dedicated(workload.applications.size(), 0.0);  // s; found when the graph is released
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const std::vector<MoldableProfile> profiles = profiles_of(cluster, remaining.open, rule);
    const CoarseAllocation coarse = dual_approximation(jobs_of(profiles));
    BatchAllocation allocation;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
      allocation.push_back(profiles[i].allocation(coarse.processors[i]));
      double& makespan = dedicated[remaining.application[i]];
      if (makespan == 0) makespan = profiles[i].makespan(cluster.processors);
    }
    const std::vector<BatchTask> tasks =
        ordered_list(remaining.open, batch_bottom_levels(remaining.open, allocation, cluster.speed), order,
                     of_open(dedicated, remaining));
    return list_plan(remaining.open, allocation, tasks, cluster.processors, cluster.speed, started);
  });
}

}  // namespace palio
