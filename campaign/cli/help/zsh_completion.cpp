#include <fmt/format.h>
#include <fmt/ranges.h>

#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/completion.h"
#include "campaign/cli/help/shell_word.h"

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
std::string action(CLI::App& app, CLI::Option& option) {
  const Candidates found = candidates(app, option);
  const std::string words = escaped(fmt::format("{}", fmt::join(found.words, " ")), ":\\");
  std::string files = fmt::format("_files -g \"*{}\"", found.files);
  if (found.words.empty() && found.files.empty()) return is_file(option.get_type_name()) ? "_files" : " ";
  if (found.words.empty()) return files;
  if (found.files.empty()) return fmt::format("({})", words);
  return fmt::format("_alternative \"words:name:({})\" \"files:file:{}\"", words, escaped(files, "\""));
}

std::string value_name(CLI::Option& option) { return escaped(option.get_type_name(), ":[]"); }

// An option in the words of _arguments.
std::string option_spec(CLI::App& app, CLI::Option& option) {
  const std::vector<std::string> names = option_names(option);
  const TakesValue takes = takes_value(option);
  const std::string value = takes == TakesValue::never ? ""
                                                       : fmt::format("{}{}:{}", takes == TakesValue::maybe ? "::" : ":",
                                                                     value_name(option), action(app, option));
  const std::string rest = shell_word(fmt::format("[{}]{}", escaped(option.get_description(), "[]:"), value));
  if (names.size() == 1) return shell_word(names.front()) + rest;
  return fmt::format("{}{{{}}}{}", shell_word(fmt::format("({})", fmt::join(names, " "))), fmt::join(names, ","), rest);
}

std::string argument_spec(CLI::App& app, CLI::Option& option) {
  return shell_word(
      fmt::format("{}:{}:{}", option.get_items_expected_max() > 1 ? "*" : "", value_name(option), action(app, option)));
}

// The names behind `palio list WHAT`.
std::string listed() {
  std::string text;
  for (const char* what : {"platforms", "workloads", "strategies", "metrics", "studies"})
    text += fmt::format("        {}) compadd -- {} ;;\n", what, fmt::join(listed_names(what), " "));
  return fmt::format("        if ((CURRENT == 3)); then\n          case $words[2] in\n{}          esac\n        fi\n",
                     text);
}

}  // namespace

std::string zsh_completion(CLI::App& app) {
  std::string names, cases;
  for (CLI::App* command : visible_commands(app)) {
    names += fmt::format("    {}\n", shell_word(command->get_name() + ":" + escaped(command->get_description(), ":")));
    cases += fmt::format("      {})\n        _arguments", command->get_name());
    for (CLI::Option* option : dashed_options(*command)) cases += " \\\n          " + option_spec(app, *option);
    for (CLI::Option* option : positional_options(*command)) cases += " \\\n          " + argument_spec(app, *option);
    cases += fmt::format("\n{}        ;;\n", command->get_name() == "list" ? listed() : "");
  }
  return fmt::format(R"(#compdef palio
# Completes palio in zsh; made by: palio completion zsh

_palio() {{
  local state line curcontext="$curcontext"
  local -a commands
  commands=(
{}  )
  _arguments -C '--help[Print help]' '--version[Print the version]' '1:command:->command' '*::argument:->argument'
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
