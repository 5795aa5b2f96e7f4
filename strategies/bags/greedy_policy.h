#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "platforms/model/star.h"
#include "strategies/bags/bag_policy.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// The order in which a greedy strategy serves applications. fifo: by release. spt: by dedicated makespan MS*; an
/// application that was begun is kept until all its tasks are sent. srpt: by MS* x unsent / tasks; swrpt: by that times
/// MS*; both are sorted again at every release, so that a new application may overtake one that was begun.
enum class ApplicationOrder { fifo, spt, srpt, swrpt };

/// Selects the application whose task is sent next, one application at a time (see make_greedy_policy()). An
/// application is finished when its last task is sent, not when it is computed: otherwise workers would starve. Ties go
/// to the lower index, which is the earlier release.
class ApplicationChoice {
public:
  ApplicationChoice(ApplicationOrder order, const Star& star, const BagBatch& batch);

  void released(int application);
  void sent(int application) { --states_[application].unsent; }
  /// One of the released applications with unsent tasks; empty if there is none.
  std::optional<int> current();

private:
  struct State {
    double makespan = 0;  // MS*, s
    int tasks = 0;
    int unsent = 0;
    double key = 0;  // smallest first
  };

  double key(int application);

  ApplicationOrder order_;
  std::vector<State> states_;
  std::vector<int> released_;   // in the order of their turns
  std::optional<int> current_;  // begun; spt keeps it
};

/// The worker that a greedy strategy sends to. round_robin: each in turn, however much it holds.
/// minimum_completion_time: the one that would finish the task first. demand_driven: the one that asked first; a worker
/// asks once when it has nothing running, waiting or on its way, and at the beginning all ask by index.
enum class WorkerRule { round_robin, minimum_completion_time, demand_driven };

/// Selects the worker of the next task. One-port; workers compute in the order of reception, so that the sends alone
/// determine when one is ready. Ties go to the lower index.
class WorkerChoice {
public:
  WorkerChoice(WorkerRule rule, const Star& star);

  /// The worker to send a task of `bag` to from now on (s); it counts as sent. Empty if no worker asks.
  std::optional<int> choose(const BagOfTasks& bag, double now);
  void finished(int worker);

private:
  std::optional<int> next_in_turn();
  std::optional<int> first_to_finish(const BagOfTasks& bag, double now);
  std::optional<int> first_to_ask();
  double finish_date(int worker, const BagOfTasks& bag, double now) const;

  WorkerRule rule_;
  const Star& star_;
  int turn_ = 0;               // round_robin: the next worker
  std::vector<double> ready_;  // minimum_completion_time: end (s) of all that was sent to each
  std::deque<int> requests_;   // demand_driven: in the order of asking
};

/// A greedy online strategy: whenever the port is free, the chosen worker gets a task of the chosen application;
/// workers compute in the order of reception. Benoit, Marchal, Pineau, Robert, Vivien: Offline and online scheduling of
/// concurrent bags-of-tasks on heterogeneous platforms (2008), section 4.1. The star must be one-port.
std::unique_ptr<BagPolicy> make_greedy_policy(ApplicationOrder order, WorkerRule rule, const Star& star,
                                              const BagBatch& batch);

}  // namespace palio
