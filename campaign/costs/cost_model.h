#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "campaign/costs/cost_factors.h"
#include "campaign/plan/missing_jobs.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// Predicts what the scenarios of a study cost from what some of them did.
///
/// A prediction is a product: a mean, and a factor for the value of each axis of platform and workload (samples aside),
/// first for all strategies together, then for what a strategy differs by. The factors are fitted so that for every
/// value of every axis the predicted total of the observed scenarios is the observed one; those of values with few
/// observations stay near 1. So sums of predictions are right, not single ones, and a sum over platforms and workloads
/// is the product of two sums. A value that was never observed takes its factor from the two nearest numbers of its
/// axis, along a power of the value. Deterministic.
class CostModel {
public:
  /// Without observations every scenario costs 1.
  CostModel(const Study& study, std::span<const CostObservation> observations);

  bool informed() const { return informed_; }
  /// s of CPU; 0 where the strategy does not take the workload, so that sums are those of the study's scenarios.
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

/// Predicted cost, s of CPU, of the wanted scenarios that are not done. For a sample or a shard it enumerates them.
double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model);

/// The costs of a study that are known when a session begins.
struct KnownCosts {
  std::vector<CostObservation> stored;
  /// Of strategies whose code has changed since: they count until the session has results of the strategy.
  std::vector<CostObservation> earlier = {};
};

/// Costs of completed scenarios: all that are stored, or of more than `most` a fixed part, spread evenly over the file.
std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most = 20'000);

/// The same, and for strategies without any, the costs of their latest earlier code that has results.
KnownCosts read_known_costs(const Study& study, const DimensionIds& ids, const CampaignReader& reader);

/// What scenarios cost against each other, as a JSON text: a factor for every value of every axis on which platforms or
/// workloads differ, and for every strategy. Three digits, so that all machines write the same text.
std::string weights_text(const Study& study, std::span<const CostObservation> observations);

/// The weights by such a text, 1 for values that it does not name. `place` is its name in messages. Throws UserError.
ScenarioWeights scenario_weights(const Study& study, const std::string& text, const std::string& place);

}  // namespace palio
