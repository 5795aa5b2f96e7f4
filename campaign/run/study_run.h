#pragma once

#include <string>

#include "campaign/run/campaign.h"
#include "campaign/run/typed_run.h"

namespace palio {

/// Runs what is missing of a part of a study into the run's campaign, with its engine, audit and limits. Throws
/// UserError before anything runs.
RunSummary run_study(const Study& study, const TypedRun& run, Selection selection, Interruption& interruption);

/// Says on stderr what came of it and how to go on.
void tell_summary(const RunSummary& summary, const Study& study, const TypedRun& run);

/// Says on stderr if a new campaign would be over much sooner with the other engine.
void tell_quicker_engine(const Study& study, const TypedRun& run, const Selection& selection,
                         const Interruption& interruption);

/// Prints the scenarios on stdout instead of running them.
void dry_run(const Study& study, const Selection& selection, const Interruption& interruption);

/// Why a run ended: it was interrupted, or it gave up and the cause has since been fixed.
enum class After { interrupted, mended };

/// The command that continues a run of a study.
std::string next_command(const Study& study, const TypedRun& run, After after);

}  // namespace palio
