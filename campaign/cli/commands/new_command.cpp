#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <span>

#include "campaign/cli/commands.h"
#include "campaign/cli/output/output.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "core/text/embedded_file.h"
#include "core/text/talk.h"
#include "strategies/registry.h"

namespace palio {

// Made by the build from the files in plugin/skeleton.
std::span<const EmbeddedFile> common_skeleton();
std::span<const EmbeddedFile> cpp_skeleton();
std::span<const EmbeddedFile> python_skeleton();

namespace {

// A file of the folder of a new strategy.
struct SkeletonFile {
  std::string name, text;
  bool is_program = false;
};

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
  throw UserError("--lang {}: there is no such skeleton{}", name, suggestion(name, k_languages, &Language::name));
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

// The files of a strategy of that name. Throws UserError for an unknown language and a name that no strategy can have.
std::vector<SkeletonFile> skeleton(const std::string& strategy, std::string_view language) {
  constexpr std::size_t k_longest = 64;
  const Language& chosen = language_named(language);
  if (strategy.empty() || strategy.size() > k_longest || !std::ranges::all_of(strategy, fits_name) ||
      std::isalpha(static_cast<unsigned char>(strategy.front())) == 0)
    throw UserError(
        "\"{}\" cannot be the name of a strategy: it begins with a letter, and has at most {} letters, digits, - and _",
        strategy, k_longest);
  if (std::ranges::find(strategies(), strategy, &Strategy::name) != strategies().end())
    throw UserError(
        "{0} is the name of one of Palio's strategies, so a study could not refer to yours: choose another name, as in "
        "palio new strategy MY-{0}",
        strategy);
  const std::string file = file_name(strategy);
  const std::array<Substitution, 4> substitutions{{{"@NAME@", strategy},
                                                   {"@FILE@", file},
                                                   {"@CODE@", fmt::format(fmt::runtime(chosen.code), file)},
                                                   {"@OPTION@", fmt::format(fmt::runtime(chosen.option), file)}}};
  std::vector<SkeletonFile> files;
  for (const auto part : {common_skeleton(), chosen.files()})
    for (const EmbeddedFile& embedded : part) {
      const bool readme = embedded.name.starts_with("README");
      const bool program = embedded.name.ends_with(".sh") || embedded.name == "strategy.py";
      files.push_back(
          {readme ? "README.md" : std::string(embedded.name), filled_in(embedded.text, substitutions), program});
    }
  return files;
}

namespace fs = std::filesystem;

struct NewOptions {
  std::string what, name;
  std::string language = "cpp";
};

int run_new(const NewOptions& options) {
  if (options.what != "strategy")
    throw UserError("there is no skeleton of a \"{}\": palio new strategy NAME", options.what);
  const std::vector<SkeletonFile> files = skeleton(options.name, options.language);
  const fs::path folder = options.name;
  std::error_code error;
  if (!fs::create_directory(folder, error))
    throw UserError(
        error ? fmt::format("cannot create the folder {}: {}", folder.string(), error.message())
              : fmt::format("{} already exists and is left as it is; choose another name or place", folder.string()));
  for (const auto& [file, text, is_program] : files) {
    write_output((folder / file).string(), text);
    if (is_program)
      fs::permissions(folder / file, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add);
  }
  talk("{0} contains a strategy, its test, and a study that races it; {0}/README.md says what to do next\n",
       folder.string());
  return k_success;
}

}  // namespace

void setup_new(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<NewOptions>(app, "new", "Write a folder with a first custom strategy", run_new);
  command.add_option("what WHAT", options.what, "strategy").required().offer({"strategy"});
  command.add_option("name NAME", options.name, "Name of the strategy and of the folder").required();
  command.add_option("--lang L", options.language, "Language: cpp or python")
      .capture_default_str()
      .offer({k_languages[0].name, k_languages[1].name});
}

}  // namespace palio
