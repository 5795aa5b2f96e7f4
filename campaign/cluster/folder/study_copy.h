#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "campaign/study/study.h"

namespace palio {

/// A study with the input files that it names, as they are now: what is submitted does not change when they do.
struct StudyCopy {
  Study study;
  std::map<std::string, std::string> files;  // content by relative path

  /// Writes the study and its files. Throws UserError.
  void write(const std::filesystem::path& study_file) const;
};

/// Reads a study as load_study does. Throws UserError also for an input file that lies outside the study's folder,
/// unless its path is absolute: that stays where it is.
StudyCopy read_study_copy(const std::string& path);

}  // namespace palio
