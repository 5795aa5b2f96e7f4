#include <fmt/format.h>

#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/help/completion.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/syntax/exit_status.h"
#include "core/text/talk.h"

namespace palio {
namespace {

constexpr const char* k_completion_footer = R"(
Examples:
  source <(palio completion bash)     in ~/.bashrc
  source <(palio completion zsh)      in ~/.zshrc, behind compinit)";

}  // namespace

void setup_completion(const CommandSyntax& app) {
  const auto shell = std::make_shared<std::string>();
  const CommandSyntax command =
      app.add_subcommand("completion", "Print a script that completes palio's command line in a shell");
  command.add_option("shell SHELL", *shell, "bash or zsh").required().choice({"bash", "zsh"});
  command.footer(k_completion_footer);
  command.runs([shell, app] {
    say("{}", *shell == "bash" ? bash_completion(app) : zsh_completion(app));
    return k_success;
  });
}

}  // namespace palio
