#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/decisions.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// A task of a batch.
struct BatchTask {
  int application = 0;
  int task = 0;
};

/// One task on a homogeneous cluster, whose processors are only counted.
struct Slot {
  int processors = 0;
  double start = 0;       // s
  double duration = 0;    // s
  double not_before = 0;  // s, as in Placement

  /// The only place where a finish is rounded, so that dates of a plan can be compared exactly.
  double finish() const { return start + duration; }
};

/// slots[application][task]. At every date at most as many processors are in use as the cluster has.
using BatchPlan = std::vector<std::vector<Slot>>;

/// Processors of each task, [application][task].
using BatchAllocation = std::vector<std::vector<int>>;

/// Constraints on a plan from tasks that have already started and stay where they are.
struct StartedTasks {
  std::vector<Slot> running;               // by start; they end later than the plan begins
  std::vector<std::vector<double>> ready;  // s, [application][task]: finish of parents that have started; empty: none
};

/// All tasks by application, then topological position: the order that breaks ties.
std::vector<BatchTask> all_tasks(const Workload& workload);

/// Tasks by increasing start; ties: application, topological position.
std::vector<BatchTask> by_start(const Workload& workload, const BatchPlan& plan);

/// When a task may start: its application's release, its predecessors' finish. s
double ready_date(const Workload& workload, const BatchPlan& plan, const BatchTask& id,
                  const StartedTasks& started = {});

/// The plan with processors of the platform's only cluster: in the order of starts a task takes those freed most
/// recently (ties: lowest number) and starts as soon as its predecessors, the earlier tasks of its processors and its
/// not_before allow, never later than planned. Throws InternalError if the plan uses more processors than exist.
Schedule schedule_of(const Platform& platform, const Workload& workload, const BatchPlan& plan);

/// The plan of the open tasks, none before remaining.now, before it is backfilled.
using PlanOpenTasks = std::function<BatchPlan(const RemainingBatch& remaining, const StartedTasks& started)>;

/// A schedule of a batch on one cluster, planned at each decision (strategies/ptg/online/decisions.h) and backfilled.
SchedulingResult schedule_online(const Platform& platform, const Workload& workload, const PlanOpenTasks& plan);

/// The values of the batch's applications that have open tasks.
template <class Type>
std::vector<Type> of_open(const std::vector<Type>& by_application, const RemainingBatch& remaining) {
  std::vector<Type> values;
  for (const std::size_t app : remaining.application) values.push_back(by_application[app]);
  return values;
}

/// How many processors of a cluster are in use, over all time from 0 on.
class UsageProfile {
public:
  explicit UsageProfile(int processors) : processors_(processors), steps_{{0.0, 0}} {}

  /// Earliest date >= `ready`, s, from which n processors are free for `duration`. n: at most all of them.
  double earliest(double ready, double duration, int n) const;

  /// Latest start, s, not before `begin`, from which n processors are free for `duration` and which ends by `end`.
  std::optional<double> latest(double begin, double end, double duration, int n) const;

  void add(double start, double finish, int n) { change(start, finish, n); }
  /// Undoes an add() with exactly the same dates.
  void remove(double start, double finish, int n) { change(start, finish, -n); }

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
  std::vector<Step> steps_;  // ascending; neighbours differ in use; the first is at 0, the last one never ends
};

/// Conservative backfilling of a finished plan, the last step of every algorithm of Casanova, Desprez, Suter (JPDC
/// 70(12), 2010): each task, by increasing start, moves to the earliest date after its predecessors at which enough
/// processors are free for its whole duration, given all other tasks. Never delays a task.
void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started = {});

}  // namespace palio
