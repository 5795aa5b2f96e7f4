#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/code/code_source.h"
#include "campaign/plan/stored_study.h"
#include "core/error.h"

namespace palio {
namespace {

struct ResumeCommand {
  TypedRun run;
  CodeOptions code;
};

int run_resume(const ResumeCommand& command) {
  Interruption interruption;
  TypedRun run = command.run;
  auto reader = std::make_unique<CampaignReader>(run.database);
  const auto request = reader->request();
  if (!request) throw UserError("{} does not say what to run: repeat the palio run that began it", run.database);
  repeat(*request, run);
  const StrategySet given = given_code(command.code, *reader);
  const RunGoal goal = goal_of(reader->info().study_text, run);
  Study study = stored_study(*reader, goal.text, given);
  for (const Recipe& recipe : study.strategies) require_code(study.known, recipe.name, given);
  reader.reset();  // an open reader would keep the finished campaign from becoming one plain file
  return tell_end(run_until(std::move(study), goal, run, interruption), run);
}

}  // namespace

void setup_resume(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<ResumeCommand>(app, "resume", "Continue a campaign; needs only its database", run_resume);
  command.add_option("database F", options.run.database, "Campaign file").required();
  add_run_options(command, options.run);
  add_code(command, options.code, CodeUse::campaign);
}

}  // namespace palio
