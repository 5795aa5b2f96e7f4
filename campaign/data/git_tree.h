#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace palio {

/// SHA-1 (FIPS 180-4) in hexadecimal: the name that git gives to content.
std::string sha1(std::string_view text);

/// The files of a folder and its subfolders, without .git, as `git ls-tree` names them.
struct GitTree {
  std::string id;  // of the folder: as `git rev-parse COMMIT:FOLDER`
  int files = 0;
};

/// Throws UserError for a folder that cannot be read.
GitTree git_tree(const std::filesystem::path& folder);

}  // namespace palio
