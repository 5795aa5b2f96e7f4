#include "tests/lint/size_rules.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string_view>

#include "tests/lint/function_scanner.h"

namespace palio::lint {

Problems check_file_sizes(const SourceTree& tree, std::size_t limit) {
  Problems problems;
  for (const SourceFile& file : tree)
    if (is_code(file) && file.lines.size() > limit)
      problems.push_back(fmt::format("{}: {} lines, more than {}", file.path, file.lines.size(), limit));
  return problems;
}

Problems check_folder_sizes(const SourceTree& tree) {
  std::map<std::string_view, std::set<std::string_view>> units;  // by folder: paths without .h and .cpp
  for (const SourceFile& file : tree)
    if (is_code(file) && !file.path.starts_with("tests/"))
      units[folder_of(file.path)].insert(std::string_view(file.path).substr(0, file.path.rfind('.')));
  Problems problems;
  for (const auto& [folder, names] : units)
    if (names.size() > k_folder_limit)
      problems.push_back(fmt::format("{}: {} units, more than {}", folder, names.size(), k_folder_limit));
  return problems;
}

Problems check_function_sizes(const SourceTree& tree) {
  Problems problems;
  for (const SourceFile& file : tree) {
    if (!is_code(file)) continue;
    for (const Function& function : functions_of(file))
      if (function.length > k_function_limit)
        problems.push_back(fmt::format("{}:{}: a function of {} lines, more than {}", file.path, function.line,
                                       function.length, k_function_limit));
  }
  return problems;
}

}  // namespace palio::lint
