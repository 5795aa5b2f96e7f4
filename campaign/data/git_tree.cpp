#include "campaign/data/git_tree.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <map>

#include "campaign/archive/digests.h"
#include "core/error.h"

namespace palio {
namespace {

namespace fs = std::filesystem;

// What git hashes of a file ("blob") or of a folder ("tree").
std::string object(std::string_view kind, std::string_view content) {
  return sha1_bytes(fmt::format("{} {}{}{}", kind, content.size(), '\0', content));
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw UserError("cannot read {}", file.string());
  return content;
}

// The content of the tree of a folder: its entries by name, as if those of folders ended with a slash.
std::string tree_content(const fs::path& folder, int& files) {
  std::map<std::string, std::string> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const auto add = [&](std::string_view mode, const std::string& hash) {
      entries.emplace(mode == "40000" ? name + "/" : name, fmt::format("{} {}{}{}", mode, name, '\0', hash));
    };
    if (name == ".git") continue;
    if (entry.is_symlink()) {
      add("120000", object("blob", fs::read_symlink(entry.path()).string()));
      ++files;
    } else if (entry.is_directory()) {
      const std::string content = tree_content(entry.path(), files);
      if (!content.empty()) add("40000", object("tree", content));  // git has no empty folders
    } else if (!entry.is_regular_file()) {                          // reading a pipe would block
      throw UserError("cannot read {}: it is not a plain file", entry.path().string());
    } else {
      const bool runs = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
      add(runs ? "100755" : "100644", object("blob", content_of(entry.path())));
      ++files;
    }
  }
  std::string content;
  for (const auto& [key, entry] : entries) content += entry;
  return content;
}

}  // namespace

GitTree git_tree(const fs::path& folder) {
  GitTree tree;
  try {
    tree.id = hexadecimal(object("tree", tree_content(folder, tree.files)));
  } catch (const fs::filesystem_error& error) {
    throw UserError("cannot read {}: {}", error.path1().string(), error.code().message());
  }
  return tree;
}

}  // namespace palio
