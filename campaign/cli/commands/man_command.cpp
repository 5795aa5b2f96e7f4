#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/exit_status.h"
#include "campaign/cli/help/command_tree.h"
#include "campaign/cli/help/manual.h"
#include "campaign/cli/output/output.h"
#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

struct ManOptions {
  std::string command;  // empty: the whole
  std::string folder;   // empty: the standard output
};

CLI::App& command_named(CLI::App& app, const std::string& typed) {
  if (typed.empty()) return app;
  std::vector<std::string> names;
  for (CLI::App* command : visible_commands(app)) {
    if (command->get_name() == typed) return *command;
    names.push_back(command->get_name());
  }
  throw UserError(fmt::format("there is no command \"{}\"{}", typed,
                              suggestion(typed, std::vector<std::string_view>(names.begin(), names.end()))));
}

void write_pages(CLI::App& app, const ManOptions& options) {
  if (!options.command.empty())
    throw UserError(fmt::format("--dir writes the pages of all commands: leave out {}", options.command));
  if (!std::filesystem::is_directory(options.folder))
    throw UserError(fmt::format("--dir {}: there is no such folder; make it first", options.folder));
  std::vector<CLI::App*> commands = visible_commands(app);
  commands.insert(commands.begin(), &app);
  for (CLI::App* command : commands)
    write_output((std::filesystem::path(options.folder) / (manual_name(app, *command) + ".1")).string(),
                 manual_page(app, *command));
}

constexpr const char* k_footer = R"(
Examples:
  palio man run | man -l -                    read the page of a command
  palio man --dir ~/.local/share/man/man1    for `man palio` and `man palio-run`)";

}  // namespace

void setup_man(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ManOptions>();
  CLI::App* command = app.add_subcommand("man", "Print a manual page, or write all of them");
  command->add_option("command", options->command, "The command it is about; all of palio unless given")
      ->type_name("COMMAND");
  command->add_option("--dir", options->folder, "Write the pages of all commands into this folder")->type_name("D");
  command->footer(k_footer);
  command->callback([options, &app, &chosen] {
    chosen = [options, &app] {
      if (options->folder.empty())
        fmt::print("{}", manual_page(app, command_named(app, options->command)));
      else
        write_pages(app, *options);
      return k_success;
    };
  });
}

}  // namespace palio
