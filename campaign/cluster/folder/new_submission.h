#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "campaign/cluster/folder/submission.h"
#include "campaign/plan/plan.h"
#include "campaign/study/study.h"

namespace palio {

/// A study with the input files and the libraries and commands that it names, as they are now: what is submitted does
/// not change when they do.
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

/// Scenarios that are wanted. Throws UserError where some of so many shards would be empty: each holds whole instances.
std::int64_t wanted_scenarios(const Study& study, Selection selection, std::int64_t tasks);

// The scripts, for any batch system; POSIX sh.

/// Carries out the shard whose number is its argument or what the batch system calls the task of an array.
std::string task_script(const Submission& submission);
/// Puts together what parts there are.
std::string merge_script(const Submission& submission);

/// Throws UserError for a folder that is not empty.
void refuse_used_folder(const Submission& submission);

/// Writes the folder of a submission: study, scripts, description.
void write_submission(const Submission& submission, const StudyCopy& study);

}  // namespace palio
