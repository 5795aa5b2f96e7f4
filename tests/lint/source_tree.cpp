#include "tests/lint/source_tree.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace palio::lint {
namespace {

namespace fs = std::filesystem;

void add_file(const fs::path& root, const fs::path& path, SourceTree& tree) {
  std::ifstream in(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  if (content.find('\0') != std::string::npos) return;
  SourceFile file{path.lexically_relative(root).generic_string(), {}};
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) file.lines.push_back(line);
  tree.push_back(std::move(file));
}

}  // namespace

SourceTree read_tree(const fs::path& root, std::span<const std::string_view> folders) {
  SourceTree tree;
  for (const auto& entry : fs::directory_iterator(root))
    if (entry.is_regular_file() && entry.path().filename() != ".git")  // of a linked work tree: git's own paths
      add_file(root, entry.path(), tree);
  for (const std::string_view folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file()) add_file(root, entry.path(), tree);
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

bool is_header(const SourceFile& file) { return file.path.ends_with(".h"); }
bool is_source(const SourceFile& file) { return file.path.ends_with(".cpp"); }
bool is_code(const SourceFile& file) { return is_header(file) || is_source(file); }

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

const SourceFile* find_file(const SourceTree& tree, std::string_view path) {
  const auto found = std::ranges::lower_bound(tree, path, {}, &SourceFile::path);
  return found != tree.end() && found->path == path ? &*found : nullptr;
}

}  // namespace palio::lint
