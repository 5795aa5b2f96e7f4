#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "campaign/cli/commands.h"
#include "campaign/cli/exit_status.h"
#include "campaign/cli/help/usage.h"
#include "core/version.h"

namespace palio {

int print_help(const CLI::App& app, const std::string& typed) {
  const CLI::App& command = typed.empty() ? app : command_named(app, typed);
  fmt::print("{}", app.get_formatter()->make_help(&command, typed.empty() ? "palio" : "palio " + typed,
                                                  CLI::AppFormatMode::Normal));
  return k_success;
}

void setup_help(CLI::App& app, Command& chosen) {
  const auto typed = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("help", "Show this help, or that of a command");
  command->add_option("command", *typed, "The command to tell about")->type_name("COMMAND");
  command->callback([typed, &app, &chosen] { chosen = [typed, &app] { return print_help(app, *typed); }; });
}

void setup_version(CLI::App& app, Command& chosen) {
  CLI::App* command = app.add_subcommand("version", "Show the version of Palio");
  command->callback([&chosen] {
    chosen = [] {
      fmt::print("palio {}\n", k_version);
      return k_success;
    };
  });
}

}  // namespace palio
