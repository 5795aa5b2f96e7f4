#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/realizations.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/policy.h"
#include "strategies/ptg/online/rest.h"

namespace palio {

/// Executes the realizations of an uncertain workload by one strategy and its policy. A decision sees which tasks have
/// started and ended, and nothing later. An execution with decisions is simulated from its beginning after each of
/// them: what a decision changes lies after it, so that all before it comes out with the same bits.
class PolicyExecution {
public:
  /// All must outlive the object. Throws UserError as policy_of() does.
  PolicyExecution(const Platform& platform, const Workload& estimated, const Realizations& realizations,
                  GraphSimulator& simulator, const Strategy& strategy, const Parameters& parameters);

  struct Executed {
    Execution execution;
    int decisions = 0;  // after the plan
  };
  /// `plan`: from estimates.
  Executed execute(int realization, const Schedule& plan);

private:
  void tell(int realization);
  Schedule planned(const Workload& workload) const;
  double next_trigger(const Schedule& executed, double last) const;
  void note_plan(const Rest& rest, const Schedule& plan);

  const Platform& platform_;
  const Workload& estimated_;
  const Realizations& realizations_;
  GraphSimulator& simulator_;
  const GraphMethod& method_;
  const Parameters& parameters_;
  Policy policy_;
  Platform told_platform_;                        // what the strategy is told
  Workload told_;                                 // likewise
  Workload realized_;                             // what happens
  std::vector<std::vector<double>> planned_end_;  // by application and task, s; late
};

}  // namespace palio
