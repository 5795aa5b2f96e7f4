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

Box box_of(const MoldableProfile& profile, std::size_t application, int processors) {
  return {static_cast<int>(application), processors, profile.makespan(processors), profile.allocation(processors)};
}

void sort_boxes(std::vector<Box>& boxes, BoxOrder order) {
  std::ranges::stable_sort(boxes, {}, [&](const Box& box) {
    if (order == BoxOrder::lptf) return -box.length;
    return order == BoxOrder::sptf ? box.length : box.processors * box.length;
  });
}

std::vector<Box> ordered_boxes(const std::vector<MoldableProfile>& profiles, BoxOrder order) {
  const MoldableJobs jobs = jobs_of(profiles);
  const CoarseAllocation coarse = dual_approximation(jobs);
  std::vector<Box> boxes;
  if (order == BoxOrder::k_shelves) {
    for (const ShelvedJob& shelved : k_shelves(jobs, coarse.guess))
      boxes.push_back(box_of(profiles[shelved.job], shelved.job, shelved.processors));
    return boxes;
  }
  for (std::size_t app = 0; app < profiles.size(); ++app)
    boxes.push_back(box_of(profiles[app], app, coarse.processors[app]));
  sort_boxes(boxes, order);
  return boxes;
}

}  // namespace

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     BoxOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const std::vector<Box> boxes = ordered_boxes(profiles_of(platform, workload, parameters), order);
  return finished(platform, workload, place_boxes(workload, cluster.processors, cluster.speed, boxes));
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
