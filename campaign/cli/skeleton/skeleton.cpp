#include "campaign/cli/skeleton/skeleton.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/embedded_file.h"

namespace palio {

// Made by the build from the files in plugin/skeleton.
std::span<const EmbeddedFile> common_skeleton();
std::span<const EmbeddedFile> cpp_skeleton();
std::span<const EmbeddedFile> python_skeleton();

namespace {

using Substitution = std::pair<std::string_view, std::string>;

struct Language {
  std::string_view name;
  std::span<const EmbeddedFile> (*files)();
  std::string_view code;    // line of a study that says where the strategy is
  std::string_view option;  // the same on a command line
};

constexpr auto k_languages = std::to_array<Language>({
    {"cpp", cpp_skeleton, "plugin = \"{}.so\"", "--plugin {}.so"},
    {"python", python_skeleton, "command = \"python3 strategy.py\"", "--command \"python3 strategy.py\""},
});

const Language& language_named(std::string_view name) {
  const auto found = std::ranges::find(k_languages, name, &Language::name);
  if (found != k_languages.end()) return *found;
  throw UserError(fmt::format("--lang {}: there is no such skeleton{}", name, suggestion(name, skeleton_languages())));
}

bool fits_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

// What a library, a project and a study are called: small letters, digits and _.
std::string file_name(const std::string& strategy) {
  std::string name;
  for (const char c : strategy) name += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

std::string filled_in(std::string_view text, std::span<const Substitution> substitutions) {
  std::string filled(text);
  for (const auto& [mark, value] : substitutions)
    for (std::size_t at = filled.find(mark); at != std::string::npos; at = filled.find(mark, at + value.size()))
      filled.replace(at, mark.size(), value);
  return filled;
}

}  // namespace

std::vector<std::string_view> skeleton_languages() {
  std::vector<std::string_view> names;
  for (const Language& language : k_languages) names.push_back(language.name);
  return names;
}

std::vector<SkeletonFile> skeleton(const std::string& strategy, std::string_view language) {
  constexpr std::size_t k_longest = 64;
  const Language& chosen = language_named(language);
  if (strategy.empty() || strategy.size() > k_longest || !std::ranges::all_of(strategy, fits_name) ||
      std::isalpha(static_cast<unsigned char>(strategy.front())) == 0)
    throw UserError(fmt::format(
        "\"{}\" cannot be the name of a strategy: it begins with a letter, and has at most {} letters, digits, - and _",
        strategy, k_longest));
  const std::string file = file_name(strategy);
  const std::array<Substitution, 4> substitutions{{{"@NAME@", strategy},
                                                   {"@FILE@", file},
                                                   {"@CODE@", fmt::format(fmt::runtime(chosen.code), file)},
                                                   {"@OPTION@", fmt::format(fmt::runtime(chosen.option), file)}}};
  std::vector<SkeletonFile> files;
  for (const auto part : {common_skeleton(), chosen.files()})
    for (const EmbeddedFile& embedded : part) {
      const bool readme = embedded.name.starts_with("README");
      const bool program = embedded.name.ends_with(".sh") || embedded.name.ends_with(".py");
      files.push_back(
          {readme ? "README.md" : std::string(embedded.name), filled_in(embedded.text, substitutions), program});
    }
  return files;
}

}  // namespace palio
