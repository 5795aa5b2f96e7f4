#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/completion.h"
#include "core/text/shell_word.h"

namespace palio {
namespace {

// What does not depend on the commands. A word that holds = or : comes in several, as bash breaks them.
constexpr std::string_view k_frame = R"(# Completes palio in bash; made by: palio completion bash

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
  for (const OptionSyntax& option : dashed_options(command))
    for (std::string& name : option.names()) names.push_back(std::move(name));
  return names;
}

// "    run:--db) ... ;;"; nothing for a value that may be anything.
std::string value_case(const std::string& pattern, const Candidates& found) {
  std::string body;
  if (!found.words.empty()) body += fmt::format(" _palio_words {};", shell_word(joined(found.words)));
  if (!found.files.empty()) body += fmt::format(" _palio_files {};", found.files);
  return body.empty() ? "" : fmt::format("    {}){};\n", pattern, body);
}

// The names behind `palio list WHAT`.
std::string listed_case() {
  std::string text = "    list:1)\n      case $3 in\n";
  for (const char* what : {"platforms", "workloads", "strategies", "metrics", "studies"})
    text += fmt::format("        {}) _palio_words {} ;;\n", what, shell_word(joined(listed_names(what))));
  return text + "      esac ;;\n";
}

}  // namespace

std::string bash_completion(const CommandSyntax& app) {
  std::string valued, values, options;
  std::vector<std::string> commands;
  options += fmt::format("    '') _palio_words {} ;;\n", shell_word(joined(dashed_names(app))));
  for (const CommandSyntax& command : app.subcommands()) {
    const std::string name = command.name();
    commands.push_back(name);
    for (const OptionSyntax& option : dashed_options(command)) {
      const std::vector<std::string> own = option.names();
      std::vector<std::string> patterns;
      for (const std::string& one : own) patterns.push_back(fmt::format("{}:{}", name, one));
      if (option.takes_value() == TakesValue::always)
        valued += fmt::format("    {}) return 0 ;;\n", joined(patterns, " | "));
      values += value_case(joined(patterns, " | "), candidates(app, option));
    }
    options += fmt::format("    {}) _palio_words {} ;;\n", name, shell_word(joined(dashed_names(command))));
    int position = 0;
    for (const OptionSyntax& option : positional_options(command)) {
      const bool many = option.is_repeated();
      values += value_case(fmt::format("{}:{}", name, many ? "[0-9]*" : fmt::format("{}", position)),
                           candidates(app, option));
      ++position;
    }
    if (name == "list") values += listed_case();
  }
  return replaced(replaced(replaced(replaced(std::string(k_frame), "@VALUED@\n", valued), "@VALUES@\n", values),
                           "@OPTIONS@\n", options),
                  "@COMMANDS@", shell_word(joined(commands)));
}

}  // namespace palio
