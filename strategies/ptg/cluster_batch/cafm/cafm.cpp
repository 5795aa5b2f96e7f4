#include "strategies/ptg/cluster_batch/cafm/cafm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"
#include "strategies/ptg/cluster_batch/cafm/moldable_profile.h"

namespace palio {
namespace {

// A length whose sum with the start, as it is rounded, is not before `finish`.
double length_until(double start, double finish) {
  double length = finish - start;
  while (start + length < finish) length = std::nextafter(length, std::numeric_limits<double>::infinity());
  return length;
}

// All of a graph may start then.
double ready_date(const Workload& workload, std::size_t app, const StartedTasks& started) {
  const double release = workload.applications[app].release_date;
  return started.ready.empty() ? release : std::max(release, std::ranges::max(started.ready[app]));
}

// Dates that are added up from a later begin may end a rounding error later: then the job is that much longer.
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
  if (order == RigidJobOrder::k_shelves) {
    for (const ShelvedJob& shelved : k_shelves(moldable, coarse.guess))
      jobs.push_back(rigid_job(profiles[shelved.job], shelved.job, shelved.processors));
    return jobs;
  }
  for (std::size_t app = 0; app < profiles.size(); ++app)
    jobs.push_back(rigid_job(profiles[app], app, coarse.processors[app]));
  sort_jobs(jobs, order);
  return jobs;
}

}  // namespace

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
