#include "campaign/cli/commands.h"
#include "campaign/cli/help.h"
#include "core/text/talk.h"
#include "core/version.h"

namespace palio {

int print_help(const CommandSyntax& command) {
  say("{}", help_text(command));
  return k_success;
}

int print_version() {
  say("palio {}\n\nBuilt by {} with:\n{}\n", k_version, k_compiler, k_libraries);
  return k_success;
}

void setup_help(const CommandSyntax& app) {
  const auto [command, name] = add_command<std::string>(
      app, "help", "Show this help, or a command's help",
      [app](const std::string& typed) { return print_help(typed.empty() ? app : command_named(app, typed)); });
  command.add_option("command COMMAND", name, "Command to explain");
}

void setup_version(const CommandSyntax& app) {
  app.add_subcommand("version", "Show the versions of Palio and of its libraries").runs(print_version);
}

}  // namespace palio
