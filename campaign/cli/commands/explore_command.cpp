#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/explore/explore.h"
#include "campaign/explore/http/http_server.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "core/tool.h"

namespace palio {
namespace {

struct ExploreOptions {
  std::vector<std::string> databases;
  int port = 0;  // 0: any
  std::string socket;
  bool open = false;  // in a browser
  CodeOptions code;
};

// The desktop's own program chooses the browser.
void open_browser(const std::string& address) {
  const std::string command =
      fmt::format("command -v xdg-open >/dev/null && {{ xdg-open '{}' >/dev/null 2>&1 & }}", address);
  const RequestsLetThrough to_browser;
  if (std::system(command.c_str()) != 0) talk("no browser was opened: xdg-open is missing\n");
}

int run_explore(const ExploreOptions& options) {
  if (!options.socket.empty() && options.port != 0) throw UserError("--socket and --port: give one of them");
  if (!options.socket.empty() && options.open) throw UserError("--open goes with a port: a browser opens no socket");
  Explorer explorer({options.databases.begin(), options.databases.end()}, options.code, charts_script());
  HttpServer server({.port = options.port, .socket = options.socket});
  const HttpGuard guard{.token = new_token(), .port = server.port()};
  const std::string address = fmt::format(
      "http://{}/?token={}", guard.port == 0 ? "localhost:PORT" : fmt::format("127.0.0.1:{}", guard.port), guard.token);
  say("{}\n", address);
  if (guard.port == 0)
    say("PORT is that of a tunnel: ssh -L PORT:{} MACHINE\n",
        brief_shell_word(std::filesystem::absolute(options.socket).string()));
  std::fflush(stdout);
  talk("Ctrl-C ends it.\n");
  if (options.open) open_browser(address);
  const int signal = server.run([&](const HttpRequest& request) {
    if (std::optional<HttpAnswer> refused = guarded_answer(request, guard)) return *std::move(refused);
    HttpAnswer answer = explorer.answer(request);
    answer.to_owner = true;
    return answer;
  });
  talk("palio explore: ended by SIG{}\n", sigabbrev_np(signal));
  return k_success;
}

}  // namespace

void setup_explore(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<ExploreOptions>(app, "explore", "Look at a campaign in the browser, also while it runs", run_explore);
  command.add_option("database F", options.databases, "Campaign file; several are read as one").required();
  command.add_option("--port N", options.port, "Port of this machine to listen at (default: any that is free)")
      .count(1, 65535);
  command.add_option("--socket FILE", options.socket,
                     "Listen at a socket that only its owner may open, for machines shared with others");
  command.add_flag("--open", options.open, "Open the page in the desktop's browser");
  add_code(command, options.code, CodeUse::campaign);
}

}  // namespace palio
