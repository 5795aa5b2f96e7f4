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

/// Notes which files are read in the folders of a command's files, and in those below, from now on: what a command
/// loads is known only when it has run. It cannot tell who reads. Hidden folders and Python's environments are left
/// out, and where the system refuses to watch, nothing is noted.
class ReadingWatch {
public:
  /// `declared`: the command's files, from `folder`. Without any, `folder` itself is watched.
  ReadingWatch(std::filesystem::path folder, const std::set<std::string>& declared);
  ~ReadingWatch();
  ReadingWatch(const ReadingWatch&) = delete;
  ReadingWatch& operator=(const ReadingWatch&) = delete;

  /// Plain files that were read so far, named from `folder`; the source in place of what Python has compiled of it.
  std::set<std::string> files_read();

private:
  void watch(const std::filesystem::path& folder);
  void note(const std::filesystem::path& file);

  std::filesystem::path folder_;
  int events_;
  std::map<int, std::filesystem::path> watched_;  // folders, by number of the watch
  std::set<std::string> read_;
};

/// Warns, once for each, of files that a command is likely to have read and does not declare: results would stay when
/// they change.
void tell_undeclared(const OwnCode& command, const std::set<std::string>& files_read);

/// The same of all commands of a study while it is carried out: of code alone, as others may read data meanwhile.
class CommandWatches {
public:
  explicit CommandWatches(const StrategySet& known);
  void tell();

private:
  std::vector<std::pair<std::shared_ptr<const OwnCode>, std::unique_ptr<ReadingWatch>>> commands_;
  std::set<std::filesystem::path> known_files_;  // of all external strategies: Palio reads them itself, too
};

}  // namespace palio
