#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/targets/looks.h"
#include "campaign/until/estimates.h"

namespace palio {

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
