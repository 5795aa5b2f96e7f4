#include <fmt/format.h>
#include <fmt/ranges.h>

#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/completion.h"
#include "core/text/shell_word.h"

namespace palio {
namespace {

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

// What an argument's specification says of its values, behind its name; a blank for a value that nothing is known of.
std::string action(const CommandSyntax& app, const OptionSyntax& option) {
  const Candidates found = candidates(app, option);
  const std::string words = escaped(fmt::format("{}", fmt::join(found.words, " ")), ":\\");
  std::string files = fmt::format("_files -g \"*{}\"", found.files);
  if (found.words.empty() && found.files.empty()) return is_file(option.type_name()) ? "_files" : " ";
  if (found.words.empty()) return files;
  if (found.files.empty()) return fmt::format("({})", words);
  return fmt::format("_alternative \"words:name:({})\" \"files:file:{}\"", words, escaped(files, "\""));
}

std::string zsh_value_name(const OptionSyntax& option) { return escaped(option.type_name(), ":[]"); }

// An option in the words of _arguments.
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
  for (const char* what : {"platforms", "workloads", "strategies", "metrics", "studies"})
    text += fmt::format("        {}) compadd -- {} ;;\n", what, fmt::join(listed_names(what), " "));
  return fmt::format("        if ((CURRENT == 3)); then\n          case $words[2] in\n{}          esac\n        fi\n",
                     text);
}

}  // namespace

std::string zsh_completion(const CommandSyntax& app) {
  std::string names, cases;
  for (const CommandSyntax& command : app.subcommands()) {
    names += fmt::format("    {}\n", shell_word(command.name() + ":" + escaped(command.description(), ":")));
    cases += fmt::format("      {})\n        _arguments", command.name());
    for (const OptionSyntax& option : dashed_options(command)) cases += " \\\n          " + option_spec(app, option);
    for (const OptionSyntax& option : positional_options(command))
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

}  // namespace palio
