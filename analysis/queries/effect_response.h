#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/effects/effects.h"
#include "analysis/queries/contest.h"

namespace palio {

/// What effects are asked about: a metric, or the ratio of two strategies in it.
struct EffectQuestion {
  struct Ratio {
    std::string name;                      // "HCPA / M-HEFT"
    std::int64_t strategy = 0, other = 0;  // ids
  };

  std::string metric;
  std::optional<Ratio> ratio;
};

/// Reads "makespan" or "makespan of HCPA / M-HEFT"; strategies are named by their labels. Throws UserError for a label
/// that no strategy has or that comes twice; metrics are not looked up.
EffectQuestion read_effect_question(const std::string& text, StrategyLabels labels);

/// Of `attempts` by platform, workload and strategy. A metric: where all compared strategies completed, its logarithms,
/// or its values where one is not above 0. A ratio: the logarithms of the ratios of costs where both are above 0.
EffectResponse effect_response(const EffectQuestion& question, std::span<const Attempt> attempts,
                               StrategyLabels labels);

}  // namespace palio
