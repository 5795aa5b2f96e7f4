#include "strategies/ptg/online/decisions.h"
#include "strategies/model/dates.h"

#include <algorithm>
#include <utility>

namespace palio {
namespace {

// The tasks of a graph that do not start before this date.
std::vector<int> open_tasks(const std::vector<PlannedDates>& planned, double now) {
  std::vector<int> open;
  for (std::size_t task = 0; task < planned.size(); ++task)
    if (!(planned[task].start < now)) open.push_back(static_cast<int>(task));
  return open;
}

// The date of the application's next release or completion; past completions do not count.
double next_event(const Application& application, const std::vector<PlannedDates>& planned, double now) {
  if (application.release_date > now) return application.release_date;
  const double completion = std::ranges::max(planned, {}, &PlannedDates::finish).finish;
  if (completion > now) return completion;
  return k_never;
}

}  // namespace

RemainingBatch remaining_batch(const Workload& workload, const BatchDates& planned, double now) {
  RemainingBatch remaining;
  remaining.now = now;
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    const Application& application = workload.applications[app];
    if (application.release_date > now || std::ranges::max(planned[app], {}, &PlannedDates::finish).finish <= now)
      continue;
    remaining.competing.push_back(app);
    std::vector<int> open = open_tasks(planned[app], now);
    if (open.empty()) continue;
    remaining.open.applications.push_back({application.name, application.graph.part(open), now});
    remaining.application.push_back(app);
    remaining.task.push_back(std::move(open));
  }
  return remaining;
}

void decide_online(const Workload& workload, const Decide& decide) {
  BatchDates planned;
  for (const Application& application : workload.applications) planned.emplace_back(application.graph.tasks().size());
  const auto [first, last] = std::ranges::minmax_element(workload.applications, {}, &Application::release_date);
  const bool together = first->release_date == last->release_date;
  for (double now = first->release_date; now < k_never;) {
    const RemainingBatch remaining = remaining_batch(workload, planned, now);
    if (!remaining.application.empty()) planned = decide(remaining);
    if (together) return;
    double next = k_never;
    for (std::size_t app = 0; app < planned.size(); ++app)
      next = std::min(next, next_event(workload.applications[app], planned[app], now));
    now = next;
  }
}

}  // namespace palio
