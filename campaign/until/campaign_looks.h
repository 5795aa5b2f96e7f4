#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/until/look_plan.h"

namespace palio {

/// The content of a campaign that has everything wanted for a look.
struct LookedAt {
  DrawCounts draws;
  bool are_realizations = false;  // the draws of workloads, as in StudyDraws
  std::int64_t instances = 0;
  double cost = 0;  // s of CPU, predicted for all its scenarios
  std::vector<TargetState> states = {};
};

/// Adds the first look if there is none yet: the draws as written, at least two of each kind.
void begin_looks(Looks& looks, const StudyDraws& draws);

/// The most draws that a study may hold, given that it has those of the last look.
DrawCounts most_draws(const Study& study, const Looks& looks, const StudyDraws& draws);

/// The targets of looks at `study`. Throws UserError for a target that no number of draws can meet.
std::vector<Target> checked_targets(const Study& study, const Looks& looks, const StudyDraws& draws);

/// Throws UserError if a selection names single draws.
void refuse_chosen_draws(const Study& study, const Selection& selection);

/// Throws UserError if a look with scenarios missing in `database` has more instances than the limit allows.
void refuse_small_budget(const Study& study, const Selection& selection, const Looks& looks,
                         const std::string& database);

/// Nothing if scenarios of the selection are missing.
std::optional<LookedAt> look_at(const Study& study, const Selection& selection, const std::string& database,
                                std::span<const Target> targets, const Looks& looks, const StudyDraws& draws);

/// The claims about `study` that `--until decided` would continue a campaign for, with the draws that each is expected
/// to need.
struct OpenClaims {
  LookedAt at;
  std::vector<OpenClaim> claims;
};
OpenClaims open_claims(const std::string& database, const ClaimFile& claims, std::string_view study);

/// "12 x 300 draws, 36,000 instances", or "400 realizations of 24 instances", of a campaign that was looked at.
std::string draws_text(const DrawCounts& counts, const LookedAt& at);

/// "1.7 % at strategy HCPA, 2 of 4 hold"; "30 of 34 claims are; claim R2 has an interval of ± 4.1 and needs one
/// of 1.2".
std::string state_text(const TargetState& state);

/// "one of 24 instances makes up 98 % of the sum at strategy HCPA: ..."; empty if no mean is ruled so.
std::string ruler_text(const TargetState& state);

}  // namespace palio
