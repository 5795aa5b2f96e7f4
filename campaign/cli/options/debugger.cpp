#include "campaign/cli/options/debugger.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

#include "core/error.h"
#include "core/text/talk.h"
#include "runners/wire/lines.h"

namespace palio {
namespace {

// A file without a name, which is there for as long as the debugger is: gdb takes over this process's number.
std::string request_file(const RunRequest& request) {
  const int file = memfd_create("palio-request", 0);
  if (file < 0 || !write_line(file, encode(request))) throw_errno("cannot write down the request for the debugger");
  return fmt::format("/proc/{}/fd/{}", getpid(), file);
}

}  // namespace

void debug(const RunRequest& request, const EngineChoice& engine) {
  std::string program = "gdb", quiet = "-q", arguments = "--args", one = "--one";
  std::string worker = worker_program(engine).string();
  std::string file = request_file(request);
  talk(
      "gdb: the scenario runs in the worker's own process. \"break palio::run_scenario\" and \"run\" stop ahead of "
      "it.\n");
  std::signal(SIGPIPE, SIG_DFL);
  std::array<char*, 7> values{program.data(), quiet.data(), arguments.data(), worker.data(),
                              one.data(),     file.data(),  nullptr};
  execvp(program.c_str(), values.data());
  if (errno == ENOENT) throw UserError("--gdb needs gdb, which is not installed: apt-get install gdb");
  throw_errno("cannot start gdb");
}

}  // namespace palio
