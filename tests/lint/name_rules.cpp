#include "tests/lint/name_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

namespace palio::lint {
namespace {

// Of a definition that begins in the first column: nested types do not collide, declarations end with a semicolon.
std::optional<std::string> defined_type(std::string_view line) {
  constexpr std::array<std::string_view, 3> k_words{"enum class ", "struct ", "class "};
  const auto* word = std::ranges::find_if(k_words, [&](std::string_view text) { return line.starts_with(text); });
  if (word == k_words.end() || line.ends_with(';')) return std::nullopt;
  line.remove_prefix(word->size());
  const auto end =
      std::ranges::find_if(line, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; });
  return std::string(line.begin(), end);
}

}  // namespace

Problems check_type_names(const SourceTree& tree) {
  Problems problems;
  std::map<std::string, std::string> places;
  for (const SourceFile& file : tree) {
    if (!is_header(file) || file.path.starts_with("tests/")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::optional<std::string> type = defined_type(file.lines[i]);
      if (!type) continue;
      const std::string place = fmt::format("{}:{}", file.path, i + 1);
      const auto [known, is_new] = places.try_emplace(*type, place);
      if (!is_new)
        problems.push_back(fmt::format("{}: {} is also the name of a type at {}", place, *type, known->second));
    }
  }
  return problems;
}

}  // namespace palio::lint
