#include <fmt/ranges.h>

#include "campaign/cli/commands.h"
#include "campaign/cli/commands/run_command.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/code/code_source.h"
#include "campaign/pack/check_artifact.h"
#include "campaign/pack/extension.h"
#include "campaign/plan/stored_study.h"
#include "campaign/run/selection_of.h"
#include "campaign/session/wrapped_table.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

const PackedCampaign& packed_campaign(const RunCommand& command, const Artifact& artifact) {
  std::vector<std::string_view> names;
  for (const PackedCampaign& campaign : artifact.campaigns) {
    if (campaign.name == command.campaign || (command.campaign.empty() && artifact.campaigns.size() == 1))
      return campaign;
    names.push_back(campaign.name);
  }
  if (command.campaign.empty())
    throw UserError("{} has several campaigns: name one with --study: {}", command.study, fmt::join(names, ", "));
  throw UserError("{} has no campaign {}{}", command.study, command.campaign, suggestion(command.campaign, names));
}

// Throws UserError unless the campaign is sound and a part of it gives the same bits again.
void refuse_unsound(const RunCommand& command, OpenArtifact& artifact, const PackedCampaign& campaign) {
  ArtifactCheckOptions options{.jobs = command.run.jobs, .code = command.code};
  options.code.commands.clear();  // which the extension may name, not the artifact
  if (command.run.quiet) options.progress = ProgressDisplay::Mode::off;
  check_campaign_of(artifact, campaign, options, [&](const ArtifactStep& step) {
    if (!step.finding.sound())
      throw UserError("{}: {}, {}: {}; palio pack --check {} says more", command.study, campaign.name,
                      step.finding.check, problems_text(step.finding), brief_shell_word(command.study));
    if (!command.run.quiet) tell_prose(fmt::format("{}: {}", step.finding.check, step.finding.found));
  });
}

// Throws UserError where a scenario is missing whose custom strategy has only a description.
void require_missing_code(const Study& study, const Selection& selection, const CampaignReader& reader,
                          const StrategySet& given) {
  const DoneSet done = read_done(study, stored_ids(study, reader), reader);
  for_each_missing(study, drawn(study, selection), done, [&](const Instance&, std::size_t strategy) {
    require_code(study.known, study.strategies[strategy].name, given);
  });
}

// The published results are trusted once a part of them agrees; what the extension adds runs.
int run_extension(RunCommand command, Interruption& interruption) {
  TypedRun& run = command.run;
  if (run.database.empty()) throw UserError("--extend: name the campaign to write with --db, as in --db extended.db");
  OpenArtifact artifact(command.study, {});
  const PackedCampaign& campaign = packed_campaign(command, artifact.said());
  const CampaignReader reader(artifact.database(campaign.name));
  const StrategySet given = given_code(command.code, reader, artifact.folder() / k_strategies_folder);
  const Extension extension = read_extension(command.extension, reader, given);
  Study study = extended_study(reader, extension, extended_text(reader, extension));
  repeat(reader.request().value_or(CampaignRequest{}), run);
  if (!begun_campaign(run.database)) refuse_unsound(command, artifact, campaign);
  require_missing_code(study, selection_of(run, study), reader, given);
  if (!run.dry_run && !begun_campaign(run.database)) copy_plain_file(artifact.database(campaign.name), run.database);
  const RunGoal goal = goal_of(study.text, run);
  if (goal.text != study.text) study = extended_study(reader, extension, goal.text);
  return tell_end(run_until(std::move(study), goal, run, interruption), run);
}

int run_or_extend(RunCommand command) {
  Interruption interruption;  // of all that follows, so that it always ends in the same way
  if (!command.extension.empty()) return run_extension(std::move(command), interruption);
  if (!command.campaign.empty() || command.code.allow_commands)
    throw UserError("{} goes with --extend", command.campaign.empty() ? "--allow-commands" : "--study");
  return run_named_study(std::move(command), interruption);
}

}  // namespace

void setup_run(const CommandSyntax& app) {
  const auto [command, options] = add_command<RunCommand>(app, "run", k_run_does, run_or_extend);
  add_study_run(command, options);
  command.add_option("--extend FILE", options.extension,
                     "Instead of a study take an artifact of palio pack, and add the [[strategy]] blocks of FILE");
  command.add_option("--study NAME", options.campaign, "Campaign of the artifact, if it has several");
  command.add_flag("--allow-commands", options.code.allow_commands,
                   "Start the commands that the artifact names, in its folder, to check a part of its results");
}

}  // namespace palio
