#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/folder/submission.h"
#include "campaign/cluster/submission_progress.h"
#include "campaign/plan/engine.h"
#include "campaign/run/selection_of.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct SubmitOptions {
  std::string study;
  std::int64_t tasks = 0;  // 0: not given
  std::int64_t cpus = 1;
  std::string time;
  std::string folder;
  std::string costs;        // campaign file
  double copy_every = 180;  // s
  BatchSystem batch = BatchSystem::slurm;
  std::string retry;  // folder
  bool dry_run = false;
  TypedRun run;  // of each task
  std::vector<std::string> batch_options;
};

std::string script_text(const Submission& submission, const std::filesystem::path& script) {
  return "sh " + brief_shell_word((std::filesystem::path(submission.typed) / script.filename()).string());
}

void name_tasks(const Submission& submission, const std::vector<std::int64_t>& shards) {
  for (const std::int64_t shard : shards) say("{}\n", shard);
  if (!shards.empty())
    talk("start this once for each shard, in any order: {} SHARD\n", script_text(submission, submission.task_script()));
  talk("to merge the parts: {}\n", script_text(submission, submission.merge_script()));
}

// Submits an array of these shards and a merge that waits for it; without a batch system prints the numbers of the
// shards.
void start_tasks(Submission& submission, const std::vector<std::int64_t>& shards, const QueueState& queue) {
  if (submission.batch == BatchSystem::none) return name_tasks(submission, shards);
  submit_jobs(submission, shards, queue);
  const SubmittedJobs& jobs = submission.jobs.back();
  if (!jobs.array.empty()) say("job {}: shards {}\n", jobs.array, range_list(shards));
  say("job {}: merge into {}\n", jobs.merge, submission.database().filename().string());
  talk("to see its progress: palio status {}\n", brief_shell_word(submission.typed));
}

// Starts the shards that are neither complete nor running; damaged parts are moved aside. Returns the exit status.
int submit_again(const SubmitOptions& options) {
  const SeenSubmission before = look_at(options.retry);
  if (before.submission.batch == BatchSystem::slurm) require_sbatch();
  if (!before.submission.jobs.empty() && !before.queue.known)
    throw UserError("squeue does not answer, so it is unknown which tasks are still running; try again where it does");
  set_damaged_aside(before);
  Submission submission = before.submission;
  if (!options.time.empty()) submission.time = options.time;
  if (!options.batch_options.empty()) submission.batch_options = options.batch_options;
  const SubmissionProgress progress(submission, before.queue);
  const std::vector<std::int64_t> shards = progress.unfinished();
  talk("{}: {} of {} shards are complete, {} are running, {} will be started\n", submission.study,
       count_text(progress.count(ShardState::complete)), count_text(submission.tasks),
       count_text(progress.count(ShardState::running) + progress.count(ShardState::waiting)),
       count_text(shards.size()));
  start_tasks(submission, shards, before.queue);
  return k_success;
}

// The costs in the campaign that --costs names. Throws UserError if shards cannot be dealt by them.
std::string costs_of_shards(const Study& study, const SubmitOptions& options) {
  if (options.costs.empty()) return "";
  TypedRun first = options.run;
  first.shard = fmt::format("1/{}", options.tasks);
  first.costs_text = costs_text(study, options.costs);
  drawn(study, selection_of(first, study));
  return first.costs_text;
}

Submission submission_of(const Study& study, const SubmitOptions& options) {
  const std::string typed = options.folder.empty() ? study.name + ".tasks" : options.folder;
  return {.folder = submission_folder(typed),
          .typed = typed,
          .study = study.name,
          .tasks = options.tasks,
          .cpus = options.cpus,
          .time = options.time,
          .wanted = wanted_scenarios(study, selection_of(options.run, study), options.tasks),
          .costs = costs_of_shards(study, options),
          .copy_every = options.copy_every,
          .batch = options.batch,
          .run_options = words_of(options.run, k_task_options),
          .batch_options = options.batch_options,
          .jobs = {}};
}

void print_dry_run(const Submission& submission, const std::vector<std::int64_t>& shards) {
  say("# {}\n{}\n# {}\n{}", submission.task_script().string(), task_script(submission),
      submission.merge_script().string(), merge_script(submission));
  if (submission.batch == BatchSystem::slurm)
    say("\n# The commands, in {}; JOB is what the first one prints.\n{}\n{}\n", submission.folder.string(),
        brief_shell_words(array_command(submission, shards)), brief_shell_words(merge_command(submission, {"JOB"})));
  talk("nothing was written and nothing submitted: leave out --dry-run for that\n");
}

int submit_study(const SubmitOptions& options) {
  if (options.tasks == 0) throw UserError("submit needs --tasks N, the number of tasks that share the study");
  if (options.batch == BatchSystem::slurm && !options.dry_run) require_sbatch();
  const StudyCopy study = read_study_copy(study_file(options.study), beside_study({}));
  Submission submission = submission_of(study.study, options);
  engine_for(options.run.engine, study.study, submission.database().string());
  refuse_used_folder(submission);
  std::vector<std::int64_t> shards;
  for (std::int64_t shard = 1; shard <= submission.tasks; ++shard) shards.push_back(shard);
  if (options.dry_run) {
    print_dry_run(submission, shards);
    return k_success;
  }
  write_submission(submission, study);
  talk("{}: {} scenarios in {} shards, in {}\n", submission.study, count_text(submission.wanted),
       count_text(submission.tasks), submission.typed);
  start_tasks(submission, shards, {});
  return k_success;
}

void refuse_beside_retry(const CommandSyntax& command) {
  constexpr std::array<std::string_view, 4> k_can{"--retry", "--time", "study", "option"};
  for (const OptionSyntax& option : command.options())
    if (!option.typed().empty() && std::ranges::find(k_can, std::string_view(option.name())) == k_can.end())
      throw UserError(
          "--retry continues what was submitted: leave {} out; only --time goes with it, and options for sbatch after "
          "--",
          option.name());
}

// With --retry there is no study: the first option of sbatch is parsed in its place.
int run_submit(SubmitOptions options, const CommandSyntax& command) {
  if (!options.retry.empty()) {
    refuse_beside_retry(command);
    if (!options.study.empty()) options.batch_options.insert(options.batch_options.begin(), options.study);
  } else if (options.study.empty()) {
    throw UserError("submit needs STUDY, or --retry DIR to submit again what a folder lacks");
  }
  if (!options.batch_options.empty() && !options.batch_options.front().starts_with('-'))
    throw UserError("submit takes one study, not \"{}\" as well; options for sbatch go after --",
                    options.batch_options.front());
  if (!options.time.empty()) slurm_seconds(options.time);
  return options.retry.empty() ? submit_study(options) : submit_again(options);
}

void add_job_options(const CommandSyntax& command, SubmitOptions& options) {
  command.add_option("--tasks N", options.tasks, "Number of tasks; each runs one shard of the study")
      .count(1, 1'000'000);
  command.add_option("--cpus C", options.cpus, "Cores of each task").capture_default_str().count(1, 4096);
  command.add_option("--time T", options.time, "Time limit of a task as sbatch takes it (default: the site's)");
  command.add_option("--costs F", options.costs, "Campaign of the study whose costs balance the shards");
  command.add_option("--dir DIR", options.folder, "Folder that all nodes see (default: STUDY.tasks)");
  command.add_option("--copy-every S", options.copy_every, "Seconds between two copies of a task's results")
      .default_str("180")
      .number(Least::above_zero, "seconds");
  command.add_choice<BatchSystem>(
      "--batch B", {{"slurm", BatchSystem::slurm}, {"none", BatchSystem::none}},
      [&options](BatchSystem typed) { options.batch = typed; },
      "slurm or none: write the folder for another batch system, submit nothing");
  command.add_option("--retry DIR", options.retry,
                     "Submit again the shards of DIR that are not complete, and the merge");
  command.add_flag("--dry-run", options.dry_run, "Print the scripts and commands; write and submit nothing");
}

}  // namespace

void setup_submit(const CommandSyntax& app) {
  const auto options = std::make_shared<SubmitOptions>();
  const CommandSyntax command =
      app.add_subcommand("submit", "Run a study as an array of jobs on a cluster, and merge the parts");
  add_study(command, options->study);
  command.add_option("option OPTION", options->batch_options,
                     "After --: options for sbatch, as in -- --partition=long -A group");
  add_job_options(command, *options);
  add_typed_options(command, options->run, k_task_options);
  command.runs([options, command] { return run_submit(*options, command); });
}

}  // namespace palio
