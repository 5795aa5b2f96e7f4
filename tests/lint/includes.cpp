#include "tests/lint/includes.h"

#include <regex>

namespace palio::lint {

std::vector<Include> includes_of(const SourceFile& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^">]+)[">])");
  std::vector<Include> includes;
  std::smatch match;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (file.lines[i].find("include") == std::string::npos || !std::regex_search(file.lines[i], match, pattern))
      continue;
    includes.push_back({i + 1, match[2], match[1] == "<" ? Quoting::brackets : Quoting::quotes});
  }
  return includes;
}

}  // namespace palio::lint
