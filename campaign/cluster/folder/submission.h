#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/study/study.h"

namespace palio {

/// Who runs the tasks of a submission; the words of the option.
enum class BatchSystem { slurm, none };
std::string_view to_text(BatchSystem batch);

/// The jobs that sbatch accepted: an array of tasks, and the merge that waits for it. Ids as sbatch prints them.
struct SubmittedJobs {
  std::string array;
  std::string merge;    // empty: sbatch refused it
  std::string cluster;  // of several; empty: the default one

  bool operator==(const SubmittedJobs&) const = default;
};

/// A study that runs as an array of tasks, one per shard: the content of `submission.json` in its folder, which all
/// machines see.
struct Submission {
  std::filesystem::path folder;  // absolute
  std::string typed;             // the folder in messages
  std::string study;             // name
  std::int64_t tasks = 1;
  std::int64_t cpus = 1;    // of each task
  std::string time = {};    // limit of a task, as sbatch takes it; empty: the site's
  std::int64_t wanted = 0;  // scenarios
  std::string costs = {};   // that balance the shards, as a text; empty: they are dealt in rounds
  double copy_every = 180;  // s
  BatchSystem batch = BatchSystem::slurm;
  std::vector<std::string> run_options = {};  // of palio run, as "--name=value"
  std::vector<std::string> batch_options = {};
  std::vector<SubmittedJobs> jobs = {};
  std::string original = {};  // if this is a copy of a folder that is still there, which has the jobs

  std::filesystem::path study_file() const { return folder / "study" / (study + ".toml"); }
  std::filesystem::path task_script() const { return folder / "task.sh"; }
  std::filesystem::path merge_script() const { return folder / "merge.sh"; }
  std::filesystem::path database() const { return folder / (study + ".db"); }
  std::filesystem::path parts() const { return folder / "parts"; }
  std::filesystem::path logs() const { return folder / "logs"; }
  /// A shard's results; its owner and its note lie next to it. Shards count from 1.
  std::filesystem::path part(std::int64_t shard) const;
  std::filesystem::path note(std::int64_t shard) const;
  std::filesystem::path owner(std::int64_t shard) const;
  /// The output of its tasks, if Slurm started them.
  std::filesystem::path log(std::int64_t shard) const;
};

/// A path that is valid on every node: links are not resolved, since they may lead elsewhere there.
std::filesystem::path submission_folder(const std::string& typed);

/// Throws UserError for a folder that holds no submission.
Submission read_submission(const std::string& typed);

/// Writes or replaces the description.
void write_description(const Submission& submission);

/// "palio submit --retry DIR", for messages.
std::string retry_command(const Submission& submission);

// What a new submission is made from.

/// A study with the input files, libraries and commands that it names, as they are now: later changes do not affect the
/// submission.
struct StudyCopy {
  Study study;
  std::map<std::string, std::string> files;           // content by relative path
  std::map<std::string, std::filesystem::path> code;  // where it is, by relative path

  /// Writes the study and its files. Throws UserError.
  void write(const std::filesystem::path& study_file) const;
};

/// Reads a study as load_study does. Throws UserError also for a file of it that lies outside the study's folder,
/// unless its path is absolute: that stays where it is.
StudyCopy read_study_copy(const std::string& path, const FolderCode& code);

/// The number of wanted scenarios. Throws UserError if any of so many shards would be empty: each holds whole
/// instances.
std::int64_t wanted_scenarios(const Study& study, Selection selection, std::int64_t tasks);

// The scripts, for any batch system; POSIX sh.

/// Runs the shard whose number is its argument or the batch system's index in the array.
std::string task_script(const Submission& submission);
/// Merges the parts that exist.
std::string merge_script(const Submission& submission);

/// Throws UserError for a folder that is not empty.
void refuse_used_folder(const Submission& submission);

/// Writes the folder of a submission: study, scripts, description.
void write_submission(const Submission& submission, const StudyCopy& study);

}  // namespace palio
