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

/// A claim, and what deciding it takes.
struct ClaimDecision {
  CheckedClaim checked;
  double margin = 0;     // half-width of its interval, ignoring level and degrees of freedom; NaN: there is none
  double most = 0;       // half-width that decides; 0: none does, the value is the bound itself
  double instances = 1;  // least number that it needs, relative to the present one
  DrawParts parts = {};  // without the product: what platforms and workloads vary by together counts for both

  bool is_decided() const { return checked.verdict != Verdict::not_enough_data; }
};

/// The width at which the interval of a measurement decides, relative to its present width; above 1: it decides now.
/// Infinite if the interval has no width; 0: it never decides, however narrow. The measurement must have a value and an
/// interval.
double deciding_width(const Measurement& measurement, const AcceptedRange& accepted);

/// Another reader of the same campaign, whose intervals follow the rule.
using OpenReader = std::function<std::unique_ptr<CampaignReader>(const IntervalRule& rule)>;

/// The claims about `study` in a campaign or a part of it: verdicts by the rule and, for undecided claims, what they
/// vary by: intervals of the platforms alone are compared with those of all draws, which takes two more readers.
std::vector<ClaimDecision> decide(const OpenReader& open, const IntervalRule& rule, const ClaimFile& claims,
                                  std::string_view study, const std::optional<CampaignPart>& part = std::nullopt);

}  // namespace palio
