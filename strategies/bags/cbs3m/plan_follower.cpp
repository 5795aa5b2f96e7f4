#include "strategies/bags/cbs3m/plan_follower.h"

#include <algorithm>
#include <utility>

namespace palio {
namespace {

// Less than this of a task is not owed: linear programs are solved within a tolerance.
constexpr double k_sent_crumb = 1e-6;

}  // namespace

PlanFollower::PlanFollower(FluidPlan plan) : plan_(std::move(plan)), until_(plan_.sent), count_(plan_.at(1, 0, 0), 0) {
  for (std::size_t i = count_.size(); i < until_.size(); ++i) until_[i] += until_[i - count_.size()];
}

std::optional<Send> PlanFollower::next(double now, const std::function<bool(const Send&)>& may_send) const {
  for (int interval = current_interval(now); interval < plan_.intervals(); ++interval)
    if (const std::optional<Send> found = most_behind(interval, may_send)) return found;
  return std::nullopt;
}

void PlanFollower::sent(const Send& send) { ++count_[pair(send)]; }

// The first before the plan begins, the last after it ended.
int PlanFollower::current_interval(double now) const {
  const auto next_date = std::upper_bound(plan_.dates.begin(), plan_.dates.end(), now);
  return std::clamp(static_cast<int>(next_date - plan_.dates.begin()) - 1, 0, plan_.intervals() - 1);
}

std::optional<Send> PlanFollower::most_behind(int interval, const std::function<bool(const Send&)>& may_send) const {
  std::optional<Send> best;
  double earliest = 0;
  for (int k = 0; k < plan_.applications(); ++k)
    for (int u = 0; u < plan_.workers; ++u) {
      const Send send{k, u};
      if (!is_owed(send, interval) || !may_send(send)) continue;
      const double date = virtual_date(send, interval);
      if (best && date >= earliest) continue;
      best = send;
      earliest = date;
    }
  return best;
}

bool PlanFollower::is_owed(const Send& send, int interval) const {
  return count_[pair(send)] + k_sent_crumb < until_[plan_.at(interval, send.application, send.worker)];
}

// At the rate of the last interval in which it has one.
double PlanFollower::virtual_date(const Send& send, int interval) const {
  const auto slot = [&](int i) { return plan_.at(i, send.application, send.worker); };
  while (interval > 0 && plan_.sent[slot(interval)] <= k_sent_crumb) --interval;
  const std::size_t i = slot(interval);
  const double before = until_[i] - plan_.sent[i];
  const double begin = plan_.dates[interval];
  const double length = plan_.dates[interval + 1] - begin;
  return begin + (count_[pair(send)] + 1 - before) / plan_.sent[i] * length;
}

std::size_t PlanFollower::pair(const Send& send) const { return plan_.at(0, send.application, send.worker); }

}  // namespace palio
