#include <memory>
#include <optional>
#include <utility>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"
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
  const auto parsed = [&](const std::string& with_draws) {
    return study_in_place(path, with_draws, beside_study(command.options.code));
  };
  std::optional<Study> written = parsed(text);  // large ones take their time: most runs need this one alone
  if (command.options.database.empty()) command.options.database = written->name + ".db";
  const StudyOfText study_of = [&](const std::string& with_draws) {
    if (with_draws != text || !written) return parsed(with_draws);
    return *std::exchange(written, std::nullopt);
  };
  return carry_out_until(text, study_of, command.until, command.options);
}

}  // namespace

void setup_run(const CommandSyntax& app) {
  const auto options = std::make_shared<RunCommand>();
  const CommandSyntax command = app.add_subcommand("run", "Run what is missing of a study; run it again to resume");
  add_study(command, options->study).required();
  command.add_option("--db F", options->options.database, "Campaign file; the study's name with .db unless given");
  add_run_options(command, options->options);
  add_until(command, options->until);
  add_code(command, options->options.code, CodeUse::names);
  command.add_flag("--dry-run", options->options.dry_run, "Print the scenarios on stdout instead of running them");
  command.runs([options] { return run_run(*options); });
}

}  // namespace palio
