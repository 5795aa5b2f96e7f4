#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/lint/source_tree.h"
#include "tests/support/temporary_folder.h"

namespace palio::lint {

/// Writes a small tree of (path, content) into a temporary folder and reads it back as the project is read.
inline SourceTree made_up_tree(const std::vector<std::pair<std::string, std::string>>& files) {
  static constexpr std::array<std::string_view, 7> k_folders{"core",     "storage", "runners", "analysis",
                                                             "campaign", "plugin",  "tests"};
  const test::TemporaryFolder folder;
  for (const auto& [path, content] : files) {
    std::filesystem::create_directories(std::filesystem::path(folder.file(path)).parent_path());
    folder.write(path, content);
  }
  return read_tree(folder.file(""), k_folders);
}

}  // namespace palio::lint
