#include "strategies/ptg/online/decisions.h"

#include <algorithm>

namespace palio {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

// Of the application's next release or completion; a completion that has passed is none.
double next_event(const Application& application, const std::vector<PlannedDates>& planned, double now) {
  if (application.release_date > now) return application.release_date;
  const double completion = std::ranges::max(planned, {}, &PlannedDates::finish).finish;
  if (completion > now) return completion;
  return k_never;
}

}  // namespace

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
