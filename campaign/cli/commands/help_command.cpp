#include <fmt/format.h>

#include <memory>
#include <string>

#include "campaign/cli/commands.h"
#include "campaign/cli/help/help_text.h"
#include "campaign/cli/help/usage.h"
#include "campaign/cli/syntax/exit_status.h"
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
  const auto typed = std::make_shared<std::string>();
  const CommandSyntax command = app.add_subcommand("help", "Show this help, or that of a command");
  command.add_option("command COMMAND", *typed, "The command to tell about");
  command.runs([typed, app] { return print_help(typed->empty() ? app : command_named(app, *typed)); });
}

void setup_version(const CommandSyntax& app) {
  const CommandSyntax command = app.add_subcommand("version", "Show the versions of Palio and of its libraries");
  command.runs(print_version);
}

}  // namespace palio
