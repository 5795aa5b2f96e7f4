#include "strategies/ptg/cluster_batch/cafm/rigid_jobs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/list_plan.h"

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

}  // namespace

BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs,
                           const StartedTasks& started) {
  BatchPlan plan(workload.applications.size());
  UsageProfile profile(processors);
  for (const Slot& slot : started.running) profile.add(slot.start, slot.finish(), slot.processors);
  for (const RigidJob& job : jobs) {
    const auto app = static_cast<std::size_t>(job.application);
    plan[app] = place(workload.applications[app].graph, job, ready_date(workload, app, started), speed, profile);
  }
  return plan;
}

}  // namespace palio
