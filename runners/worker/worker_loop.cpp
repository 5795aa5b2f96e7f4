#include "runners/worker/worker_loop.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/shortage.h"
#include "core/text/talk.h"
#include "core/version.h"
#include "runners/kinds/activity_note.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"
#include "runners/worker/heartbeat.h"
#include "runners/worker/isolation.h"
#include "runners/worker/one_scenario.h"
#include "runners/worker/processor_binding.h"
#include "runners/worker/references.h"

namespace palio {
namespace {

// Replies go to whoever started the worker; without it there is nothing left to do.
void send(int replies, std::string line) {
  if (!write_line(replies, std::move(line))) throw_errno("cannot write a reply");
}

// The answer of a process, or the failure that took its place, as the text of a ScenarioReply.
std::string reply_text(const ChildReport& report) {
  if (const auto* text = std::get_if<std::string>(&report.answer)) return *text;
  return encode(ScenarioReply{std::get<Failure>(report.answer), 0, 0, std::nullopt});
}

// A platform or workload that cannot be built fails all scenarios of the instance.
void answer_failed(const RunRequest& request, const std::string& message, int replies) {
  const std::string reply = encode(ScenarioReply{Failure{FailureKind::exception, 0, message, {}}, 0, 0, std::nullopt});
  for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i)
    send(replies, encode_result(request.id, i, reply, 0, 0));
}

std::optional<BuiltInstance> build_or_fail(const RunRequest& request, const Engine& engine, int replies) {
  try {
    const Heartbeat heartbeat(replies, Activity::building);
    return build_instance(request, engine.kinds);
  } catch (const Shortage&) {
    throw;
  } catch (const std::exception& error) {
    answer_failed(request, error.what(), replies);
    return std::nullopt;
  }
}

// 0 for none. The wall clock only ends those that sleep: it must not run out for one that computes on a busy machine.
Limits limits_of(const RunRequest& request, double shortest_wait) {
  const double wait = request.time_limit > 0 ? std::max(k_waits * request.time_limit, shortest_wait) : 0;
  return {.cpu_time = request.time_limit, .wall_time = wait, .memory = request.memory_limit};
}

// In the process of an instance: builds it once, then forks a process for each strategy. What the scenarios share is
// charged to them in equal parts.
void answer(const RunRequest& request, int replies, const Engine& engine, const RunScenario& run,
            const Limits& limits) {
  std::optional<BuiltInstance> instance = build_or_fail(request, engine, replies);
  if (!instance) return;
  const double share = 1.0 / static_cast<double>(request.strategies.size());
  const ProcessorBinding binding;
  Isolation isolation(replies, [&] { send(replies, encode(Alive{noted_activity()})); });
  const RunIsolated isolated = [&](const std::function<std::string()>& function) {
    return isolation.run(
        [&] {
          binding.release();
          close(replies);  // whatever it leaves behind must not keep palio waiting for the worker's end
          return function();
        },
        limits);
  };
  note(Activity::references);
  add_references(*instance, request.strategies, isolated);
  for (int i = 0; i < static_cast<int>(request.strategies.size()); ++i) {
    const ChildReport report = isolated([&] {
      ScenarioReply reply = run(*instance, request.strategies[static_cast<std::size_t>(i)], request.detail);
      reply.simulation_time += share * instance->content->simulator_time();
      return encode(reply);
    });
    if (isolation.orphaned()) return;
    send(replies, encode_result(request.id, i, reply_text(report), report.cpu_time + share * instance->build_time,
                                report.peak_memory));
  }
}

// Forks the process of an instance, so that neither building it nor what its scenarios do to their parent can harm the
// worker, and SimGrid's only Engine of a process is new for each.
ChildReport run_instance(const RunRequest& request, int replies, const Engine& engine, const RunScenario& run,
                         const Limits& limits, Isolation& isolation) {
  constexpr std::string_view k_answered = "answered";
  ChildReport report = isolation.run(
      [&]() -> std::string {
        try {
          answer(request, replies, engine, run, limits);
          return std::string(k_answered);
        } catch (const Shortage&) {
          throw;
        } catch (const std::exception& error) {
          return error.what();
        }
      },
      {.memory = request.memory_limit});
  if (const auto* text = std::get_if<std::string>(&report.answer); text != nullptr && *text != k_answered)
    report.answer = Failure{FailureKind::exception, 0, *text, {}};
  return report;
}

void carry_out(const RunRequest& request, int replies, const Engine& engine, const RunScenario& run,
               double shortest_wait, Isolation& isolation) {
  note(Activity::unknown);
  try {
    const ChildReport report = run_instance(request, replies, engine, run, limits_of(request, shortest_wait), isolation);
    if (isolation.orphaned()) return;
    if (std::holds_alternative<Failure>(report.answer)) send(replies, encode_lost(request.id, reply_text(report)));
  } catch (const Shortage& shortage) {
    send(replies, encode(ShortageLine{request.id, shortage}));
  }
  send(replies, encode(Done{request.id}));
}

// Inside a catch block: the caller is told what is lacking, a person everything else.
void tell_end(int replies) {
  try {
    rethrow_shortage();
  } catch (const Shortage& shortage) {
    write_line(replies, encode(ShortageLine{0, shortage}));
  } catch (const std::exception& error) {
    talk("palio-worker: {}\n", error.what());
  }
}

}  // namespace

int worker_loop(int requests, int replies, const Engine& engine, const RunScenario& run, double shortest_wait) {
  try {
    LineReader lines(requests);
    Isolation isolation(replies);
    send(replies, encode(Hello{k_protocol_version, std::string(k_version), engine.info}));
    while (const std::optional<std::string> line = lines.next()) {
      carry_out(decode_request(*line), replies, engine, run, shortest_wait, isolation);
      if (isolation.orphaned()) return 0;
    }
  } catch (const std::exception&) {
    tell_end(replies);
    return 1;
  }
  return 0;
}

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
  talk("palio-worker: it takes no arguments, or --one REQUEST (docs/worker-protocol.md)\n");
  return 1;
}

}  // namespace palio
