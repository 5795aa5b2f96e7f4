#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/until_options.h"
#include "campaign/study/input_files.h"

namespace palio {
namespace {

struct RunCommand {
  std::string study;
  RunCommandOptions options;
  UntilOptions until;
};

int run_run(RunCommand command) {
  const std::string path = study_file(command.study);
  const std::string text = read_input(path);
  const auto study_of = [&](const std::string& with_draws) {
    return study_in_place(path, with_draws, beside_study(command.options.code));
  };
  Study study = study_of(text);
  if (command.options.database.empty()) command.options.database = study.name + ".db";
  const std::string whole = study.text;  // with what it includes
  return carry_out_until(whole, std::move(study), study_of, command.until, command.options);
}

}  // namespace

void setup_run(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<RunCommand>(app, "run", "Run the missing scenarios of a study; run it again to resume", run_run);
  add_study(command, options.study).required();
  command.add_option("--db F", options.options.database, "Campaign file (default: the study's name with .db)");
  add_run_options(command, options.options);
  add_until(command, options.until);
  add_code(command, options.options.code, CodeUse::names);
  command.add_flag("--dry-run", options.options.dry_run, "Print the scenarios on stdout instead of running them");
}

}  // namespace palio
