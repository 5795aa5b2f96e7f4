#include "campaign/cli/help/help_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/cli/output/wrapped_table.h"
#include "campaign/run/terminal.h"

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
std::string section(std::string_view title, const std::vector<Entry>& entries) {
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
std::string paragraphs(std::string_view text) {
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

bool is_repeated(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

// `text`: what is typed to get to the command.
std::string usage(const CLI::App& command, std::string text) {
  const bool has_commands = !command.get_subcommands([](const CLI::App*) { return true; }).empty();
  text.insert(0, "Usage: ").append(has_commands ? " COMMAND [OPTIONS]" : " [OPTIONS]");
  for (const CLI::Option* option : command.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    const std::string label = argument_label(*option) + (is_repeated(*option) ? "..." : "");
    text += option->get_required() ? " " + label : fmt::format(" [{}]", label);
  }
  return text + '\n';
}

std::string description(const CLI::Option& option) {
  std::string text = option.get_description();
  if (option.nonpositional() && option.get_required()) text += " (required)";
  if (!option.get_default_str().empty()) text += fmt::format(" (default: {})", option.get_default_str());
  return text;
}

std::vector<Entry> entries(const std::vector<const CLI::Option*>& options) {
  std::vector<Entry> all;
  for (const CLI::Option* option : options)
    if (!option->get_group().empty()) all.emplace_back(argument_label(*option), description(*option));
  return all;
}

}  // namespace

std::string argument_label(const CLI::Option& option) {
  std::string label;
  if (option.get_positional()) {
    for (const char c : option.get_name(true)) label += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return label;
  }
  for (const std::string& name : option.get_snames()) label += fmt::format("{}-{}", label.empty() ? "" : ", ", name);
  for (const std::string& name : option.get_lnames()) label += fmt::format("{}--{}", label.empty() ? "" : ", ", name);
  return option.get_type_size() == 0 ? label : fmt::format("{} {}", label, option.get_type_name());
}

std::string HelpText::make_help(const CLI::App* command, std::string name, CLI::AppFormatMode /*mode*/) const {
  std::vector<Entry> commands;
  for (const CLI::App* one : command->get_subcommands([](const CLI::App*) { return true; }))
    commands.emplace_back(one->get_name(), one->get_description());
  std::string footer = command->get_footer();
  footer.erase(0, std::min(footer.find_first_not_of('\n'), footer.size()));
  const auto positional = [](const CLI::Option* option) { return option->get_positional(); };
  const auto named = [](const CLI::Option* option) { return option->nonpositional(); };
  return paragraphs(command->get_description()) + '\n' + usage(*command, std::move(name)) +
         section("Commands", commands) + section("Arguments", entries(command->get_options(positional))) +
         section("Options", entries(command->get_options(named))) + (footer.empty() ? "" : "\n") + paragraphs(footer);
}

}  // namespace palio
