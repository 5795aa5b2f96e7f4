#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/fluid_problem.h"

namespace palio {

/// Makes messages of whole tasks of a fluid plan's rates: always the one most behind. Benoit et al. (2008), section 6,
/// leaves open how; here each application and worker has a virtual date, at which its rate would have sent one task
/// more than was sent, and the earliest of those still owed by the end of the current interval is sent. If none is
/// owed, those owed by the end of the next interval, and so on.
class PlanFollower {
public:
  explicit PlanFollower(FluidPlan plan);

  const FluidPlan& plan() const { return plan_; }

  /// Among the messages that may be sent; ties: application, then worker. Nothing: the plan owes none of those.
  std::optional<Send> next(double now, const std::function<bool(const Send&)>& may_send) const;
  void sent(const Send& send);

private:
  int current_interval(double now) const;
  std::optional<Send> most_behind(int interval, const std::function<bool(const Send&)>& may_send) const;
  bool is_owed(const Send& send, int interval) const;
  double virtual_date(const Send& send, int interval) const;
  std::size_t pair(const Send& send) const;

  FluidPlan plan_;
  std::vector<double> until_;  // like plan_.sent: amounts from the first date to the end of the interval
  std::vector<int> count_;     // tasks sent, by application and worker
};

}  // namespace palio
