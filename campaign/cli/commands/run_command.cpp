#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"

namespace palio {
namespace {

struct RunCommand {
  std::string study;
  RunCommandOptions options;
};

int run_run(RunCommand command) {
  const Study study = load_study(study_file(command.study));
  if (command.options.database.empty()) command.options.database = study.name + ".db";
  return carry_out(study, command.options, selection_of(command.options.selection, study, command.options.database));
}

}  // namespace

void setup_run(const CommandSyntax& app) {
  const auto options = std::make_shared<RunCommand>();
  const CommandSyntax command = app.add_subcommand("run", "Run what is missing of a study; run it again to resume");
  command
      .add_option("study", options->study,
                  "Study file, - for standard input, or the name of a study that comes with Palio")
      .required()
      .type_name("STUDY");
  command.add_option("--db", options->options.database, "Campaign file; the study's name with .db unless given")
      .type_name("F");
  add_run_options(command, options->options);
  command.add_flag("--dry-run", options->options.dry_run, "Print the scenarios on stdout instead of running them");
  command.runs([options] { return run_run(*options); });
}

}  // namespace palio
