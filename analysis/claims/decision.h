#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/claims/verify.h"
#include "analysis/statistics/intervals/clustered.h"
#include "analysis/statistics/sql/sql_functions.h"

namespace palio {

/// A claim, and what it takes to decide it.
struct ClaimDecision {
  CheckedClaim checked;
  double margin = 0;     // half-width of its interval, level and degrees of freedom aside; NaN: there is none
  double most = 0;       // half-width that decides; 0: none does, the value is the bound itself
  double instances = 1;  // times as many as there are that it needs at least
  DrawParts parts = {};  // without the product: what platforms and workloads vary by together counts for each

  bool is_decided() const { return checked.verdict != Verdict::not_enough_data; }
};

/// How many times as wide the interval of a measurement may be so that it decides; above 1: it does. Infinite without
/// an interval's width; 0: however narrow it is, it does not. The measurement must have a value and an interval.
double deciding_width(const Measurement& measurement, const AcceptedRange& accepted);

/// Another reader of the same campaign, whose intervals follow the rule.
using OpenReader = std::function<std::unique_ptr<CampaignReader>(const IntervalRule& rule)>;

/// The claims about `study` in a campaign or a part of it: verdicts by the rule, and for those that it leaves open what
/// they vary by, from intervals of the platforms alone beside those of all draws. Those take two more readers.
std::vector<ClaimDecision> decide(const OpenReader& open, const IntervalRule& rule, const ClaimFile& claims,
                                  std::string_view study, const std::optional<CampaignPart>& part = std::nullopt);

}  // namespace palio
