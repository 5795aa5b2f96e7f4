#include "campaign/cli/help/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/help_text.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

std::string see_help(const CommandSyntax& command) {
  return fmt::format("`palio help{}` tells more", command.is_top() ? "" : " " + command.name());
}

// Those of the command, then those of palio itself.
std::vector<OptionSyntax> all_options(const CommandSyntax& top, const CommandSyntax& command) {
  std::vector<OptionSyntax> options = command.options();
  if (!command.is_top())
    for (const OptionSyntax& option : top.options()) options.push_back(option);
  return options;
}

// The long names of the options that a command takes, without their dashes.
std::vector<std::string> long_names(const std::vector<OptionSyntax>& options) {
  std::vector<std::string> names;
  for (const OptionSyntax& option : options)
    for (const std::string& name : option.names())
      if (name.starts_with("--")) names.push_back(name.substr(2));
  return names;
}

std::string unknown_option(const CommandSyntax& top, const CommandSyntax& command, std::string_view typed) {
  const std::string_view name = typed.substr(0, typed.find('='));
  const std::vector<std::string> names = long_names(all_options(top, command));
  const std::string_view meant = nearest_name(name.substr(std::min(name.find_first_not_of('-'), name.size())),
                                              std::vector<std::string_view>(names.begin(), names.end()));
  return fmt::format("{} has no option {}{}", command.name(), name,
                     meant.empty() ? "; " + see_help(command) : fmt::format(" (did you mean \"--{}\"?)", meant));
}

// What was typed and nothing takes; empty if there is nothing of the kind.
std::string surplus(CommandLine& line, const CommandSyntax& command) {
  const std::vector<std::string> unused = line.surplus();
  const auto option = std::ranges::find_if(
      unused, [](const std::string& typed) { return typed.size() > 1 && typed.starts_with('-') && typed != "--"; });
  if (option != unused.end()) return unknown_option(line.top(), command, *option);
  if (unused.empty()) return "";
  std::string taken;
  for (const OptionSyntax& argument : positional_options(command))
    taken += (taken.empty() ? " behind " : " ") + argument_label(argument);
  return fmt::format("{} takes nothing{}, but \"{}\" is there; {}", command.name(), taken, unused.front(),
                     see_help(command));
}

std::string missing_argument(const CommandSyntax& command) {
  for (const OptionSyntax& option : command.options())
    if (option.is_required() && option.typed().empty())
      return fmt::format("{} needs {} ({}); {}", command.name(), argument_label(option), option.description(),
                         see_help(command));
  return "";
}

// CLI11 begins such messages with the option's name.
std::string missing_value(const std::vector<OptionSyntax>& options, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  for (const OptionSyntax& option : options)
    if (option.is_called(name))
      return fmt::format("{} needs a value: {} ({})", name, argument_label(option), option.description());
  return "";
}

}  // namespace

CommandSyntax command_named(const CommandSyntax& app, std::string_view typed) {
  std::vector<std::string> names;
  for (const CommandSyntax& command : app.subcommands()) {
    if (command.name() == typed) return command;
    names.push_back(command.name());
  }
  throw UserError(fmt::format("there is no command \"{}\"{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

std::string usage_message(CommandLine& line, const SyntaxError& error) {
  const CommandSyntax command = line.typed_command();
  std::string message = surplus(line, command);
  if (message.empty() && error.kind() == SyntaxError::Kind::missing_argument) message = missing_argument(command);
  if (message.empty() && error.kind() == SyntaxError::Kind::missing_value)
    message = missing_value(all_options(line.top(), command), error.what());
  return message.empty() ? fmt::format("{}; {}", error.what(), see_help(command)) : message;
}

void refuse_empty_values(CommandLine& line) {
  const CommandSyntax command = line.typed_command();
  for (const OptionSyntax& option : command.options())
    if (option.takes_value() == TakesValue::always && std::ranges::count(option.typed(), "") > 0)
      throw UserError(fmt::format("{} is an empty text; {} takes {} ({})", option.name(), command.name(),
                                  argument_label(option), option.description()));
}

}  // namespace palio
