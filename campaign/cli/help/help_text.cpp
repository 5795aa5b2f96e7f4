#include "campaign/cli/help/help_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/output/wrapped_table.h"
#include "campaign/session/terminal.h"

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

// Lines are joined and broken anew, but for those that begin with a blank.
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
    const bool verbatim = line.empty() || line.starts_with(' ');
    if (verbatim) {
      close();
      result += fmt::format("{}\n", line);
    } else {
      open += fmt::format("{}{}", open.empty() ? "" : " ", line);
    }
  }
  close();
  return result;
}

// What is typed to get to the command, and what goes behind it.
std::string usage(const CommandSyntax& command) {
  std::string text = fmt::format("Usage: {} [OPTIONS]", command.is_top() ? "palio COMMAND" : "palio " + command.name());
  for (const OptionSyntax& option : positional_options(command)) {
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

}  // namespace

std::string argument_label(const OptionSyntax& option) {
  std::string label = fmt::format("{}", fmt::join(option.names(), ", "));
  if (option.is_positional()) {
    for (const char c : option.name()) label += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return label;
  }
  return fmt::format("{} {}", label, option.type_name());
}

std::string help_text(const CommandSyntax& command) {
  std::vector<Entry> commands;
  for (const CommandSyntax& one : command.subcommands()) commands.emplace_back(one.name(), one.description());
  std::string footer = command.footer();
  footer.erase(0, std::min(footer.find_first_not_of('\n'), footer.size()));
  return help_paragraphs(command.description()) + '\n' + usage(command) + help_section("Commands", commands) +
         help_section("Arguments", entries(positional_options(command))) +
         help_section("Options", entries(dashed_options(command))) + (footer.empty() ? "" : "\n") +
         help_paragraphs(footer);
}

}  // namespace palio
