#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/until/look_plan.h"

namespace palio {

/// What a campaign holds where all that was wanted for a look is there.
struct LookedAt {
  DrawCounts draws;
  std::int64_t instances = 0;
  double cost = 0;  // s of CPU, predicted for all its scenarios
  std::vector<TargetState> states = {};
};

/// Makes the first look of looks that have none yet: the draws as they are written, two of each kind at least.
void begin_looks(Looks& looks, const StudyDraws& draws);

/// As many draws as a study may hold, where it has those of the last look.
DrawCounts most_draws(const Study& study, const Looks& looks, const StudyDraws& draws);

/// The targets of looks at `study`. Throws UserError for those that no draws of it can meet.
std::vector<Target> checked_targets(const Study& study, const Looks& looks, const StudyDraws& draws);

/// Throws UserError where a selection names single draws.
void refuse_chosen_draws(const Study& study, const Selection& selection);

/// Throws UserError where what is missing of a look in `database` makes more instances than there may be at most.
void refuse_small_budget(const Study& study, const Selection& selection, const Looks& looks,
                         const std::string& database);

/// Nothing where scenarios of the selection are missing.
std::optional<LookedAt> look_at(const Study& study, const Selection& selection, const std::string& database,
                                std::span<const Target> targets, const Looks& looks);

/// The claims about `study` in a campaign that `--until decided` would go on for, with what each is expected to take.
struct OpenClaims {
  LookedAt at;
  std::vector<OpenClaim> claims;
};
OpenClaims open_claims(const std::string& database, const ClaimFile& claims, std::string_view study);

/// "12 x 300 draws, 36,000 instances", of a campaign that was looked at.
std::string draws_text(const DrawCounts& counts, const LookedAt& at);

/// "1.7 % at strategy HCPA, 2 of 4 hold"; "30 of 34 claims are; claim R2 has an interval of ± 4.1 and needs one
/// of 1.2".
std::string state_text(const TargetState& state);

}  // namespace palio
