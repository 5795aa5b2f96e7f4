#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/cluster/folder/submission.h"

namespace palio {

// The site's own sbatch, squeue, sacct and scancel.

/// The sbatch commands, run in the folder of the submission.
std::vector<std::string> array_command(const Submission& submission, const std::vector<std::int64_t>& shards);
/// `after`: the jobs whose end it waits for; none: at once.
std::vector<std::string> merge_command(const Submission& submission, const std::vector<std::string>& after);

/// Throws UserError where there is no sbatch.
void require_sbatch();

/// What Slurm knows of the tasks of a submission.
struct QueueState {
  bool known = false;                               // squeue has answered
  std::map<std::int64_t, std::string> shards = {};  // by number, of the latest job that has it: RUNNING, TIMEOUT
  std::string merge = {};                           // of the latest merge; empty: unknown
  std::string merge_job = {};                       // its id

  bool runs(std::int64_t shard) const;
  bool waits(std::int64_t shard) const;
  bool will_merge() const;
};
QueueState queue_state(const Submission& submission);

/// Submits an array of these shards, if any, and a merge that waits for it, and records both in the description. Throws
/// UserError with the output of sbatch and the next step.
void submit_jobs(Submission& submission, const std::vector<std::int64_t>& shards, const QueueState& queue);

/// Cancels all jobs of a submission. Throws UserError with the output of scancel.
void cancel_jobs(const Submission& submission);

/// Why Slurm told the task of this process to end.
enum class ToldToEnd {
  unknown,     // cancelled, pre-empted without a requeue, or Slurm does not say
  time_limit,  // the warning before it
  requeued,    // Slurm starts the task again by itself
};
ToldToEnd why_told_to_end(const Submission& submission);

/// The seconds of a time limit as sbatch takes it: minutes, minutes:seconds, hours:minutes:seconds, days-hours,
/// days-hours:minutes or days-hours:minutes:seconds. Throws UserError for anything else, and for 0.
std::int64_t slurm_seconds(std::string_view typed);

/// "1-4,7".
std::string range_list(const std::vector<std::int64_t>& numbers);

}  // namespace palio
