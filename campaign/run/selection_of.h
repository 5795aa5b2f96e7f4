#pragma once

#include <string>

#include "campaign/plan/plan.h"
#include "campaign/run/typed_run.h"
#include "campaign/study/study.h"

namespace palio {

/// The relative costs of a campaign's scenarios, as shards of the study store them. Throws UserError if it holds no
/// results of the study.
std::string costs_text(const Study& study, const std::string& file);

/// The part of a study that a run wants. A shard that its campaign has started stays as it was dealt then; any other
/// one is dealt by the costs that it names, or else in rounds. Throws UserError for a shard that is not of the form i/n
/// with 1 <= i <= n, and for unusable costs.
Selection selection_of(const TypedRun& run, const Study& study);

/// Says on stderr that a shard is empty, which is no error: there may be more parts than instances.
void tell_empty_shard(const Study& study, const Selection& selection);

}  // namespace palio
