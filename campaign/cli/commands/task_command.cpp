#include "campaign/cli/commands.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/shard_task.h"
#include "campaign/session/interruption.h"
#include "core/shortage.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct TaskOptions {
  std::string folder;
  std::int64_t shard = 0;
};

std::string interruption_text(ToldToEnd why) {
  switch (why) {
    case ToldToEnd::unknown: return "interrupted";
    case ToldToEnd::time_limit: return "interrupted ahead of its time limit";
    case ToldToEnd::requeued: return "interrupted and requeued by Slurm";
  }
  return {};
}

// Why something is missing.
std::string reason(const RunSummary& summary, const ShardTask& task, ToldToEnd why) {
  if (!summary.gave_up.empty()) return "gave up: " + summary.gave_up;
  if (summary.lacking == Resource::space) return fmt::format("{}; {}", summary.stopped, task.place());
  return summary.stopped.empty() ? interruption_text(why) : summary.stopped;
}

std::string next_step(const Submission& submission, const RunSummary& summary, ToldToEnd why) {
  if (!summary.interrupted) return "When the cause is fixed: " + retry_command(submission);
  if (why == ToldToEnd::requeued) return "Slurm starts it again, and it continues from what is stored";
  return fmt::format("To continue: {}{}", retry_command(submission),
                     why == ToldToEnd::time_limit ? " --time LONGER" : "");
}

// Names what stays: the part, not the scratch file, which goes with the task.
void tell_end(const Submission& submission, std::int64_t shard, const ShardCounts& counts) {
  const std::string part = submission.part(shard).string();
  talk("shard {}: {} of {} scenarios stored, {} failed; copied to {}\n", shard, count_text(counts.stored),
       count_text(counts.wanted), count_text(counts.failed), part);
  if (counts.failed > 0) talk("what failed: palio status {} --failures\n", brief_shell_word(part));
}

// Failed scenarios are results, too: a shard that has them all is complete.
int run_task(const TaskOptions& typed) {
  const Submission submission = read_submission(typed.folder);
  Interruption interruption;
  interruption.on_second_signal([] {});  // batch systems repeat theirs: what is stored is still copied back
  ShardTask task(submission, typed.shard);
  RunSummary summary;
  try {
    summary = task.run(interruption);
  } catch (const std::exception& error) {
    task.finish(error.what());
    throw;
  }
  if (summary.planned == 0) talk("shard {}: nothing is missing\n", typed.shard);
  const ToldToEnd why = summary.interrupted ? why_told_to_end(submission) : ToldToEnd::unknown;
  const std::string stopped = reason(summary, task, why);
  const ShardCounts counts = task.finish(stopped);
  tell_end(submission, typed.shard, counts);
  if (counts.complete()) return k_success;
  talk("shard {} stopped: {}. {}\n", typed.shard, stopped, next_step(submission, summary, why));
  return exit_status(summary);
}

}  // namespace

void setup_task(const CommandSyntax& app) {
  const auto [command, options] = add_command<TaskOptions>(
      app, "task", "Run one shard of a submission; its scripts call this on the nodes", run_task);
  command.add_option("dir DIR", options.folder, "Folder of palio submit").required();
  command.add_option("shard N", options.shard, "Number of the shard, from 1").required().count(1, k_any_count);
}

}  // namespace palio
