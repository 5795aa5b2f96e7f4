#include "campaign/cli/commands/run_command.h"

#include "campaign/archive/archive.h"
#include "campaign/cli/commands.h"
#include "campaign/study/input_files.h"
#include "core/error.h"

namespace palio {
namespace {

int run_only(RunCommand command) {
  Interruption interruption;  // of all that follows, so that it always ends in the same way
  return run_study(std::move(command), interruption);
}

}  // namespace

int run_study(RunCommand command, Interruption& interruption) {
  if (command.study.ends_with(k_archive_ending))
    throw UserError("{} is an artifact: --extend FILE adds strategies to its study, palio unpack unpacks it",
                    command.study);
  const std::string path = study_file(command.study);
  const std::string text = read_input(path);
  const auto study_of = [&](const std::string& with_draws) {
    return study_in_place(path, with_draws, beside_study(command.options.code));
  };
  Study study = study_of(text);
  if (command.options.database.empty()) command.options.database = study.name + ".db";
  const std::string whole = study.text;  // with what it includes
  return carry_out_until(whole, std::move(study), study_of, command.until, command.options, interruption);
}

void add_study_run(const CommandSyntax& command, RunCommand& options) {
  add_study(command, options.study).required();
  command.add_option("--db F", options.options.database, "Campaign file (default: the study's name with .db)");
  add_run_options(command, options.options);
  add_until(command, options.until);
  add_code(command, options.options.code, CodeUse::names);
  command.add_flag("--dry-run", options.options.dry_run, "Print the scenarios on stdout instead of running them");
}

void setup_study_run(const CommandSyntax& app) {
  const auto [command, options] = add_command<RunCommand>(app, "run", k_run_does, run_only);
  add_study_run(command, options);
}

}  // namespace palio
