#include "strategies/ptg/cluster_batch/cafm/cafm.h"

#include <algorithm>

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/cafm/k_shelves.h"
#include "strategies/ptg/cluster_batch/cafm/moldable_profile.h"
#include "strategies/ptg/cluster_batch/cafm/rigid_jobs.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/release_check.h"

namespace palio {
namespace {

std::vector<MoldableProfile> profiles_of(const Platform& platform, const Workload& workload,
                                         const Parameters& parameters) {
  check_released_together(workload, "coarse-grain allocation");
  const Cluster& cluster = platform.clusters.front();
  std::vector<MoldableProfile> profiles;
  for (const Application& application : workload.applications)
    profiles.emplace_back(application.graph, cluster.processors, cluster.speed, allocation_rule(parameters));
  return profiles;
}

MoldableJobs jobs_of(const std::vector<MoldableProfile>& profiles) {
  std::vector<std::vector<double>> times;
  for (const MoldableProfile& profile : profiles) times.push_back(profile.makespans());
  return MoldableJobs(std::move(times));
}

SchedulingResult finished(const Platform& platform, const Workload& workload, BatchPlan plan) {
  backfill(workload, platform.clusters.front().processors, plan);
  return {schedule_of(platform, workload, plan), {}};
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

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     RigidJobOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const std::vector<RigidJob> jobs = ordered_jobs(profiles_of(platform, workload, parameters), order);
  return finished(platform, workload, place_rigid_jobs(workload, cluster.processors, cluster.speed, jobs));
}

SchedulingResult schedule_cafm_cra(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const std::vector<MoldableProfile> profiles = profiles_of(platform, workload, parameters);
  const CoarseAllocation coarse = dual_approximation(jobs_of(profiles));
  BatchAllocation allocation;
  std::vector<double> dedicated;
  for (std::size_t app = 0; app < profiles.size(); ++app) {
    allocation.push_back(profiles[app].allocation(coarse.processors[app]));
    dedicated.push_back(profiles[app].makespan(cluster.processors));
  }
  const std::vector<BatchTask> tasks =
      ordered_list(workload, batch_bottom_levels(workload, allocation, cluster.speed), order, dedicated);
  return finished(platform, workload, list_plan(workload, allocation, tasks, cluster.processors, cluster.speed));
}

}  // namespace palio
