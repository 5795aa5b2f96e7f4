#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "analysis/queries/ready_query.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/help.h"
#include "campaign/cli/options/options.h"
#include "core/metrics.h"
#include "core/text/embedded_file.h"
#include "core/text/talk.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {

std::span<const EmbeddedFile> completion_scripts();

namespace {

using Names = std::vector<std::string> (*)();

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

std::vector<std::string> strategy_names() { return names_of(strategies()); }
std::vector<std::string> platform_names() { return names_of(platform_families()); }
std::vector<std::string> workload_names() { return names_of(workload_families()); }
std::vector<std::string> metric_names() { return names_of(metric_table()); }

std::vector<std::string> query_names() {
  std::vector<std::string> names;
  for (const ReadyQuery& query : ready_queries()) names.push_back("@" + query.name);
  return names;
}

// The names that can follow `palio list WHAT`.
constexpr auto k_listed = std::to_array<std::pair<std::string_view, Names>>({{"platforms", platform_names},
                                                                             {"workloads", workload_names},
                                                                             {"strategies", strategy_names},
                                                                             {"metrics", metric_names},
                                                                             {"studies", shipped_studies}});

// Values that can be completed, by the name of the argument that takes them.
struct KnownValue {
  std::string_view argument;
  Names words;
  std::string_view files;
};
constexpr auto k_known_values = std::to_array<KnownValue>({
    {"study", shipped_studies, ".toml"},
    {"--like", shipped_studies, ".toml"},
    {"--strategy", strategy_names, ""},
    {"--platform", platform_names, ".json"},
    {"--workload", workload_names, ".json"},
    {"--metric", metric_names, ""},
    {"sql", query_names, ""},
    {"database", nullptr, ".db"},
    {"a", nullptr, ".db"},
    {"b", nullptr, ".db"},
    {"--db", nullptr, ".db"},
    {"--claims", nullptr, ".sql"},
});

// The completions of a value.
struct Candidates {
  std::vector<std::string> words;
  std::optional<std::string_view> files;  // suffix of matching files; empty: any file
};

// By the name of the value: F, D, FILE.svg, Q.sql.
bool is_file(const std::string& value) {
  return value == "F" || value == "D" || value.find("FILE") != std::string::npos ||
         value.find('.') != std::string::npos;
}

Candidates candidates(const CommandSyntax& app, const OptionSyntax& option) {
  Candidates found{option.offered(), {}};
  const std::string name = option.name();
  if (name == "command")
    for (const CommandSyntax& other : app.subcommands()) found.words.push_back(other.name());
  const auto* const known = std::ranges::find(k_known_values, std::string_view(name), &KnownValue::argument);
  if (known != k_known_values.end()) {
    if (known->words != nullptr) found.words = known->words();
    if (!known->files.empty()) found.files = known->files;
  } else if (found.words.empty() && is_file(option.type_name())) {
    found.files = "";
  }
  return found;
}

std::optional<OptionSyntax> option_called(const CommandSyntax& command, const std::string& name) {
  for (const OptionSyntax& option : command.dashed_options())
    if (option.is_called(name)) return option;
  return std::nullopt;
}

// Where a word is typed: as the value of an option, or behind these arguments of the command.
struct Place {
  std::optional<CommandSyntax> command;
  std::optional<OptionSyntax> option;
  std::vector<std::string> arguments;
};

// Behind these words; bash splits words at "=".
Place place_behind(const CommandSyntax& app, std::span<const std::string> words) {
  Place place;
  std::optional<OptionSyntax> last;
  for (const std::string& word : words) {
    if (word == "=") {
      place.option = last;
    } else if (place.option) {
      place.option.reset();
    } else if (word.starts_with('-')) {
      last = option_called(place.command.value_or(app), word);
      if (last && last->takes_value() == TakesValue::always) place.option = last;
    } else if (!place.command) {
      place.command = command_named(app, word);
    } else {
      place.arguments.push_back(word);
    }
  }
  return place;
}

Candidates candidates_of_argument(const CommandSyntax& app, const Place& place) {
  const std::size_t position = place.arguments.size();
  if (place.command->name() == "list" && position == 1)
    for (const auto& [what, names] : k_listed)
      if (what == place.arguments.front()) return {names(), {}};
  const std::vector<OptionSyntax> arguments = place.command->positional_options();
  if (position < arguments.size()) return candidates(app, arguments[position]);
  return arguments.empty() || !arguments.back().is_repeated() ? Candidates() : candidates(app, arguments.back());
}

// What may stand in place of the last word, a line each: a word and what it means, or the pattern of files.
std::string offers(const CommandSyntax& app, std::vector<std::string> words) {
  std::string typed = words.back(), text;
  if (typed == "=")
    typed.clear();
  else
    words.pop_back();
  Place place = place_behind(app, words);
  const auto offer = [&](const std::string& word, const std::string& meaning) {
    if (word.starts_with(typed)) text += fmt::format("{} {}\n", word, meaning);
  };
  if (!place.option && typed.starts_with('-')) {
    const CommandSyntax& command = place.command ? *place.command : app;
    const std::string name = typed.substr(0, typed.find('='));
    if (name == typed) {
      for (const OptionSyntax& option : command.dashed_options())
        for (const std::string& one : option.names()) offer(one, option.description());
      return text;
    }
    place.option = option_called(command, name);  // zsh leaves --option=value as it is
    typed.erase(0, name.size() + 1);
    if (!place.option) return text;
  }
  if (!place.command) {
    for (const CommandSyntax& command : app.subcommands()) offer(command.name(), command.description());
    return text;
  }
  const Candidates found = place.option ? candidates(app, *place.option) : candidates_of_argument(app, place);
  for (const std::string& word : found.words) offer(word, "");
  return found.files ? fmt::format("{}*{}\n", text, *found.files) : text;
}

struct CompletionOptions {
  std::string shell;
  std::vector<std::string> words;
};

int print_completion(const CommandSyntax& app, const CompletionOptions& typed) {
  if (typed.shell != "words") {
    say("{}", embedded_text(completion_scripts(), "completion." + typed.shell));
    return k_success;
  }
  std::vector<std::string> words;
  for (const std::string& word : typed.words) words.push_back(word.substr(1));
  if (!words.empty()) say("{}", offers(app, std::move(words)));
  return k_success;
}

}  // namespace

void setup_completion(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<CompletionOptions>(app, "completion", "Print a script that completes palio's command line in a shell",
                                     [app](const CompletionOptions& typed) { return print_completion(app, typed); });
  const OptionSyntax shell =
      command.add_option("shell SHELL", options.shell, "bash or zsh; words: what may stand in place of the last word")
          .required();
  shell.offer({"bash", "zsh"});  // the first counts
  shell.choice({"bash", "zsh", "words"});
  command.add_option("words WORD", options.words, "Words typed behind palio, each behind a colon; the scripts ask so");
}

}  // namespace palio
