#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/folder/parts.h"
#include "campaign/cluster/folder/submission.h"

namespace palio {

/// The state of a shard; the words of the output. From `stopped` on it is incomplete and no task is working on it.
enum class ShardState {
  complete,
  running,
  waiting,  // in the queue
  missing,  // no task has started it
  stopped,  // its task ended early and said so
  lost,     // its task ended without saying so
  damaged,  // its part cannot be read
};
std::string_view to_text(ShardState state);

struct ShardProgress {
  std::int64_t shard = 0;
  ShardState state = ShardState::missing;
  std::string reason = {};  // of stopped, lost and damaged
  bool has_part = false;
  ShardCounts counts = {};  // as copied
  double rate = 0;          // scenarios/s, of the task that runs
};

/// The progress of a submission, added up from what its tasks have copied and from what Slurm knows.
class SubmissionProgress {
public:
  SubmissionProgress(const Submission& submission, const QueueState& queue);

  const std::vector<ShardProgress>& shards() const { return shards_; }
  std::int64_t count(ShardState state) const;
  std::int64_t parts() const;
  ShardCounts total() const;  // wanted: of the whole submission
  double rate() const;        // scenarios/s
  /// Includes the shards that wait for a running task to end; nothing if unknown.
  std::optional<double> seconds_left() const;
  /// Nothing will change any more without user action.
  bool over() const;
  /// Incomplete shards that no task is working on.
  std::vector<std::int64_t> unfinished() const;

private:
  std::int64_t wanted_;
  bool queue_known_;
  std::vector<ShardProgress> shards_;
};

/// A submission as it is at a moment.
struct SeenSubmission {
  Submission submission;
  QueueState queue;
  SubmissionProgress progress;

  bool at_work() const { return progress.count(ShardState::running) + progress.count(ShardState::waiting) > 0; }
};
SeenSubmission look_at(const std::string& folder);

/// Renames damaged parts, so that their shards start over, and says so on stderr. Reads every part that counts as
/// complete in full: damage must not go unnoticed until the merge.
void set_damaged_aside(const SeenSubmission& seen);

}  // namespace palio
