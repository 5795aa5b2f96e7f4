#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runners/kinds/kind_instance.h"
#include "strategies/bags/bag_method.h"
#include "strategies/bags/bag_schedule.h"

namespace palio {

/// Bags of tasks on a star; release dates are those of this star.
class BagInstance final : public KindInstance {
public:
  using Method = BagMethod;

  /// Carries out what a policy answers. `trace`: file of the engine's trace; empty: none.
  using Simulate =
      std::function<BagSchedule(const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace)>;

  BagInstance(Star star, const BagBatch& batch, const std::string& trace, Simulate simulate);

  /// The least maximum stretch.
  void add_references(const StrategySet& known, const std::vector<Recipe>& strategies, const Measure& measure) override;
  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override;

private:
  std::vector<ApplicationMetrics> applications_of(const BagSchedule& schedule) const;
  double sequential_makespan() const;
  Completed measured(const BagSchedule& schedule) const;

  Star star_;
  BagBatch batch_;
  std::vector<double> dedicated_;  // makespan of each application alone, s
  Simulate simulate_;
  Reference optimum_ = 0.0;  // least maximum stretch
};

}  // namespace palio
