#pragma once

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

/// One of the values that a target is about, as a campaign has it.
struct Estimate {
  std::string name;    // "strategy HCPA", "claim F1a"; empty: it is the only one
  double value = 0;    // NaN: there is none
  double margin = 0;   // half-width of its interval, is_narrow()'s; NaN: there is none
  double most = 0;     // half-width that is asked for, or decides
  bool holds = false;  // what is asked for
  DrawParts parts = {};
  double instances = 1;  // times as many as there are that it needs at least
};

/// What the looks cost (docs/precision.md): for 95 % at the look where a campaign stops, intervals are of these levels,
/// where their width stops it and where a bound does that they do not reach, and have so many degrees of freedom.
inline constexpr double k_level_of_widths = 0.97;
inline constexpr double k_level_of_verdicts = 0.986;
inline constexpr double k_least_freedom = 40;

/// Whether the half-width of an interval at a look is known well enough and is at most `most`.
bool is_narrow(const DrawVariances& variances, double level, double most);

/// What a target has come to at a look.
struct TargetState {
  Target target;
  std::vector<Estimate> estimates = {};  // by name

  bool holds() const;
  double level() const { return target.decided ? k_level_of_verdicts : k_level_of_widths; }
  /// The estimate that is farthest from what is asked for; null: there is none.
  const Estimate* worst() const;
};

/// The means that a target is about, over the completed scenarios that the study wants and `where` holds for, if set.
TargetState estimate_means(const CampaignReader& campaign, const Target& target, const std::string& where);

/// "claim F1a", "claim F1a in the reading skip".
std::string claim_name(const std::string& id, const std::string& reading);

/// The claims about `study` in a campaign file, in each of its readings.
TargetState estimate_claims(const std::string& database, const Target& target, const ClaimFile& claims,
                            std::string_view study);

/// Looks that a campaign takes at most, and how many times the instances of a look the next one has at most
/// (docs/precision.md).
inline constexpr std::size_t k_most_looks = 6;
inline constexpr std::int64_t k_most_growth = 4;

/// A claim that is not decided yet.
struct OpenClaim {
  std::string name;
  std::optional<DrawCounts> need;  // draws that it is expected to take; nothing: no number helps
  bool in_reach = false;           // there may be so many; the others are not waited for
};

/// What comes after a look at which some target does not hold yet.
struct LookPlan {
  std::vector<OpenClaim> claims;
  std::optional<DrawCounts> need;  // draws that the targets are expected to take; nothing: no number helps
  std::optional<DrawCounts> next;  // draws of the next look; nothing: there is none
  std::string why;                 // there is none: "at most 300 instances are asked for"
};

/// Depends on what is stored alone. `most`: draws that there may be; `instances`: of the present look.
LookPlan plan_look(const Looks& looks, const DrawCounts& most, std::span<const TargetState> states,
                   std::int64_t instances);

/// How many instances there would be with other draws than those of now.
std::int64_t instances_with(const DrawCounts& planned, const DrawCounts& now, std::int64_t instances);

}  // namespace palio
