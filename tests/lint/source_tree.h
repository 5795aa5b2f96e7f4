#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace palio::lint {

struct SourceFile {
  std::string path;  // from the root of the tree, with '/'
  std::vector<std::string> lines;
};

/// The text files of a tree, sorted by path.
using SourceTree = std::vector<SourceFile>;

/// What the rules report: one sentence that begins with the place, "core/error.h:3: ...".
using Problems = std::vector<std::string>;

/// Reads the text files below these folders of `root` (a missing folder is empty) and those in the root itself.
/// Files with a zero byte in them are not text.
SourceTree read_tree(const std::filesystem::path& root, std::span<const std::string_view> folders);

bool is_header(const SourceFile& file);
bool is_source(const SourceFile& file);  // .cpp
bool is_code(const SourceFile& file);    // either

/// The folder of a file or folder; empty in the root.
std::string_view folder_of(std::string_view path);

/// nullptr if the tree has no such file.
const SourceFile* find_file(const SourceTree& tree, std::string_view path);

}  // namespace palio::lint
