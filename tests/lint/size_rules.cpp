#include "tests/lint/size_rules.h"

#include <fmt/format.h>

#include <map>
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
  std::map<std::string_view, std::size_t> files;
  for (const SourceFile& file : tree)
    if (is_code(file) && !file.path.starts_with("tests/")) ++files[folder_of(file.path)];
  Problems problems;
  for (const auto& [folder, count] : files)
    if (count > k_folder_limit)
      problems.push_back(fmt::format("{}: {} source files, more than {}", folder, count, k_folder_limit));
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
