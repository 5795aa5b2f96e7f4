#include "strategies/ptg/cluster_batch/cafm/rigid_jobs.h"

#include <cmath>
#include <limits>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/usage_profile.h"

namespace palio {
namespace {

// A length whose sum with the start, as it is rounded, is not before `finish`.
double length_until(double start, double finish) {
  double length = finish - start;
  while (start + length < finish) length = std::nextafter(length, std::numeric_limits<double>::infinity());
  return length;
}

// Dates that are added up from a later begin may end a rounding error later: then the job is that much longer.
std::vector<Slot> place(const TaskGraph& graph, const RigidJob& job, double speed, UsageProfile& profile) {
  double length = job.length;
  while (true) {
    const double begin = profile.earliest(0, length, job.processors);
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

BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs) {
  BatchPlan plan(workload.applications.size());
  UsageProfile profile(processors);
  for (const RigidJob& job : jobs) {
    const auto app = static_cast<std::size_t>(job.application);
    plan[app] = place(workload.applications[app].graph, job, speed, profile);
  }
  return plan;
}

}  // namespace palio
