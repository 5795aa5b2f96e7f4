#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "analysis/queries/ready_query.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "core/metrics.h"
#include "core/text/shell_word.h"
#include "core/text/talk.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
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
  std::string_view files;  // suffix of matching files; empty: any file if there are no words
};

Candidates candidates(const CommandSyntax& app, const OptionSyntax& option) {
  Candidates found{option.offered(), ""};
  const std::string name = option.name();
  if (name == "command")
    for (const CommandSyntax& other : app.subcommands()) found.words.push_back(other.name());
  const auto* const known = std::ranges::find(k_known_values, std::string_view(name), &KnownValue::argument);
  if (known == k_known_values.end()) return found;
  if (known->words != nullptr) found.words = known->words();
  found.files = known->files;
  return found;
}

// The part that does not depend on the commands. Bash splits words at = and :.
constexpr std::string_view k_bash_frame = R"(# Completes palio in bash; made by: palio completion bash

_palio_words() {
  local IFS=$'\n'
  COMPREPLY+=($(compgen -W "${1// /$'\n'}" -- "$cur"))
}

_palio_files() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -X "!*$1" -- "$cur") $(compgen -d -- "$cur"))
}

# Options that take a value: the word behind one is no argument.
_palio_is_valued() {
  case $1:$2 in
@VALUED@
  esac
  return 1
}

_palio_value() {
  case $1:$2 in
@VALUES@
  esac
}

_palio_options() {
  case $1 in
@OPTIONS@
  esac
}

_palio() {
  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= argument= arguments=0 i
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -*)
        if [[ ${COMP_WORDS[i + 1]} == = ]]; then
          ((i += 2))
        elif _palio_is_valued "$command" "${COMP_WORDS[i]}"; then
          ((i += 1))
        fi
        ;;
      *)
        if [[ -z $command ]]; then
          command=${COMP_WORDS[i]}
        else
          argument=${COMP_WORDS[i]}
          ((arguments += 1))
        fi
        ;;
    esac
  done
  if [[ $before == -* && -n $command ]] && { _palio_is_valued "$command" "$before" || [[ ${COMP_WORDS[COMP_CWORD - 1]} == = || ${COMP_WORDS[COMP_CWORD]} == = ]]; }; then
    _palio_value "$command" "$before"
  elif [[ $cur == -* ]]; then
    _palio_options "$command"
  elif [[ -z $command ]]; then
    _palio_words @COMMANDS@
  else
    _palio_value "$command" "$arguments" "$argument"
  fi
}

complete -o bashdefault -o default -F _palio palio
)";

std::string replaced(std::string text, std::string_view mark, std::string_view by) {
  return text.replace(text.find(mark), mark.size(), by);
}

std::string joined(const std::vector<std::string>& words, std::string_view by = " ") {
  return fmt::format("{}", fmt::join(words, by));
}

std::vector<std::string> dashed_names(const CommandSyntax& command) {
  std::vector<std::string> names;
  for (const OptionSyntax& option : command.dashed_options())
    for (std::string& name : option.names()) names.push_back(std::move(name));
  return names;
}

// "    run:--db) ... ;;"; empty for a value that may be anything.
std::string value_case(const std::string& pattern, const Candidates& found) {
  std::string body;
  if (!found.words.empty()) body += fmt::format(" _palio_words {};", shell_word(joined(found.words)));
  if (!found.files.empty()) body += fmt::format(" _palio_files {};", found.files);
  return body.empty() ? "" : fmt::format("    {}){};\n", pattern, body);
}

// The names behind `palio list WHAT`.
std::string listed_case() {
  std::string text = "    list:1)\n      case $3 in\n";
  for (const auto& [what, names] : k_listed)
    text += fmt::format("        {}) _palio_words {} ;;\n", what, shell_word(joined(names())));
  return text + "      esac ;;\n";
}

std::string bash_completion(const CommandSyntax& app) {
  std::string valued, values;
  std::string options = fmt::format("    '') _palio_words {} ;;\n", shell_word(joined(dashed_names(app))));
  std::vector<std::string> commands;
  for (const CommandSyntax& command : app.subcommands()) {
    const std::string name = command.name();
    commands.push_back(name);
    for (const OptionSyntax& option : command.dashed_options()) {
      std::vector<std::string> patterns;
      for (const std::string& one : option.names()) patterns.push_back(fmt::format("{}:{}", name, one));
      const std::string pattern = joined(patterns, " | ");
      if (option.takes_value() == TakesValue::always) valued += fmt::format("    {}) return 0 ;;\n", pattern);
      values += value_case(pattern, candidates(app, option));
    }
    options += fmt::format("    {}) _palio_words {} ;;\n", name, shell_word(joined(dashed_names(command))));
    int position = 0;
    for (const OptionSyntax& option : command.positional_options()) {
      const std::string place = option.is_repeated() ? "[0-9]*" : std::to_string(position);
      values += value_case(fmt::format("{}:{}", name, place), candidates(app, option));
      ++position;
    }
    if (name == "list") values += listed_case();
  }
  return replaced(replaced(replaced(replaced(std::string(k_bash_frame), "@VALUED@\n", valued), "@VALUES@\n", values),
                           "@OPTIONS@\n", options),
                  "@COMMANDS@", shell_word(joined(commands)));
}

// `text` with a backslash before each of `special`.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// By the name of the value: F, D, FILE.svg, Q.sql.
bool is_file(const std::string& value) {
  return value == "F" || value == "D" || value.find("FILE") != std::string::npos ||
         value.find('.') != std::string::npos;
}

// The action of an argument's specification: what its values are; a blank if nothing is known of them.
std::string action(const CommandSyntax& app, const OptionSyntax& option) {
  const Candidates found = candidates(app, option);
  const std::string words = escaped(joined(found.words), ":\\");
  std::string files = fmt::format("_files -g \"*{}\"", found.files);
  if (found.words.empty() && found.files.empty()) return is_file(option.type_name()) ? "_files" : " ";
  if (found.words.empty()) return files;
  if (found.files.empty()) return fmt::format("({})", words);
  return fmt::format("_alternative \"words:name:({})\" \"files:file:{}\"", words, escaped(files, "\""));
}

std::string zsh_value_name(const OptionSyntax& option) { return escaped(option.type_name(), ":[]"); }

// An option as a specification of _arguments.
std::string option_spec(const CommandSyntax& app, const OptionSyntax& option) {
  const std::vector<std::string> names = option.names();
  const TakesValue takes = option.takes_value();
  const std::string value = takes == TakesValue::never ? ""
                                                       : fmt::format("{}{}:{}", takes == TakesValue::maybe ? "::" : ":",
                                                                     zsh_value_name(option), action(app, option));
  const std::string rest = shell_word(fmt::format("[{}]{}", escaped(option.description(), "[]:"), value));
  if (names.size() == 1) return shell_word(names.front()) + rest;
  return fmt::format("{}{{{}}}{}", shell_word(fmt::format("({})", fmt::join(names, " "))), fmt::join(names, ","), rest);
}

std::string argument_spec(const CommandSyntax& app, const OptionSyntax& option) {
  return shell_word(
      fmt::format("{}:{}:{}", option.is_repeated() ? "*" : "", zsh_value_name(option), action(app, option)));
}

// The names behind `palio list WHAT`.
std::string cases_of_list() {
  std::string text;
  for (const auto& [what, names] : k_listed)
    text += fmt::format("        {}) compadd -- {} ;;\n", what, joined(names()));
  return fmt::format("        if ((CURRENT == 3)); then\n          case $words[2] in\n{}          esac\n        fi\n",
                     text);
}

std::string zsh_completion(const CommandSyntax& app) {
  std::string names, cases;
  for (const CommandSyntax& command : app.subcommands()) {
    names += fmt::format("    {}\n", shell_word(command.name() + ":" + escaped(command.description(), ":")));
    cases += fmt::format("      {})\n        _arguments", command.name());
    for (const OptionSyntax& option : command.dashed_options()) cases += " \\\n          " + option_spec(app, option);
    for (const OptionSyntax& option : command.positional_options())
      cases += " \\\n          " + argument_spec(app, option);
    cases += fmt::format("\n{}        ;;\n", command.name() == "list" ? cases_of_list() : "");
  }
  return fmt::format(R"(#compdef palio
# Completes palio in zsh; made by: palio completion zsh

_palio() {{
  local state line curcontext="$curcontext"
  local -a commands
  commands=(
{}  )
  _arguments -C '--help[Print help]' '--version[Print the versions]' '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
{}      esac
      ;;
  esac
}}

if [[ $funcstack[1] == _palio ]]; then
  _palio "$@"
else
  compdef _palio palio
fi
)",
                     names, cases);
}

constexpr const char* k_completion_footer = R"(
Examples:
  source <(palio completion bash)     in ~/.bashrc
  source <(palio completion zsh)      in ~/.zshrc, behind compinit)";

}  // namespace

void setup_completion(const CommandSyntax& app) {
  const auto [command, shell] =
      add_command<std::string>(app, "completion", "Print a script that completes palio's command line in a shell",
                               [app](const std::string& typed) {
                                 say("{}", typed == "bash" ? bash_completion(app) : zsh_completion(app));
                                 return k_success;
                               });
  command.add_option("shell SHELL", shell, "bash or zsh").required().choice({"bash", "zsh"});
  command.footer(k_completion_footer);
}

}  // namespace palio
