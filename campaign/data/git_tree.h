#pragma once

#include <filesystem>
#include <string>

namespace palio {

/// The files of a folder and its subfolders, without .git, as `git ls-tree` names them.
struct GitTree {
  std::string id;  // of the folder: as `git rev-parse COMMIT:FOLDER`
  int files = 0;
};

/// Throws UserError for a folder that cannot be read.
GitTree git_tree(const std::filesystem::path& folder);

}  // namespace palio
