#pragma once

#include <span>
#include <vector>

#include "platforms/model/platform.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/realizations.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/decisions.h"
#include "strategies/ptg/online/policy.h"
#include "strategies/ptg/online/rest.h"

namespace palio {

/// Executes a workload by one strategy and its policy, as estimated or in its realizations. A decision sees which tasks
/// have started and ended, and nothing later.
class PolicyExecution {
public:
  /// `realizations`: null for an execution as estimated, which knows the estimates. All must outlive the object. Throws
  /// UserError as policy_of() does.
  PolicyExecution(const Platform& platform, const Workload& estimated, const Realizations* realizations,
                  GraphSimulator& simulator, const Strategy& strategy, const Parameters& parameters);

  struct Executed {
    Execution execution;
    int decisions = 0;  // after the plan
  };
  /// `plan`: from estimates.
  Executed execute(int realization, const Schedule& plan);
  /// Of a policy that decides at run time what its decisions come to; of others that of their plan, s.
  double predicted_makespan(const Schedule& plan);
  /// The schedule that comes of it if all is as estimated but communication.
  Schedule decided_as_estimated(const Schedule& plan);

private:
  static constexpr int k_as_estimated = -1;

  bool decides_at_run_time() const { return method_.begin != nullptr || policy_.replan == Replan::ready; }
  bool decides_meanwhile() const { return decides_at_run_time() || policy_.replan != Replan::never; }
  Schedule planned(const Workload& workload) const;
  void wait_for_releases(const Schedule& plan);
  void begin(const Schedule& plan);
  void realize();
  Executed executed();
  Executed executed_as_estimated(const Schedule& plan);
  bool send_to_former(const Ending& ended);
  bool happen(double date, std::span<const Ending> ended);
  bool is_trigger(const Ending& ended) const;
  bool is_late(const Ending& ended) const;
  void wait_for_period(Ending after, double date);
  std::vector<Decision> decisions(const Situation& situation) const;
  bool decide(const Situation& situation, Ending cause);
  bool plan_again(const Situation& situation, Ending cause);

  const Platform& platform_;
  const Workload& estimated_;
  const Realizations* realizations_;
  GraphSimulator& simulator_;
  const GraphMethod& method_;
  const Parameters& parameters_;
  DecideGraphs decide_;  // of a strategy that decides at run time
  Policy policy_;
  Platform told_platform_;  // what the strategy is told
  Workload told_;           // likewise
  Workload realized_;       // what happens
  int realization_ = k_as_estimated;
  Schedule schedule_;           // what is decided, and what has happened of it
  std::vector<Moving> moving_;  // by decisions that take time
  BatchDates planned_;          // the last plan
  int releases_ = 0;            // the first moments of the schedule, where they are triggers
  double now_ = 0;              // s; of the last event
  double due_ = 0;              // s; the next decision of replan period
  int decisions_ = 0;           // after the plan
};

}  // namespace palio
