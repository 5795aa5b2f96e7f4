#include "campaign/cli/commands/cluster/resubmission.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/cli/syntax/exit_status.h"
#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/folder/parts.h"
#include "campaign/cluster/submission_progress.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/shell_word.h"
#include "core/text/talk.h"

namespace palio {
namespace {

std::string script_text(const Submission& submission, const std::filesystem::path& script) {
  return "sh " + brief_shell_word((std::filesystem::path(submission.typed) / script.filename()).string());
}

// Every part that counts as complete is read in full: one that is damaged must not stay until it is merged.
void set_damaged_aside(const Submission& submission, const SubmissionProgress& progress) {
  for (const ShardProgress& shard : progress.shards()) {
    std::optional<std::string> damage;
    if (shard.state == ShardState::damaged) damage = shard.reason;
    if (shard.state == ShardState::complete) damage = damage_of(submission.part(shard.shard));
    if (damage) talk("palio: {}\n", set_aside(submission.part(shard.shard), *damage));
  }
}

void name_tasks(const Submission& submission, const std::vector<std::int64_t>& shards) {
  for (const std::int64_t shard : shards) say("{}\n", shard);
  if (!shards.empty())
    talk("to be carried out by whatever starts jobs, in any order: {} SHARD\n",
         script_text(submission, submission.task_script()));
  talk("to merge what is there: {}\n", script_text(submission, submission.merge_script()));
}

QueueState certain_queue_state(const Submission& submission) {
  QueueState queue = queue_state(submission);
  if (!submission.jobs.empty() && !queue.known)
    throw UserError(
        "squeue does not answer, so that nobody knows which tasks are still at work; try again where it does");
  return queue;
}

}  // namespace

void start_tasks(Submission& submission, const std::vector<std::int64_t>& shards, const QueueState& queue) {
  if (submission.batch == BatchSystem::none) return name_tasks(submission, shards);
  submit_jobs(submission, shards, queue);
  const SubmittedJobs& jobs = submission.jobs.back();
  if (!jobs.array.empty()) say("job {}: shards {}\n", jobs.array, range_list(shards));
  say("job {}: merge into {}\n", jobs.merge, submission.database().filename().string());
  talk("how far it is: palio status {}\n", brief_shell_word(submission.typed));
}

int submit_again(const Resubmission& asked) {
  Submission submission = read_submission(asked.folder);
  if (!asked.time.empty()) submission.time = asked.time;
  if (!asked.batch_options.empty()) submission.batch_options = asked.batch_options;
  if (submission.batch == BatchSystem::slurm) require_sbatch();
  const QueueState queue = certain_queue_state(submission);
  set_damaged_aside(submission, SubmissionProgress(submission, queue));
  const SubmissionProgress progress(submission, queue);
  const std::vector<std::int64_t> shards = progress.unfinished();
  talk("{}: {} of {} shards are complete, {} are at work, {} to be started\n", submission.study,
       count_text(progress.count(ShardState::complete)), count_text(submission.tasks),
       count_text(progress.count(ShardState::running) + progress.count(ShardState::waiting)),
       count_text(shards.size()));
  start_tasks(submission, shards, queue);
  return k_success;
}

}  // namespace palio
