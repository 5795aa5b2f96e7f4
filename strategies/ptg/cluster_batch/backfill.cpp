#include "strategies/ptg/cluster_batch/backfill.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace palio {
namespace {

constexpr double k_forever = std::numeric_limits<double>::infinity();

// The start of a task that ends by `finish`: a hair early where the sum would be rounded past it.
double start_for(double finish, double duration) {
  double start = finish - duration;
  while (start + duration > finish) start = std::nextafter(start, -k_forever);
  return start;
}

}  // namespace

UsageProfile::UsageProfile(int processors) : processors_(processors), steps_{{0.0, 0}} {}

// A step without room puts the start off to its end; the last one, which is for ever, has room for all.
double UsageProfile::earliest(double ready, double duration, int n) const {
  double start = ready;
  for (std::size_t i = step_at(ready);; ++i) {
    if (steps_[i].used + n > processors_)
      start = end_of(i);
    else if (start + duration <= end_of(i))
      return start;
  }
}

std::optional<double> UsageProfile::latest(double begin, double end, double duration, int n) const {
  double start = start_for(end, duration);
  if (start < begin) return std::nullopt;
  // From the last step before the end backwards; a full step lets the task end where that step begins, at the latest.
  for (std::size_t i =
           static_cast<std::size_t>(std::ranges::lower_bound(steps_, end, {}, &Step::date) - steps_.begin());
       i-- > 0 && end_of(i) > start;) {
    if (steps_[i].used + n <= processors_) continue;
    start = start_for(steps_[i].date, duration);
    if (start < begin) return std::nullopt;
  }
  return start;
}

void UsageProfile::add(double start, double finish, int n) { change(start, finish, n); }

void UsageProfile::remove(double start, double finish, int n) { change(start, finish, -n); }

// The step that holds this date.
std::size_t UsageProfile::step_at(double date) const {
  const auto after = std::ranges::upper_bound(steps_, date, {}, &Step::date);
  return static_cast<std::size_t>(after - steps_.begin()) - 1;
}

double UsageProfile::end_of(std::size_t step) const {
  if (step + 1 == steps_.size()) return k_forever;
  return steps_[step + 1].date;
}

// The step that begins at this date, made if there is none.
std::size_t UsageProfile::cut(double date) {
  const std::size_t step = step_at(date);
  if (steps_[step].date == date) return step;
  steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(step) + 1, {date, steps_[step].used});
  return step + 1;
}

// Drops a step that uses as many as the one before.
void UsageProfile::join(std::size_t step) {
  if (step == 0 || step >= steps_.size() || steps_[step].used != steps_[step - 1].used) return;
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(step));
}

void UsageProfile::change(double start, double finish, int n) {
  const std::size_t first = cut(start);
  const std::size_t last = cut(finish);
  for (std::size_t i = first; i < last; ++i) steps_[i].used += n;
  join(last);
  join(first);
}

void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started) {
  UsageProfile profile(processors);
  for (const Slot& slot : started.running) profile.add(slot.start, slot.finish(), slot.processors);
  for (const std::vector<Slot>& application : plan)
    for (const Slot& slot : application) profile.add(slot.start, slot.finish(), slot.processors);
  for (const BatchTask& id : by_start(workload, plan)) {
    Slot& slot = plan[id.application][id.task];
    profile.remove(slot.start, slot.finish(), slot.processors);
    slot.start = profile.earliest(ready_date(workload, plan, id, started), slot.duration, slot.processors);
    profile.add(slot.start, slot.finish(), slot.processors);
  }
}

}  // namespace palio
