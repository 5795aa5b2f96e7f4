#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "strategies/strategy_set.h"

namespace palio {

/// From now on records which files are read in the folders of a command's files and below them: what a command loads is
/// known only once it has run. It cannot tell which process reads. Hidden folders and Python's environments are left
/// out; if the system refuses to watch, nothing is recorded.
class ReadingWatch {
public:
  /// `declared`: the command's files, from `folder`. Without any, `folder` itself is watched.
  ReadingWatch(std::filesystem::path folder, const std::set<std::string>& declared);
  ~ReadingWatch();
  ReadingWatch(const ReadingWatch&) = delete;
  ReadingWatch& operator=(const ReadingWatch&) = delete;

  /// Plain files that were read so far, relative to `folder`; for a file compiled by Python, its source.
  std::set<std::string> files_read();

private:
  void watch(const std::filesystem::path& folder);
  void note(const std::filesystem::path& file);

  std::filesystem::path folder_;
  int events_;
  std::map<int, std::filesystem::path> watched_;  // folders, by number of the watch
  std::set<std::string> read_;
};

/// Warns once about each file that a command has probably read but does not declare: results would be kept when it
/// changes.
void tell_undeclared(const CustomCode& command, const std::set<std::string>& files_read);

/// The same for all commands of a study while it runs, but only for code: other programs may read data meanwhile.
class CommandWatches {
public:
  explicit CommandWatches(const StrategySet& known);
  void tell();

private:
  std::vector<std::pair<std::shared_ptr<const CustomCode>, std::unique_ptr<ReadingWatch>>> commands_;
  std::set<std::filesystem::path> known_files_;  // of all custom strategies: Palio reads them itself, too
};

}  // namespace palio
