#include "campaign/cli/commands/run_command.h"

#include "campaign/archive/archive.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/files/input_files.h"
#include "core/error.h"

namespace palio {
namespace {

int run_only(RunCommand command) {
  Interruption interruption;  // of all that follows, so that it always ends in the same way
  return run_named_study(std::move(command), interruption);
}

}  // namespace

int run_named_study(RunCommand command, Interruption& interruption) {
  if (command.study.ends_with(k_archive_ending))
    throw UserError("{} is an artifact: --extend FILE adds strategies to its study, palio unpack unpacks it",
                    command.study);
  const std::string path = study_file(command.study);
  const FolderCode code = beside_study(command.code);
  Study study = study_in_place(path, read_input(path), code);
  if (command.run.database.empty()) command.run.database = study.name + ".db";
  const RunGoal goal = goal_of(study.text, command.run);
  if (goal.text != study.text) study = study_in_place(path, goal.text, code);
  return tell_end(run_until(std::move(study), goal, command.run, interruption), command.run);
}

void add_study_run(const CommandSyntax& command, RunCommand& options) {
  add_study(command, options.study).required();
  command.add_option("--db F", options.run.database, "Campaign file (default: the study's name with .db)");
  add_run_options(command, options.run);
  add_code(command, options.code, CodeUse::names);
  command.add_flag("--dry-run", options.run.dry_run, "Print the scenarios on stdout instead of running them");
}

void setup_study_run(const CommandSyntax& app) {
  const auto [command, options] = add_command<RunCommand>(app, "run", k_run_does, run_only);
  add_study_run(command, options);
}

}  // namespace palio
