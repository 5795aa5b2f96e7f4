#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "campaign/cluster/folder/parts.h"
#include "campaign/cluster/folder/submission.h"
#include "campaign/run/campaign.h"
#include "campaign/session/interruption.h"
#include "core/error.h"

namespace palio {

/// Another task has taken over the same shard: this one must write nothing more.
class TakenOver : public UserError {
public:
  using UserError::UserError;
};

/// A private folder on a local disk, removed by the destructor: in $SLURM_TMPDIR, else $TMPDIR, else /tmp.
class ScratchFolder {
public:
  /// Throws UserError if the folder cannot be made where the environment says.
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// "this task works in /tmp on n7; TMPDIR=FOLDER names another disk of the node".
  std::string place() const;
  /// Do not remove it: it holds results that are nowhere else.
  void keep() { kept_ = true; }

private:
  std::filesystem::path path_;
  std::string variable_;  // that names its place
  bool kept_ = false;
};

/// The shard of a submission that this process runs on a local disk. It starts from the last copy in the submission's
/// folder and copies its results back there. One thread at a time.
class ShardTask {
public:
  /// Takes the shard over from any earlier task. A copy that the check finds damaged is moved aside. Throws UserError
  /// for a shard that the submission does not have, and if the machine has no place for it.
  ShardTask(const Submission& submission, std::int64_t shard);

  /// The campaign to run.
  std::filesystem::path database() const { return scratch_.path() / "shard.db"; }
  /// Where that is, and how to move it elsewhere.
  std::string place() const { return scratch_.place(); }

  /// Runs what is missing of the shard, and copies back meanwhile. Names the node and the place of a disk that has no
  /// space.
  RunSummary run(Interruption& interruption);

  /// Copies back what is stored, and writes the note. Throws UserError, including TakenOver.
  void copy_back();
  /// Copies back for the last time; `reason`: why it stops with results missing. Returns the shard's progress. If the
  /// copy fails, the scratch folder stays and the message names it.
  ShardCounts finish(const std::string& reason);

private:
  void resume();
  void copy_back(const std::filesystem::path& campaign);
  void copy_last();
  void refuse_if_taken_over() const;
  double rate() const;
  void note(TaskState state, const std::string& reason);

  const Submission& submission_;
  std::int64_t shard_;
  std::string owner_;
  ScratchFolder scratch_;
  ShardCounts counts_;
  std::int64_t stored_before_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Copies a task's results back while it runs: every few minutes, and as soon as it is asked to end, because running
/// scenarios may take longer than the batch system waits. Ends the run if the shard was taken over.
class PeriodicCopies {
public:
  PeriodicCopies(ShardTask& task, double seconds, const Interruption& interruption);
  ~PeriodicCopies();
  PeriodicCopies(const PeriodicCopies&) = delete;
  PeriodicCopies& operator=(const PeriodicCopies&) = delete;

private:
  void work();
  bool copy();

  ShardTask& task_;
  std::chrono::duration<double> period_;
  const Interruption& interruption_;
  std::mutex mutex_;  // guards ending_
  std::condition_variable end_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace palio
