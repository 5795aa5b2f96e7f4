#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "platforms/model/platform.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/realizations.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/policy.h"
#include "strategies/ptg/online/rest.h"

namespace palio {

/// Executes a workload by one strategy and its policy, as estimated or in its realizations. A decision sees which tasks
/// have started and ended, and nothing later. An execution with decisions is simulated from its beginning after each
/// of them: what a decision changes lies after it, so that all before it comes out as before.
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
  double predicted_makespan(const Schedule& plan) const;
  /// The schedule that comes of it if all is as estimated but communication.
  Schedule decided_as_estimated(const Schedule& plan);

private:
  using Realize = std::function<void(const Schedule& schedule)>;

  bool decides_at_run_time() const { return method_.decide != nullptr || policy_.replan == Replan::ready; }
  Schedule planned(const Workload& workload) const;
  Executed execute(const Realize& realize, Schedule& schedule);
  double next_trigger(const Schedule& executed, double last) const;
  std::vector<Decision> decisions(const Situation& situation) const;
  std::optional<Schedule> next(const Schedule& executed, double& last);
  std::optional<Schedule> decide(const Situation& situation);
  std::optional<Schedule> plan_again(const Situation& situation);

  const Platform& platform_;
  const Workload& estimated_;
  const Realizations* realizations_;
  GraphSimulator& simulator_;
  const GraphMethod& method_;
  const Parameters& parameters_;
  Policy policy_;
  Platform told_platform_;                        // what the strategy is told
  Workload told_;                                 // likewise
  Workload realized_;                             // what happens
  Ends ends_;                                     // that the policy knows of
  std::vector<std::vector<double>> planned_end_;  // by application and task, s; late
};

}  // namespace palio
