#include "campaign/cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "campaign/session/terminal.h"
#include "campaign/session/wrapped_table.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

constexpr std::size_t k_usual_width = 80;
constexpr std::size_t k_widest_label = 24;  // a longer one has a line of its own

std::size_t width() {
  const auto size = terminal_size(STDOUT_FILENO);
  return size ? std::min(size->columns, k_usual_width) : k_usual_width;
}

using Entry = std::pair<std::string, std::string>;  // label, description

// "Title:" and the entries, their descriptions in a column; nothing where there are none.
std::string help_section(std::string_view title, const std::vector<Entry>& entries) {
  if (entries.empty()) return "";
  std::size_t column = 0;
  for (const auto& [label, description] : entries)
    if (label.size() <= k_widest_label) column = std::max(column, label.size());
  const std::string indent(column + 4, ' ');
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& [label, description] : entries) {
    std::string line = fmt::format("  {:<{}}  ", label, column);
    if (label.size() > column) line = fmt::format("  {}\n{}", label, indent);
    for (const std::string& part : wrapped_lines(description, width() - indent.size(), Breaks::blanks)) {
      text += line + part + '\n';
      line = indent;
    }
  }
  return text;
}

// Wraps lines anew, except those that begin with a blank.
std::string help_paragraphs(std::string_view text) {
  std::string result, open;
  const auto close = [&] {
    if (!open.empty())
      for (const std::string& line : wrapped_lines(open, width(), Breaks::blanks)) result += line + '\n';
    open.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty() || line.starts_with(' ')) {
      close();
      result += fmt::format("{}\n", line);
    } else {
      open += fmt::format("{}{}", open.empty() ? "" : " ", line);
    }
  }
  close();
  return result;
}

// "STUDY" of a positional argument, "-j, --jobs N" of an option.
std::string argument_label(const OptionSyntax& option) {
  std::string label = fmt::format("{}", fmt::join(option.names(), ", "));
  if (option.is_positional()) {
    for (const char c : option.name()) label += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return label;
  }
  return fmt::format("{} {}", label, option.type_name());
}

// The usage line of a command.
std::string usage(const CommandSyntax& command) {
  std::string text = fmt::format("Usage: {} [OPTIONS]", command.is_top() ? "palio COMMAND" : "palio " + command.name());
  for (const OptionSyntax& option : command.positional_options()) {
    const std::string label = argument_label(option) + (option.is_repeated() ? "..." : "");
    text += option.is_required() ? " " + label : fmt::format(" [{}]", label);
  }
  return text + '\n';
}

std::string description(const OptionSyntax& option) {
  std::string text = option.description();
  if (!option.is_positional() && option.is_required()) text += " (required)";
  if (!option.default_str().empty()) text += fmt::format(" (default: {})", option.default_str());
  return text;
}

std::vector<Entry> entries(const std::vector<OptionSyntax>& options) {
  std::vector<Entry> all;
  for (const OptionSyntax& option : options) all.emplace_back(argument_label(option), description(option));
  return all;
}

std::string see_help(const CommandSyntax& command) {
  return fmt::format("`palio help{}` shows more", command.is_top() ? "" : " " + command.name());
}

// The options of the command, then palio's own.
std::vector<OptionSyntax> all_options(const CommandSyntax& top, const CommandSyntax& command) {
  std::vector<OptionSyntax> options = command.options();
  if (!command.is_top())
    for (const OptionSyntax& option : top.options()) options.push_back(option);
  return options;
}

std::string unknown_option(const CommandSyntax& top, const CommandSyntax& command, std::string_view typed) {
  const std::string_view name = typed.substr(0, typed.find('='));
  if (name == "-")  // what CLI11 leaves of -q=1
    return fmt::format("a short option takes its value without \"=\", and one that takes none, nothing: \"{}\" is left",
                       typed.substr(1));
  std::vector<std::string> names;  // long ones, without their dashes
  for (const OptionSyntax& option : all_options(top, command))
    for (const std::string& valid : option.names())
      if (valid.starts_with("--")) names.push_back(valid.substr(2));
  const std::string_view meant = nearest_name(name.substr(std::min(name.find_first_not_of('-'), name.size())),
                                              std::vector<std::string_view>(names.begin(), names.end()));
  return fmt::format("{} has no option {}{}", command.name(), name,
                     meant.empty() ? "; " + see_help(command) : fmt::format(" (did you mean \"--{}\"?)", meant));
}

// The message about typed words that nothing takes; empty if there are none.
std::string surplus(CommandLine& line, const CommandSyntax& command) {
  const std::vector<std::string> unused = line.surplus();
  const auto option = std::ranges::find_if(
      unused, [](const std::string& typed) { return typed.size() > 1 && typed.starts_with('-') && typed != "--"; });
  if (option != unused.end()) return unknown_option(line.top(), command, *option);
  if (unused.empty()) return "";
  std::string taken;
  for (const OptionSyntax& argument : command.positional_options())
    taken += (taken.empty() ? " after " : " ") + argument_label(argument);
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

std::string help_text(const CommandSyntax& command) {
  std::vector<Entry> commands;
  for (const CommandSyntax& one : command.subcommands()) commands.emplace_back(one.name(), one.description());
  std::string footer = command.footer();
  footer.erase(0, std::min(footer.find_first_not_of('\n'), footer.size()));
  return help_paragraphs(command.description()) + '\n' + usage(command) + help_section("Commands", commands) +
         help_section("Arguments", entries(command.positional_options())) +
         help_section("Options", entries(command.dashed_options())) + (footer.empty() ? "" : "\n") +
         help_paragraphs(footer);
}

CommandSyntax command_named(const CommandSyntax& app, std::string_view typed) {
  std::vector<std::string> names;
  for (const CommandSyntax& command : app.subcommands()) {
    if (command.name() == typed) return command;
    names.push_back(command.name());
  }
  throw UserError("there is no command \"{}\"{}", typed, suggestion(typed, names));
}

std::string usage_message(CommandLine& line, const SyntaxError& error) {
  const CommandSyntax command = line.typed_command();
  std::string message = surplus(line, command);
  if (message.empty() && error.kind() == SyntaxError::Kind::missing_argument) message = missing_argument(command);
  if (message.empty() && error.kind() == SyntaxError::Kind::missing_value)
    message = missing_value(all_options(line.top(), command), error.what());
  return message.empty() ? fmt::format("{}; {}", error.what(), see_help(command)) : message;
}

void refuse_odd_values(CommandLine& line) {
  const CommandSyntax command = line.typed_command();
  for (const OptionSyntax& option : command.options()) {
    if (option.takes_value() == TakesValue::always && std::ranges::count(option.typed(), "") > 0)
      throw UserError("{} is an empty text; {} takes {} ({})", option.name(), command.name(), argument_label(option),
                      option.description());
    const std::vector<std::string> names = option.names(), typed = option.typed();
    if (names.size() < 2 || names.front().starts_with("--")) continue;
    for (const std::string& value : typed)
      if (value.starts_with('='))
        throw UserError(
            "{0} is \"{1}\": write {0} without \"=\", as in {0} {2}, or {3}{1}; ./{1} names the file \"{1}\"",
            names.front(), value, brief_shell_word(value.substr(1)), names.back());
  }
}

}  // namespace palio
