#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/claims/claim_file.h"
#include "analysis/statistics/intervals/clustered.h"
#include "campaign/targets/looks.h"
#include "campaign/targets/target.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// One of many that makes up more than half of a sum: the mean says nothing about the others.
struct Ruler {
  std::string_view kind;       // "instances", "platforms" or "workloads"
  std::int64_t count = 0;      // of them
  double share = 0;            // of the sum
  std::string_view statistic;  // that it does not rule: "geometric_mean"; "median" if some value is not above 0
};

/// One value of a target, as measured in a campaign.
struct Estimate {
  std::string name;  // "strategy HCPA", "claim F1a"; empty: it is the only one
  double value = 0;  // NaN: there is none
  // Of a geometric mean in logarithms, of a quantile in shares of the values up to it: what varies like a mean.
  double margin = 0;   // half-width of its interval, is_narrow()'s; NaN: there is none
  double most = 0;     // half-width that the target asks for, or that decides the claim
  bool holds = false;  // it meets the target
  DrawParts parts = {};
  double instances = 1;  // least number that it needs, relative to the present one
  double reach = 0;      // how far the interval extends to its longer side, in the unit of the metric; not of claims
  std::optional<Ruler> ruler = {};  // of a mean
};

/// The price of looking several times (docs/precision.md). To cover 95 % at the look where a campaign stops, an
/// interval uses the first level if the campaign stops because it is narrow enough, and the second if it stops because
/// the interval clears a bound. Either needs this many degrees of freedom.
inline constexpr double k_level_of_widths = 0.97;
inline constexpr double k_level_of_verdicts = 0.986;
inline constexpr double k_least_freedom = 40;

/// Whether the half-width of an interval at a look is known precisely enough and is at most `most`.
bool is_narrow(const DrawVariances& variances, double level, double most);

/// The state of a target at a look.
struct TargetState {
  Target target;
  std::vector<Estimate> estimates = {};  // by name

  bool holds() const;
  double level() const { return target.decided ? k_level_of_verdicts : k_level_of_widths; }
  /// How far the interval extends, as the target puts it: relative to the value or not; infinite: it has no end.
  double width(const Estimate& estimate) const;
  /// The estimate that extends farthest, and the one that is farthest from its target, in what varies like a mean: it
  /// needs most draws. Null: there is none.
  const Estimate* widest() const;
  const Estimate* worst() const;
};

/// The value of a target over at least one value of the metric, with its interval.
Estimate estimate_value(const Target& target, const std::string& name, std::span<const DrawnValue> values,
                        const Draws& platforms, const Draws& workloads);

/// Realizations as draws.
struct RealizationDraws {
  std::int64_t count = 0;                             // of each uncertain instance
  std::map<std::string, std::uint64_t> streams = {};  // of workloads, by canonical text; some are the same
};

/// The mean over realizations of an instance.
struct RealizedMean {
  double mean = 0, deviation = 0;  // s; the standard deviation of realizations
  std::uint64_t stream = 0;
};

/// The mean of such means, each of as many realizations, with its interval for other realizations of the same
/// instances. Instances with the same stream vary together: their deviations add up.
Estimate estimate_realized(const Target& target, const std::string& name, std::span<const RealizedMean> values,
                           std::int64_t realizations);

/// The values of a target, over the completed scenarios that the study wants and, if set, for which `where` holds.
TargetState estimate_values(const CampaignReader& campaign, const Target& target, const std::string& where);
/// The same, with the interval for other realizations, not for other instances.
TargetState estimate_realized_values(const CampaignReader& campaign, const Target& target, const std::string& where,
                                     const RealizationDraws& draws);

/// "claim F1a", "claim F1a in the reading skip".
std::string claim_name(const std::string& id, const std::string& reading);

/// The claims about `study` in a campaign file, in each of its readings.
TargetState estimate_claims(const std::string& database, const Target& target, const ClaimFile& claims,
                            std::string_view study);

/// The most looks of a campaign, and the most instances of the next look relative to the present one
/// (docs/precision.md).
inline constexpr std::size_t k_most_looks = 6;
inline constexpr std::int64_t k_most_growth = 4;

/// An undecided claim.
struct OpenClaim {
  std::string name;
  std::optional<DrawCounts> need;  // draws that it is expected to need; nothing: no number helps
  bool in_reach = false;           // that many are allowed; the other claims are not waited for
};

/// The next step after a look at which some target is not met yet.
struct LookPlan {
  std::vector<OpenClaim> claims;
  std::optional<DrawCounts> need;  // draws that the targets are expected to need; nothing: no number helps
  std::optional<DrawCounts> next;  // draws of the next look; nothing: there is none
  std::string why;                 // there is none: "at most 300 instances are allowed"
};

/// Depends only on what is stored. `most`: the most draws allowed; `instances`: of the present look.
LookPlan plan_look(const Looks& looks, const DrawCounts& most, std::span<const TargetState> states,
                   std::int64_t instances);

/// The number of instances with `planned` draws instead of the present ones.
std::int64_t instances_with(const DrawCounts& planned, const DrawCounts& now, std::int64_t instances);

}  // namespace palio
