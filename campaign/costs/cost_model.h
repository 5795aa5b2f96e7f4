#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "campaign/costs/cost_factors.h"
#include "campaign/plan/missing_jobs.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Predicts the costs of a study's scenarios from the observed costs of some.
///
/// A prediction is a product: a mean, and a factor for the value of each axis of platform and workload (except
/// samples), first for all strategies together, then for the deviation of a strategy. The factors are fitted so that
/// for every value of every axis the predicted total of the observed scenarios is the observed one; factors of values
/// with few observations stay near 1. So sums of predictions are right, single predictions need not be, and a sum over
/// platforms and workloads is the product of two sums. A value that was never observed takes its factor from the two
/// nearest numbers of its axis, along a power of the value. Deterministic.
class CostModel {
public:
  /// Without observations every scenario costs 1.
  CostModel(const Study& study, std::span<const CostObservation> observations);

  bool informed() const { return informed_; }
  /// s of CPU; 0 if the strategy does not take the workload, so that sums cover exactly the study's scenarios.
  double predict(const Instance& instance, std::size_t strategy) const {
    return platform_part_[strategy * platforms_ + instance.platform] *
           workload_part_[strategy * workloads_ + instance.workload];
  }
  /// Sum over all scenarios of the study; takes as long as reading its platforms and workloads.
  double total() const;

private:
  void fit(const Study& study, std::span<const CostObservation> observations);

  std::size_t platforms_, workloads_, strategies_;
  bool informed_;
  std::vector<double> platform_part_, workload_part_;  // by strategy, then position
};

std::vector<bool> observed_strategies(const Study& study, std::span<const CostObservation> observations);

/// Predicted cost, s of CPU, of the wanted scenarios that are not done. Enumerates those of a sample or a shard.
double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model);

/// The costs of a study that are known when a session begins.
struct KnownCosts {
  std::vector<CostObservation> stored;
  /// Costs of strategies whose code has changed since: they count until the session has results of the strategy.
  std::vector<CostObservation> earlier = {};
};

/// Costs of completed scenarios: all that are stored, or of more than `most` a fixed part, spread evenly over the file.
std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most = 20'000);

/// The same, and for strategies without any, the costs of their latest earlier code that has results.
KnownCosts read_known_costs(const Study& study, const DimensionIds& ids, const CampaignReader& reader);

/// The relative costs of scenarios, as a JSON text: a factor for every value of every axis on which platforms or
/// workloads differ, and for every strategy. Three digits, so that all machines write the same text.
std::string weights_text(const Study& study, std::span<const CostObservation> observations);

/// The weights in such a text, 1 for values that it does not name. `place` is its name in messages. Throws UserError.
ScenarioWeights scenario_weights(const Study& study, const std::string& text, const std::string& place);

}  // namespace palio
