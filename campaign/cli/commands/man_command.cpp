#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/manual.h"
#include "campaign/cli/help/usage.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/syntax/exit_status.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct ManOptions {
  std::string command;  // empty: the whole
  std::string folder;   // empty: the standard output
};

void write_pages(const CommandSyntax& app, const ManOptions& options) {
  if (!options.command.empty())
    throw UserError(fmt::format("--dir writes the pages of all commands: leave out {}", options.command));
  if (!std::filesystem::is_directory(options.folder))
    throw UserError(fmt::format("--dir {}: there is no such folder; make it first", options.folder));
  std::vector<CommandSyntax> commands = app.subcommands();
  commands.insert(commands.begin(), app);
  for (const CommandSyntax& command : commands)
    write_output((std::filesystem::path(options.folder) / (manual_name(command) + ".1")).string(),
                 manual_page(command));
}

constexpr const char* k_man_footer = R"(
Examples:
  palio man run | man -l -                    read the page of a command
  palio man --dir ~/.local/share/man/man1    for `man palio` and `man palio-run`)";

}  // namespace

void setup_man(const CommandSyntax& app) {
  const auto options = std::make_shared<ManOptions>();
  const CommandSyntax command = app.add_subcommand("man", "Print a manual page, or write all of them");
  command.add_option("command", options->command, "The command it is about; all of palio unless given")
      .type_name("COMMAND");
  command.add_option("--dir", options->folder, "Write the pages of all commands into this folder").type_name("D");
  command.footer(k_man_footer);
  command.runs([options, app] {
    if (options->folder.empty())
      say("{}", manual_page(options->command.empty() ? app : command_named(app, options->command)));
    else
      write_pages(app, *options);
    return k_success;
  });
}

}  // namespace palio
