#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/cluster/batch/slurm.h"
#include "campaign/cluster/folder/parts.h"
#include "campaign/cluster/folder/submission.h"

namespace palio {

/// How a shard is; the words of the output. From stopped on it is not complete, and nobody is at work on it.
enum class ShardState {
  complete,
  running,
  waiting,  // in the queue
  missing,  // nobody has begun it
  stopped,  // it has ended before its end and said so
  lost,     // it has ended without a word
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

/// How far a submission is, added up from what its tasks have copied and from what Slurm knows.
class SubmissionProgress {
public:
  SubmissionProgress(const Submission& submission, const QueueState& queue);

  const std::vector<ShardProgress>& shards() const { return shards_; }
  std::int64_t count(ShardState state) const;
  std::int64_t parts() const;
  ShardCounts total() const;  // wanted: of the whole submission
  double rate() const;        // scenarios/s
  /// With those that wait behind the tasks that run; nothing when nobody knows.
  std::optional<double> seconds_left() const;
  /// Nothing will change any more without somebody's doing.
  bool over() const;
  /// Shards that nobody is at work on and that are not complete.
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

/// Renames parts that are damaged, so that their shards begin anew, and tells so on stderr. Reads in full every part
/// that counts as complete: one that is damaged must not stay until it is merged.
void set_damaged_aside(const SeenSubmission& seen);

}  // namespace palio
