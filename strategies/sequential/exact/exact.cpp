// An optimal schedule by branch and bound over all semi-active schedules: by start, each ready task is appended to each
// host. A branch ends where no schedule can follow that is better than the best so far, at first HEFT's, or where
// another branch leads to schedules that are as good.
#include <fmt/format.h>

#include "strategies/model/strategy.h"
#include "strategies/sequential/exact/branches.h"
#include "strategies/sequential/schedulers.h"

namespace palio {
namespace {

struct Step {
  int task, host;
};

class ExactSearch {
public:
  ExactSearch(const SequentialInstance& instance, double known_end)
      : branching_(instance), known_(branching_), best_end_(known_end) {}

  /// The steps to the best schedule; none where none ends before the known one.
  std::vector<Step> run() && {
    follow(branching_.root());
    return std::move(best_);
  }

private:
  void follow(const Branch& branch) {
    if (branching_.is_complete(branch)) {
      best_ = path_;
      best_end_ = branch.end;
      return;
    }
    for (const Branch& next : branching_.branches(branch, best_end_)) {
      if (next.bound >= best_end_) return;
      if (!known_.add(next)) continue;
      path_.push_back({next.task, next.host});
      follow(next);
      path_.pop_back();
    }
  }

  Branching branching_;
  KnownBranches known_;
  double best_end_;  // s
  std::vector<Step> path_, best_;
};

}  // namespace

HostSchedule schedule_exact(const SequentialInstance& instance, const Parameters&) {
  if (instance.graph().task_count() > k_most_exact_tasks || instance.host_count() > k_most_exact_hosts)
    throw NoSchedule(fmt::format("Exact schedules at most {} tasks on {} hosts, these are {} on {}", k_most_exact_tasks,
                                 k_most_exact_hosts, instance.graph().task_count(), instance.host_count()));
  HostSchedule known = schedule_heft(instance, {{"mean_transfer", "distinct"}});
  const std::vector<Step> steps = ExactSearch(instance, known.end()).run();
  if (steps.empty()) return known;
  HostSchedule schedule(instance);
  for (const auto& [task, host] : steps) schedule.place(task, schedule.slot_on(host, task, Placing::append));
  return schedule;
}

}  // namespace palio
