#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "platforms/model/star.h"
#include "workloads/model/bag_of_tasks.h"

namespace palio {

/// To whom a greedy strategy sends. round_robin: to each in turn, however much it holds. minimum_completion_time: to
/// whom would finish the task first. demand_driven: to whom asked first; a worker asks once when it has nothing
/// running, waiting or on its way, at the beginning by index.
enum class WorkerRule { round_robin, minimum_completion_time, demand_driven };

/// Selects the worker of the next task, sources as application_choice.h. One-port; workers compute in the order of
/// reception, so that the date at which one is ready is known from the sends alone. Ties go to the lower index.
class WorkerChoice {
public:
  WorkerChoice(WorkerRule rule, const Star& star);

  /// To whom a task of `bag` is sent from now on (s); it is taken as sent. Nothing if nobody asks.
  std::optional<int> choose(const BagOfTasks& bag, double now);
  void finished(int worker);

private:
  std::optional<int> next_in_turn();
  std::optional<int> first_to_finish(const BagOfTasks& bag, double now);
  std::optional<int> first_to_ask();
  double finish_date(int worker, const BagOfTasks& bag, double now) const;

  WorkerRule rule_;
  const Star& star_;
  int turn_ = 0;               // round_robin: who is next
  std::vector<double> ready_;  // minimum_completion_time: end (s) of all that was sent to each
  std::deque<int> requests_;   // demand_driven: in the order of asking
};

}  // namespace palio
