#include "tests/lint/include_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/lint/includes.h"
#include "tests/lint/layer_table.h"

namespace palio::lint {
namespace {

bool is_below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

// The row of the innermost folder that has one; nullptr outside the layers.
const Layer* layer_of(std::string_view path) {
  const Layer* best = nullptr;
  for (const Layer& layer : layer_table())
    if (is_below(path, layer.folder) && (best == nullptr || layer.folder.size() > best->folder.size())) best = &layer;
  return best;
}

// Of C++ (no suffix) or of the system: the C library's headers lie bare in /usr/include or in sys/. A third party's
// header that lies there too passes unless it has a row (sqlite3.h, xxhash.h).
bool is_system_header(std::string_view header) {
  return header.find('/') == std::string_view::npos || header.starts_with("sys/");
}

bool begins_with_any(std::string_view text, const std::vector<std::string_view>& beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

bool covers(const Library& library, std::string_view path) {
  return begins_with_any(path, library.allowed) && !begins_with_any(path, library.except);
}

// The tests of a folder may use what the folder may use.
bool may_use(std::string_view path, const Library& library) {
  constexpr std::string_view k_tests = "tests/";
  return covers(library, path) || (path.starts_with(k_tests) && covers(library, path.substr(k_tests.size())));
}

const Library* library_of(std::string_view header) {
  for (const Library& library : library_table())
    if (begins_with_any(header, library.headers)) return &library;
  return nullptr;
}

// As others find a header of plugin/.
std::string published_name(const std::string& path) {
  constexpr std::string_view k_published = "plugin/";
  return path.starts_with(k_published) ? path.substr(k_published.size()) : path;
}

// Where each node includes which other one first.
using Arrows = std::map<std::string, std::map<std::string, std::string>>;
using Path = std::vector<std::string>;

// Depth-first search for ways back to a node that is still open; a cycle ends with the node that it begins with.
class CycleSearch {
public:
  explicit CycleSearch(const Arrows& arrows) : arrows_(arrows) {
    for (const auto& [node, targets] : arrows) visit(node);
  }

  const std::vector<Path>& cycles() const { return cycles_; }

private:
  void visit(const std::string& node) {
    if (const auto open = std::ranges::find(path_, node); open != path_.end()) {
      cycles_.emplace_back(open, path_.end());
      cycles_.back().push_back(node);
      return;
    }
    if (!seen_.insert(node).second) return;
    path_.push_back(node);
    if (const auto targets = arrows_.find(node); targets != arrows_.end())
      for (const auto& [target, place] : targets->second) visit(target);
    path_.pop_back();
  }

  const Arrows& arrows_;
  Path path_;  // from the start of the search to the current node
  std::set<std::string> seen_;
  std::vector<Path> cycles_;
};

// Whether a CMakeLists.txt names the file, as a word and outside comments.
bool names(const SourceFile& cmake, std::string_view file) {
  for (const std::string& line : cmake.lines) {
    const std::string_view code = std::string_view(line).substr(0, line.find('#'));
    for (std::size_t at = code.find(file); at != std::string_view::npos; at = code.find(file, at + 1)) {
      const bool begins = at == 0 || std::string_view(" (\t").find(code[at - 1]) != std::string_view::npos;
      const std::size_t end = at + file.size();
      const bool ends = end == code.size() || std::string_view(" )\t").find(code[end]) != std::string_view::npos;
      if (begins && ends) return true;
    }
  }
  return false;
}

bool is_built(const SourceTree& tree, std::string_view path) {
  for (std::string_view folder = folder_of(path); !folder.empty(); folder = folder_of(folder)) {
    const SourceFile* cmake = find_file(tree, fmt::format("{}/CMakeLists.txt", folder));
    if (cmake != nullptr && names(*cmake, path.substr(folder.size() + 1))) return true;
  }
  return false;
}

}  // namespace

Problems check_layers(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree) {
    const Layer* layer = is_code(file) ? layer_of(file.path) : nullptr;
    if (layer == nullptr) continue;
    for (const Include& include : includes_of(file)) {
      if (include.quoting == Quoting::brackets || library_of(include.header) != nullptr) continue;
      const Layer* target = layer_of(include.header);
      if (target == nullptr)
        problems.push_back(fmt::format("{}:{}: \"{}\" is not written from the root of the tree", file.path,
                                       include.line, include.header));
      else if (target != layer && std::ranges::find(layer->may_include, target->folder) == layer->may_include.end())
        problems.push_back(fmt::format("{}:{}: {} may not include {}, but includes \"{}\"", file.path, include.line,
                                       layer->folder, target->folder, include.header));
    }
  }
  return problems;
}

Problems check_third_party(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree) {
    if (!is_code(file)) continue;
    for (const Include& include : includes_of(file)) {
      const Library* library = library_of(include.header);
      if (library == nullptr && include.quoting == Quoting::brackets && !is_system_header(include.header))
        problems.push_back(fmt::format("{}:{}: <{}> belongs to no library of the table in tests/lint/layer_table.cpp",
                                       file.path, include.line, include.header));
      if (library != nullptr && !may_use(file.path, *library))
        problems.push_back(fmt::format("{}:{}: <{}> belongs to {} alone", file.path, include.line, include.header,
                                       fmt::join(library->allowed, ", ")));
    }
  }
  return problems;
}

Problems check_cycles(const SourceTree& tree) {
  Arrows arrows;
  for (const SourceFile& file : tree) {
    if (!is_code(file)) continue;
    for (const Include& include : includes_of(file))
      if (find_file(tree, include.header) != nullptr) arrows[file.path].try_emplace(include.header);
  }
  const CycleSearch search(arrows);
  Problems problems;
  for (const Path& cycle : search.cycles())
    problems.push_back(fmt::format("{}: includes itself: {}", cycle.front(), fmt::join(cycle, " > ")));
  return problems;
}

Problems check_folders(const SourceTree& tree) {
  Arrows arrows;
  for (const SourceFile& file : tree) {
    if (!is_code(file)) continue;
    const std::string folder(folder_of(file.path));
    for (const Include& include : includes_of(file))
      if (const std::string target(folder_of(include.header)); target != folder && find_file(tree, include.header))
        arrows[folder].try_emplace(target, fmt::format("{}:{}", file.path, include.line));
  }
  const CycleSearch search(arrows);
  Problems problems;
  for (const Path& cycle : search.cycles()) {
    std::string way = cycle.front();
    for (std::size_t i = 1; i < cycle.size(); ++i)
      way += fmt::format(" > {} ({})", cycle[i], arrows[cycle[i - 1]][cycle[i]]);
    problems.push_back(fmt::format("{}: the folder depends on itself: {}", cycle.front(), way));
  }
  return problems;
}

Problems check_pragma_once(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree)
    if (is_header(file) && (file.lines.empty() || file.lines.front() != "#pragma once"))
      problems.push_back(fmt::format("{}:1: the first line of a header is #pragma once", file.path));
  return problems;
}

Problems check_targets(const SourceTree& tree) {
  Problems problems;
  std::set<std::string> included;
  for (const SourceFile& file : tree) {
    if (!is_code(file)) continue;
    for (const Include& include : includes_of(file)) included.insert(include.header);
  }
  for (const SourceFile& file : tree) {
    if (is_source(file) && !is_built(tree, file.path))
      problems.push_back(fmt::format("{}: no CMakeLists.txt of its folder names it", file.path));
    if (is_header(file) && !included.contains(file.path) && !included.contains(published_name(file.path)))
      problems.push_back(fmt::format("{}: no file includes it", file.path));
  }
  return problems;
}

}  // namespace palio::lint
