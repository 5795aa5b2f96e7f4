#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/exit_status.h"
#include "campaign/cli/help/completion.h"
#include "campaign/cli/options/options.h"

namespace palio {
namespace {

constexpr const char* k_footer = R"(
Examples:
  source <(palio completion bash)     in ~/.bashrc
  source <(palio completion zsh)      in ~/.zshrc, behind compinit)";

}  // namespace

void setup_completion(CLI::App& app, Command& chosen) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes palio's command line in a shell");
  require_choice(*command->add_option("shell", *shell, "bash or zsh")->required()->type_name("SHELL"), {"bash", "zsh"});
  command->footer(k_footer);
  command->callback([shell, &app, &chosen] {
    chosen = [shell, &app] {
      fmt::print("{}", *shell == "bash" ? bash_completion(app) : zsh_completion(app));
      return k_success;
    };
  });
}

}  // namespace palio
