#include "campaign/cli/commands.h"
#include "campaign/cluster/batch/slurm.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

int run_cancel(const std::string& folder) {
  const Submission submission = read_submission(folder);
  if (!submission.original.empty())
    throw UserError("{} is a copy: its jobs are those of {}, and palio cancel {} ends them", folder,
                    submission.original, brief_shell_word(submission.original));
  if (submission.jobs.empty())
    throw UserError(folder + " has no jobs in Slurm; end tasks of other batch systems where you started them");
  cancel_jobs(submission);
  talk("cancelled; running tasks copy back what they have. To continue: {}\n", retry_command(submission));
  return k_success;
}

}  // namespace

void setup_cancel(const CommandSyntax& app) {
  const auto [command, folder] =
      add_command<std::string>(app, "cancel", "Cancel the jobs of a submission; finished results are kept", run_cancel);
  command.add_option("dir DIR", folder, "Folder of palio submit").required();
}

}  // namespace palio
