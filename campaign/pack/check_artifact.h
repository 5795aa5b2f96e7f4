#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "campaign/code/given_code.h"
#include "campaign/pack/artifact.h"
#include "campaign/session/progress.h"
#include "core/error.h"
#include "storage/check/check.h"
#include "storage/sql/query_bounds.h"

namespace palio {

struct ArtifactCheckOptions {
  bool full = false;        // simulate everything again
  std::uint64_t part = 0;   // instances that are simulated again; 0: usual_part()
  int jobs = 0;             // 0: one per core
  QueryBounds bounds = {};  // of its SQL
  ProgressDisplay::Mode progress = ProgressDisplay::Mode::automatic;
  CodeOptions code = {};  // the artifact's commands start only if that is allowed
};

/// A check was interrupted.
class CheckInterrupted : public UserError {
public:
  using UserError::UserError;
};

/// A step of the check of an artifact.
struct ArtifactStep {
  std::string campaign;  // empty: of the whole artifact
  Finding finding;
  double seconds = 0;
};
using VisitStep = std::function<void(const ArtifactStep& step)>;

/// Verifies the files, the campaigns, and the answers of an artifact; simulates a part of each campaign again. Calls
/// `visit` after each step; a step that cannot be done has a problem. Starts no custom code except what is named.
void check_artifact(OpenArtifact& artifact, const ArtifactCheckOptions& options, const VisitStep& visit);

/// The steps of it on which extending a campaign relies: files, database, study, and the part that runs again.
void check_campaign_of(OpenArtifact& artifact, const PackedCampaign& campaign, const ArtifactCheckOptions& options,
                       const VisitStep& visit);

}  // namespace palio
