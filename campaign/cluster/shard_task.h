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
#include "campaign/session/interruption.h"
#include "core/error.h"

namespace palio {

/// Another task has begun with the same shard: the later one goes on with it, this one must write nothing more.
class TakenOver : public UserError {
public:
  using UserError::UserError;
};

/// A folder of its own on a disk of this machine, removed at its end: in $SLURM_TMPDIR, else $TMPDIR, else /tmp.
class ScratchFolder {
public:
  /// Throws UserError when nothing can be made where the environment says.
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// "this task works in /tmp on n7; TMPDIR=FOLDER names another disk of the node".
  std::string place() const;
  /// It holds what is nowhere else.
  void keep() { kept_ = true; }

private:
  std::filesystem::path path_;
  std::string variable_;  // that names its place
  bool kept_ = false;
};

/// The shard of a submission that this process carries out: on a disk of this machine, from the last copy in the
/// submission's folder, to which it is copied back. One thread at a time.
class ShardTask {
public:
  /// Takes the shard over from whoever had it. A copy that its check finds damaged is moved aside. Throws UserError for
  /// a shard that the submission does not have, and when the machine has no place for it.
  ShardTask(const Submission& submission, std::int64_t shard);

  /// The campaign to run.
  std::filesystem::path database() const { return scratch_.path() / "shard.db"; }
  /// Where that is, and how to have it elsewhere.
  std::string place() const { return scratch_.place(); }

  /// Copies back what is stored, and notes it. Throws UserError, TakenOver among them.
  void copy_back();
  /// The last time; `reason`: why it stops where something is missing. Returns how far the shard is. Where it cannot
  /// copy, the scratch folder stays and the message names it.
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

/// Copies a task's results back while it runs: every few minutes, and as soon as it is asked to end, because what is
/// still running may take longer than the batch system waits. Ends the run when the shard was taken over.
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
