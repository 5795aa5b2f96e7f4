#include "campaign/cli/options/artifact_options.h"

#include "campaign/cli/options/run_options.h"
#include "campaign/session/this_machine.h"

namespace palio {

ArchiveLimits limits_of(const ArtifactOptions& options) {
  ArchiveLimits limits;
  limits.bytes = static_cast<std::uint64_t>(options.most_gib * (1U << 30U));
  return limits;
}

void add_most_size(const CommandSyntax& command, ArtifactOptions& options) {
  command.add_option("--max-size GIB", options.most_gib, "GiB of files that an archive may hold (default: 8)")
      .number(Least::above_zero, "GiB");
}

ArtifactCheckOptions check_options(const ArtifactOptions& options) {
  ArtifactCheckOptions check{
      .part = options.part, .jobs = options.jobs > 0 ? options.jobs : cores(), .bounds = options.bounds};
  if (options.quiet) check.progress = ProgressDisplay::Mode::off;
  check.given = [code = options.code](const CampaignReader& campaign, const std::filesystem::path& folder) {
    return given_code(code, campaign, folder);
  };
  check.run = [options](const Study& study, const CampaignRequest& request, const std::string& database) {
    RunCommandOptions run;
    repeat(request, run);
    run.selection.sample = static_cast<std::uint64_t>(request.sample);
    run.database = database;
    run.jobs = options.jobs;
    run.quiet = options.quiet;
    Interruption interruption;
    const Selection selection = drawn(study, selection_of(run.selection, study, database));
    const RunSummary summary = run_quietly(study, run, selection, interruption);
    if (summary.interrupted || interruption.requested()) throw CheckInterrupted("interrupted");
    if (!summary.stopped.empty()) throw UserError("{}", summary.stopped);
  };
  return check;
}

}  // namespace palio
