#include "campaign/cli/help/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "campaign/cli/help/help_text.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

const CLI::App& chosen_command(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? app : *chosen.front();
}

std::string see_help(const CLI::App& command) {
  return fmt::format("`palio help{}` tells more", command.get_parent() == nullptr ? "" : " " + command.get_name());
}

// The long names of the options that a command takes, without their dashes.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
    for (const CLI::Option* option : app->get_options())
      names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  return names;
}

std::string unknown_option(const CLI::App& command, std::string_view typed) {
  const std::string_view name = typed.substr(0, typed.find('='));
  const std::vector<std::string> names = option_names(command);
  const std::string_view meant = nearest_name(name.substr(std::min(name.find_first_not_of('-'), name.size())),
                                              std::vector<std::string_view>(names.begin(), names.end()));
  return fmt::format("{} has no option {}{}", command.get_name(), name,
                     meant.empty() ? "; " + see_help(command) : fmt::format(" (did you mean \"--{}\"?)", meant));
}

// What was typed and nothing takes; empty if there is nothing of the kind.
std::string surplus(const CLI::App& app, const CLI::App& command) {
  const std::vector<std::string> unused = app.remaining(true);
  const auto option = std::ranges::find_if(
      unused, [](const std::string& typed) { return typed.size() > 1 && typed.starts_with('-') && typed != "--"; });
  if (option != unused.end()) return unknown_option(command, *option);
  if (unused.empty()) return "";
  std::string taken;
  for (const CLI::Option* argument : command.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    taken += (taken.empty() ? " behind " : " ") + argument_label(*argument);
  return fmt::format("{} takes nothing{}, but \"{}\" is there; {}", command.get_name(), taken, unused.front(),
                     see_help(command));
}

std::string missing_argument(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0)
      return fmt::format("{} needs {} ({}); {}", command.get_name(), argument_label(*option), option->get_description(),
                         see_help(command));
  return "";
}

// CLI11 begins such messages with the option's name.
std::string missing_value(const CLI::App& command, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
    if (const CLI::Option* option = app->get_option_no_throw(name))
      return fmt::format("{} needs a value: {} ({})", name, argument_label(*option), option->get_description());
  return "";
}

}  // namespace

const CLI::App& command_named(const CLI::App& app, std::string_view typed) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == typed) return *command;
    names.push_back(command->get_name());
  }
  throw UserError(fmt::format("there is no command \"{}\"{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = chosen_command(app);
  std::string message = surplus(app, command);
  if (message.empty() && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    message = missing_argument(command);
  if (message.empty() && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    message = missing_value(command, error.what());
  return message.empty() ? fmt::format("{}; {}", error.what(), see_help(command)) : message;
}

void refuse_empty_values(const CLI::App& app) {
  const CLI::App& command = chosen_command(app);
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && option->get_expected_min() > 0 && std::ranges::count(option->results(), "") > 0)
      throw UserError(fmt::format("{} is an empty text; {} takes {} ({})", option->get_name(), command.get_name(),
                                  argument_label(*option), option->get_description()));
}

}  // namespace palio
