#include "runners/worker/worker_loop.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>

#include "core/error.h"
#include "core/shortage.h"
#include "core/text/talk.h"
#include "runners/custom/command_keeper.h"
#include "runners/custom/library.h"
#include "runners/kinds/steps.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/worker/isolation.h"

namespace palio {
namespace {

std::string content(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw UserError(fmt::format("cannot read the request {}", file));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

ScenarioReply carry_out(const RunRequest& request, const Engine& engine) {
  if (request.strategies.empty()) throw UserError("the request has no strategy");
  Isolation isolation(STDOUT_FILENO);
  for (const auto& code : request.known.custom())
    if (code->kind() == CodeKind::command) keep_command(*code);
  BuiltInstance instance = build_instance(request, engine.kinds);
  add_references(instance, {request.strategies.front()}, [&](const std::function<std::string()>& function) {
    return isolation.run(function, {.memory = request.memory_limit});
  });
  return run_scenario(instance, request.strategies.front(), request.detail);
}

// Runs the first strategy of the request in `file` in this process, so that a debugger can look into it; only the
// references come from separate processes. Prints the result line on standard output. Returns the exit status: 0
// completed, 2 failed, 1 with a message for an invalid request.
int run_one_scenario(const std::string& file, const Engine& engine) {
  try {
    const RunRequest request = decode_request(content(file));
    const ScenarioReply reply = carry_out(request, engine);
    say("{}\n", as_is(encode_result(request.id, 0, encode(reply), cpu_clock(), 0)));
    return std::holds_alternative<Completed>(reply.outcome) ? 0 : 2;
  } catch (const std::exception& error) {
    talk("palio-worker: {}\n", error.what());
    return 1;
  }
}

// Prints the description of a library or a command, or why there is none; a separate process asks for it.
int describe(const std::function<std::string()>& description) {
  Isolation isolation(STDOUT_FILENO, [] { write_line(STDOUT_FILENO, encode(Alive{})); });
  const ChildReport report = isolation.run(
      [&] {
        adopt_orphans();
        return encode(or_failure<Description>([&] { return Description(description()); }));
      },
      {.cpu_time = k_describing, .wall_time = 2 * k_describing, .memory = 0});
  const auto* failure = std::get_if<Failure>(&report.answer);
  const std::string line = failure != nullptr ? encode(Description(*failure)) : std::get<std::string>(report.answer);
  return write_line(STDOUT_FILENO, line) ? 0 : 1;
}

}  // namespace

int serve_standard_streams(const Engine& engine, const RunScenario& run, double shortest_wait) {
  const int requests = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int replies = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (requests < 0 || replies < 0) {
    const Resource lacking = lacking_resource(errno).value_or(Resource::open_files);
    write_line(STDOUT_FILENO, encode(ShortageLine{0, Shortage(lacking, "the worker cannot copy its streams")}));
    return 1;
  }
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return worker_loop(requests, replies, engine, run, shortest_wait);
}

int worker_main(int argc, char** argv, const Engine& engine) {
  if (argc == 1) return serve_standard_streams(engine);
  if (argc == 3 && std::string_view(argv[1]) == "--one") return run_one_scenario(argv[2], engine);
  if (argc == 3 && std::string_view(argv[1]) == "--describe")
    return describe([&] { return Library(argv[2], {}).description(); });
  if (argc == 4 && std::string_view(argv[1]) == "--describe-command")
    return describe([&] { return command_description(argv[3], argv[2]); });
  talk(
      "palio-worker: it takes no arguments, --one REQUEST, --describe LIBRARY or --describe-command FOLDER COMMAND\n"
      "(docs/worker-protocol.md)\n");
  return 1;
}

}  // namespace palio
