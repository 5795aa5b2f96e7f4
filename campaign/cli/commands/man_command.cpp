#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "campaign/cli/commands.h"
#include "campaign/cli/help.h"
#include "campaign/cli/output/output.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "core/version.h"

namespace palio {
namespace {

// Escapes a text for roff. Hyphens become minus signs, so that commands can be copied.
std::string plain(std::string_view text) {
  std::string result;
  bool line_starts = true;
  for (const char c : text) {
    if (line_starts && (c == '.' || c == '\'')) result += "\\&";
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
    line_starts = c == '\n';
  }
  return result;
}

std::string option_term(const OptionSyntax& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names()) names.push_back("\\fB" + plain(name) + "\\fR");
  const bool has_value = option.takes_value() != TakesValue::never;
  return fmt::format("{}{}", fmt::join(names, ", "),
                     has_value ? fmt::format(" \\fI{}\\fR", plain(option.type_name())) : "");
}

std::string described(const std::string& term, const OptionSyntax& option) {
  std::string text = fmt::format(".TP\n{}\n{}", term, plain(option.description()));
  if (!option.default_str().empty()) text += fmt::format(" (default: {})", plain(option.default_str()));
  return text + '\n';
}

std::string synopsis(const CommandSyntax& command) {
  std::string line = ".B palio";
  if (command.is_top()) return line + "\n.I COMMAND\n.RI [ ARGUMENT ...]\n";
  line += " " + plain(command.name()) + '\n';
  for (const OptionSyntax& option : command.positional_options()) {
    const std::string name = plain(option.type_name());
    line += option.is_required() ? fmt::format(".I {}\n", name) : fmt::format(".RI [ {} ]\n", name);
    if (option.is_repeated()) line += "\\&...\n";
  }
  return line + ".RI [ OPTION ...]\n";
}

// Paragraphs of running text, and of lines that stay as they are.
std::string manual_paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    std::string_view paragraph = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    while (paragraph.starts_with('\n')) paragraph.remove_prefix(1);
    if (paragraph.empty()) continue;
    const bool fixed = paragraph.find("\n  ") != std::string_view::npos || paragraph.starts_with("  ");
    result += fmt::format(".PP\n{}{}\n{}", fixed ? ".nf\n" : "", plain(paragraph), fixed ? ".fi\n" : "");
  }
  return result;
}

std::string options_section(const CommandSyntax& command) {
  std::string text = ".SH OPTIONS\n";
  for (const OptionSyntax& option : command.positional_options())
    text += described("\\fI" + plain(option.type_name()) + "\\fR", option);
  for (const OptionSyntax& option : command.dashed_options()) text += described(option_term(option), option);
  return text;
}

// "palio", "palio-run": what the page of a command is called.
std::string manual_name(const CommandSyntax& command) {
  return command.is_top() ? command.name() : "palio-" + command.name();
}

std::string commands_section(const CommandSyntax& app) {
  std::string text = ".SH COMMANDS\n";
  for (const CommandSyntax& command : app.subcommands())
    text += fmt::format(".TP\n.BR {} (1)\n{}\n", plain(manual_name(command)), plain(command.description()));
  return text;
}

// The manual page of a command, or of palio, in roff with the macros "man".
std::string manual_page(const CommandSyntax& command) {
  const std::string name = manual_name(command);
  std::string title = name;
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string page = fmt::format(".TH {} 1 \"\" \"palio {}\" \"Palio\"\n", plain(title), k_version);
  page += fmt::format(".SH NAME\n{} \\- {}\n", plain(name), plain(command.description()));
  page += ".SH SYNOPSIS\n" + synopsis(command);
  if (command.is_top()) page += commands_section(command);
  page += options_section(command);
  if (!command.footer().empty()) page += ".SH NOTES\n" + manual_paragraphs(command.footer());
  page += ".SH SEE ALSO\n";
  return page + (command.is_top() ? "The documents that come with Palio, in its folder docs.\n" : ".BR palio (1)\n");
}

struct ManOptions {
  std::string command;  // empty: palio
  std::string folder;   // empty: the standard output
};

void write_pages(const CommandSyntax& app, const ManOptions& options) {
  if (!options.command.empty())
    throw UserError("--dir writes the pages of all commands: leave out {}", options.command);
  if (!std::filesystem::is_directory(options.folder))
    throw UserError("--dir {}: there is no such folder; make it first", options.folder);
  std::vector<CommandSyntax> commands = app.subcommands();
  commands.insert(commands.begin(), app);
  for (const CommandSyntax& command : commands)
    write_output((std::filesystem::path(options.folder) / (manual_name(command) + ".1")).string(),
                 manual_page(command));
}

}  // namespace

void setup_man(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<ManOptions>(app, "man", "Print a manual page, or write all of them", [app](const ManOptions& typed) {
        if (typed.folder.empty())
          say("{}", manual_page(typed.command.empty() ? app : command_named(app, typed.command)));
        else
          write_pages(app, typed);
        return k_success;
      });
  command.add_option("command COMMAND", options.command, "Command to describe (default: palio itself)");
  command.add_option("--dir D", options.folder, "Write the pages of all commands into this folder");
}

}  // namespace palio
