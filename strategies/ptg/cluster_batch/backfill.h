#pragma once

#include <optional>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"

namespace palio {

/// How many processors of a cluster are in use, over all time from 0 on.
class UsageProfile {
public:
  explicit UsageProfile(int processors);

  /// Earliest date >= `ready` from which n processors are free for `duration`. n: at most all of them. s
  double earliest(double ready, double duration, int n) const;

  /// Latest date from which n processors are free for `duration`, not before `begin` and done by `end`. s
  std::optional<double> latest(double begin, double end, double duration, int n) const;

  void add(double start, double finish, int n);
  /// Takes back an add() of the very same dates.
  void remove(double start, double finish, int n);

private:
  struct Step {
    double date;  // s
    int used;     // from that date to the next step's
  };

  std::size_t step_at(double date) const;
  std::size_t cut(double date);
  void join(std::size_t step);
  void change(double start, double finish, int n);
  double end_of(std::size_t step) const;

  int processors_;
  std::vector<Step> steps_;  // ascending; neighbours differ in use; the first is at 0, the last one lasts for ever
};

/// Conservative backfilling of a finished plan, the last step of every algorithm of Casanova, Desprez, Suter (JPDC
/// 70(12), 2010): each task, by increasing start, moves to the earliest date after its predecessors at which its
/// processors are free for its whole duration among all the others. Delays nothing.
void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started = {});

}  // namespace palio
