#include <fmt/format.h>

#include <memory>
#include <utility>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/cli/syntax/exit_status.h"
#include "campaign/cluster/shard_task.h"
#include "campaign/run/interruption.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct TaskOptions {
  std::string folder;
  std::int64_t shard = 0;
};

// What was typed behind palio submit, read again.
RunCommandOptions run_options(const Submission& submission) {
  RunCommandOptions options;
  CommandLine line("palio", "");
  add_study_options(line.top(), options);
  std::vector<const char*> words{"palio"};
  for (const std::string& word : submission.run_options) words.push_back(word.c_str());
  line.read(static_cast<int>(words.size()), words.data());
  return options;
}

std::string reason(int status) {
  switch (status) {
    case k_interrupted: return "interrupted";
    case k_some_failed: return "gave up: too many scenarios failed";
    default: return "stopped; its log says why";
  }
}

int run_shard(const Submission& submission, const TaskOptions& typed, ShardTask& task, Interruption& interruption) {
  RunCommandOptions options = run_options(submission);
  options.jobs = static_cast<int>(submission.cpus);
  options.database = task.database().string();
  options.selection.shard = fmt::format("{}/{}", typed.shard, submission.tasks);
  options.way_on = retry_command(submission);
  const Study study = load_study(submission.study_file().string());
  const PeriodicCopies copies(task, submission.copy_every, interruption);
  Selection selection = drawn(study, selection_of(options.selection, study, options.database));
  return carry_out(study, options, std::move(selection), interruption);
}

// Failed scenarios are results, too: a shard that has them all is complete.
int run_task(const TaskOptions& typed) {
  const Submission submission = read_submission(typed.folder);
  Interruption interruption;
  ShardTask task(submission, typed.shard);
  int status = k_user_error;
  try {
    status = run_shard(submission, typed, task, interruption);
  } catch (const std::exception& error) {
    task.finish(error.what());
    throw;
  }
  const ShardCounts counts = task.finish(reason(status));
  talk("shard {}: {} of {} scenarios stored, {} failed; copied to {}\n", typed.shard, count_text(counts.stored),
       count_text(counts.wanted), count_text(counts.failed), submission.part(typed.shard).string());
  return counts.complete() ? k_success : status;
}

}  // namespace

void setup_task(const CommandSyntax& app) {
  const auto options = std::make_shared<TaskOptions>();
  const CommandSyntax command =
      app.add_subcommand("task", "Carry out one shard of a submission: what its scripts call on the nodes");
  command.add_option("dir", options->folder, "Folder of palio submit").required().type_name("DIR");
  require_count(command.add_option("shard", options->shard, "Number of the shard, from 1").required().type_name("N"), 1,
                k_any_count);
  command.footer(
      "\nIt works in $SLURM_TMPDIR, $TMPDIR or /tmp, begins with the last copy of the shard in DIR/parts and copies "
      "back what is stored. SIGTERM and Ctrl-C end it as they end palio run.\n"
      "Exit status: 0 the shard is complete, also with failed scenarios; otherwise that of palio run.");
  command.runs([options] { return run_task(*options); });
}

}  // namespace palio
