#include "campaign/costs/cost_model.h"

#include <algorithm>
#include <numeric>

namespace palio {
namespace {

// Multiplies the factors of an item's levels into its part.
void apply(const std::vector<CostAxis>& axes, const std::vector<std::vector<double>>& factors, std::span<double> part) {
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t item = 0; item < part.size(); ++item) part[item] *= factors[a][axes[a].level[item]];
}

// The observations of a strategy, with the prediction for each so far.
struct OwnCosts {
  std::vector<CostObservation> observations;
  std::vector<double> predicted;
};

}  // namespace

CostModel::CostModel(const Study& study, std::span<const CostObservation> observations)
    : platforms_(study.platforms.size()),
      workloads_(study.workloads.size()),
      strategies_(study.strategies.size()),
      informed_(!observations.empty()),
      platform_part_(strategies_ * platforms_, 1.0),
      workload_part_(strategies_ * workloads_, 1.0) {
  if (informed_) fit(study, observations);
  for (std::size_t workload = 0; workload < workloads_; ++workload)
    for (std::size_t s = 0; s < strategies_; ++s)
      if (!study.classes.takes(s, workload)) workload_part_[s * workloads_ + workload] = 0;
}

void CostModel::fit(const Study& study, std::span<const CostObservation> observations) {
  const std::vector<CostAxis> platform_axes = cost_axes(study.platforms), workload_axes = cost_axes(study.workloads);
  std::vector<double> predicted(observations.size(), 1.0);
  const CostFactors common = fit_factors(platform_axes, workload_axes, observations, predicted);
  std::vector<OwnCosts> own(strategies_);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    own[observations[i].strategy].observations.push_back(observations[i]);
    own[observations[i].strategy].predicted.push_back(predicted[i]);
  }
  for (std::size_t s = 0; s < strategies_; ++s) {
    const std::span<double> platform(platform_part_.data() + s * platforms_, platforms_);
    const std::span<double> workload(workload_part_.data() + s * workloads_, workloads_);
    for (double& part : platform) part = common.mean;
    apply(platform_axes, common.platform, platform);
    apply(workload_axes, common.workload, workload);
    if (own[s].observations.empty()) continue;
    const CostFactors difference =
        fit_factors(platform_axes, workload_axes, own[s].observations, own[s].predicted, BySize::predicted);
    for (double& part : platform) part *= difference.mean;
    apply(platform_axes, difference.platform, platform);
    apply(workload_axes, difference.workload, workload);
  }
}

double CostModel::total() const {
  double total = 0;
  for (std::size_t s = 0; s < strategies_; ++s) {
    const auto platform = platform_part_.begin() + static_cast<std::ptrdiff_t>(s * platforms_);
    const auto workload = workload_part_.begin() + static_cast<std::ptrdiff_t>(s * workloads_);
    total += std::accumulate(platform, platform + static_cast<std::ptrdiff_t>(platforms_), 0.0) *
             std::accumulate(workload, workload + static_cast<std::ptrdiff_t>(workloads_), 0.0);
  }
  return total;
}

std::vector<bool> observed_strategies(const Study& study, std::span<const CostObservation> observations) {
  std::vector<bool> observed(study.strategies.size(), false);
  for (const CostObservation& seen : observations) observed[seen.strategy] = true;
  return observed;
}

double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model) {
  double cost = 0;
  if (wants_all(study, selection)) {
    done.for_each([&](const Instance& instance, std::size_t s) { cost += model.predict(instance, s); });
    return std::max(model.total() - cost, 0.0);
  }
  for_each_missing(study, selection, done,
                   [&](const Instance& instance, std::size_t s) { cost += model.predict(instance, s); });
  return cost;
}

}  // namespace palio
