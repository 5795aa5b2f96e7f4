#pragma once

#include <string>

#include "campaign/run/campaign.h"
#include "campaign/run/typed_run.h"
#include "campaign/targets/looks.h"

namespace palio {

inline constexpr const char* k_no_targets = "none";  // drops the stored targets

/// How a run goes on with a study: until when, and from which draws.
struct RunGoal {
  Looks looks = {};
  StudyDraws draws = {};    // of the study, if some are added
  bool adds_draws = false;  // look by look
  std::string text = {};    // of the study with the present draws
};

/// What a run and its campaign make of a study's whole text. Throws UserError.
RunGoal goal_of(const std::string& text, const TypedRun& run);

/// How a run ended.
struct RunEnd {
  RunSummary summary = {};  // of the last look, with the failures of all
  bool has_answer = false;  // all that was wanted is there, and no look has told what it says
};

/// Runs what is missing of a study, which has the text of the goal, and tells it on stderr. If the goal adds draws,
/// goes on look by look until its targets hold. Throws UserError before anything runs.
RunEnd run_until(Study study, RunGoal goal, const TypedRun& run, Interruption& interruption);

/// The study of a file with the draws that the campaign in a database has reached, if there is one.
Study study_with_draws(const std::string& path, const FolderCode& code, const std::string& database);

}  // namespace palio
