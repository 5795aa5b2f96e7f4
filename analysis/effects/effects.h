#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "analysis/effects/design.h"

namespace palio {

/// Whether values are explained by sums or by products of effects.
enum class EffectScale { values, logarithms };

/// Whether to look for the cells whose values are farthest from 1.
enum class EffectCells { none, differing };

/// What is explained: a metric, or the ratio of two strategies.
struct EffectResponse {
  std::string name;  // "makespan", "HCPA / M-HEFT"
  EffectScale scale = EffectScale::values;
  EffectCells cells = EffectCells::none;
  double least = -std::numeric_limits<double>::infinity();  // what no mean is below: intervals end there
  double most = std::numeric_limits<double>::infinity();    // nor above
  std::vector<ResponseValue> values;                        // logarithms on that scale
  std::string left_out;                                     // what was left out; empty: nothing
};

/// One line of an answer; docs/queries.md says what the parts are. NaN and k_no_count: does not apply.
struct EffectRow {
  static constexpr std::int64_t k_no_count = -1;

  std::string part, effect, level;
  double value, low, high;
  double chance;  // of a share: what it would be on average if there were no such effect
  std::int64_t freedom = k_no_count, cases = k_no_count;
  std::string note;
};

/// Without values, one row that says what was left out; no row if there is nothing at all.
std::vector<EffectRow> effect_rows(EffectResponse response, const CampaignNames& names);

}  // namespace palio
