#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "analysis/explore/view.h"

namespace palio {

/// How far a strategy is behind the best of each instance.
struct ExploredStanding {
  std::int64_t instances = 0, times_best = 0;
  double factor = std::numeric_limits<double>::quiet_NaN();  // mean
  double low = factor, high = factor;                        // its 95 % interval for other draws; NaN: none
  /// Whether other draws would hardly reverse its order with the first strategy of the view; empty: there is no test.
  std::optional<bool> told = {};
};

struct Standings {
  std::vector<ExploredStanding> strategies;  // by place in ExploredCampaign::strategies
  /// Means are geometric and have no intervals, since a single instance makes up most of a strategy's sum (contest.h).
  bool geometric = false;
};

/// Over the instances that pass the filters and where all contenders have values above 0; of clairvoyants where they
/// have one, too. Without filters it is what @degradation says.
Standings stand(const ExploredCampaign& campaign, const View& view);

}  // namespace palio
