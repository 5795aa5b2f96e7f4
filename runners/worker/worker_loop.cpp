#include "runners/worker/worker_loop.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>

#include "core/error.h"
#include "core/shortage.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"
#include "core/version.h"
#include "runners/custom/command_keeper.h"
#include "runners/kinds/steps.h"
#include "runners/process/heartbeat.h"
#include "runners/process/orphaned_processes.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"
#include "runners/worker/group.h"
#include "runners/worker/isolation.h"
#include "runners/worker/processor_binding.h"

namespace palio {
namespace {

// The program that started the worker is gone.
struct NobodyReads {};

void send_text(int replies, std::string_view lines) {
  if (write_text(replies, lines)) return;
  if (errno == EPIPE) throw NobodyReads();
  throw_errno("cannot write a reply");
}

void send(int replies, std::string line) { send_text(replies, line += '\n'); }

// Where a scenario and its references must not share a process.
struct NoReferences {};

struct Range {
  int first, last;  // excluding `last`
};

std::vector<Recipe> strategies_of(const RunRequest& request, Range range) {
  return {request.strategies.begin() + range.first, request.strategies.begin() + range.last};
}

// The answer of a process, or the failure that took its place, as the text of a ScenarioReply.
std::string reply_text(const ChildReport& report) {
  if (const auto* text = std::get_if<std::string>(&report.answer)) return *text;
  return encode(ScenarioReply{std::get<Failure>(report.answer)});
}

// A platform or workload that cannot be built fails all scenarios of the instance.
void answer_failed(const RunRequest& request, Range range, const std::string& message, int replies) {
  const std::string reply = encode(ScenarioReply{Failure{FailureKind::exception, 0, message, {}}});
  for (int i = range.first; i < range.last; ++i) send(replies, encode_result(request.id, i, reply, 0, 0));
}

std::optional<BuiltInstance> build_or_fail(const RunRequest& request, Range range, const Engine& engine, int replies) {
  try {
    const Heartbeat heartbeat(replies, Activity::building);
    return build_instance(request, engine.kinds);
  } catch (const Shortage&) {
    throw;
  } catch (const std::exception& error) {
    answer_failed(request, range, error.what(), replies);
    return std::nullopt;
  }
}

// Null for a strategy of Palio.
const CustomCode* custom_code(const RunRequest& request, int strategy) {
  return request.known.code_of(request.strategies[strategy].name);
}

bool is_custom(const RunRequest& request, int strategy) { return custom_code(request, strategy) != nullptr; }

bool loads_library(const RunRequest& request, int strategy) {
  const CustomCode* code = custom_code(request, strategy);
  return code != nullptr && code->kind() == CodeKind::library;
}

// The strategies from this one on that, like it, are all Palio's or all custom.
Range alike(const RunRequest& request, int first) {
  const int count = static_cast<int>(request.strategies.size());
  int last = first + 1;
  while (last < count && is_custom(request, last) == is_custom(request, first)) ++last;
  return {first, last};
}

// Starts keepers before forking the processes that ask them. Returns whether any was started.
bool keep_commands(const RunRequest& request) {
  bool any = false;
  for (const auto& code : request.known.custom()) {
    if (code->kind() != CodeKind::command || keeps_command(*code)) continue;
    keep_command(code);
    any = true;
  }
  return any;
}

// Limits on SimGrid's reading of a platform file. Grid'5000's with 1,528 hosts takes 5 s.
constexpr double k_reading_time = 30;                                // s of CPU
constexpr std::int64_t k_reading_memory = std::int64_t{400} << 20U;  // byte

// The last line that the process wrote says where it ended, if it had the time to write it.
std::string refusal_of(const PlatformRequest& request, const Failure& failure) {
  std::string_view said = failure.stderr_tail;
  while (said.ends_with('\n')) said.remove_suffix(1);
  const std::size_t last = said.rfind('\n') + 1;  // 0 where there is one line
  std::string where = request.place + ": SimGrid ends here";
  if (said.substr(last).starts_with(request.place + ":")) {
    where = said.substr(last);
    said = said.substr(0, last);
  }
  std::string why = failure.message;
  if (failure.kind == FailureKind::crashed) why = fmt::format("killed by signal {}", failure.signal);
  if (failure.kind == FailureKind::timeout) why = fmt::format("reading takes more than {} s", k_reading_time);
  if (failure.kind == FailureKind::out_of_memory)
    why = fmt::format("reading takes more than {} MiB", k_reading_memory >> 20U);
  return visible_line(fmt::format("{} ({}) {}", where, why, said));
}

std::string read_or_refused(const PlatformRequest& request, const Engine& engine) {
  try {
    return encode(ReadLine{request.id, engine.read_platform(request.xml, request.place), {}});
  } catch (const UserError& error) {
    return encode(ReadLine{request.id, {}, error.what()});
  }
}

class Conversation {
public:
  Conversation(int replies, const Engine& engine, const RunScenario& run, double shortest_wait)
      : replies_(replies), engine_(engine), run_(run), shortest_wait_(shortest_wait) {}

  bool orphaned() const { return orphaned_; }

  void carry_out(const std::string& line) {
    const bool in_groups = engine_.simulates == Simulates::often;
    const Request request = decode_any_request(line, in_groups ? Recipes::names : Recipes::whole);
    note(Activity::unknown);
    if (const auto* platform = std::get_if<PlatformRequest>(&request))
      read(*platform);
    else
      run(line, std::get<RunRequest>(request));
  }

private:
  void run(const std::string& line, const RunRequest& request) {
    std::string last;  // results that go out with the end of the request: palio wakes up once
    try {
      if (keep_commands(request)) group_.end();  // which does not know it
      // The file of a trace belongs to a process.
      if (request.isolation == ProcessPer::group && engine_.simulates == Simulates::often && request.trace.empty())
        last = in_group(line, request);
      else
        alone(line, request, {0, static_cast<int>(request.strategies.size())});
    } catch (const Shortage& shortage) {
      send(replies_, encode(ShortageLine{request.id, shortage}));
    }
    if (!orphaned_) send(replies_, last + encode(Done{request.id}));
  }

  // 0: none. The wall-clock limit only ends sleepers: it must not run out for a scenario that computes on a busy
  // machine.
  Limits limits_of(const RunRequest& request) const {
    const double wait = request.time_limit > 0 ? std::max(k_waits * request.time_limit, shortest_wait_) : 0;
    return {.cpu_time = request.time_limit, .wall_time = wait, .memory = request.memory_limit};
  }

  // Custom strategies always have one process per scenario, so that others never see what they leave behind in it.
  // Returns the last results if a group ran them; the others have been sent.
  std::string in_group(const std::string& line, const RunRequest& request) {
    const int count = static_cast<int>(request.strategies.size());
    int next = 0;
    std::string last;
    const auto tell = [&](std::string_view lines) { next < count ? send_text(replies_, lines) : void(last = lines); };
    while (next < count && !orphaned_) {
      Range range = alike(request, next);
      if (!is_custom(request, next)) {
        const Group::Stop stop = group_.carry_out(line, limits_of(request), next, range.last, tell);
        if (stop == Group::Stop::nothing) continue;
        orphaned_ = stop == Group::Stop::orphaned;
        range = {next, stop == Group::Stop::scenario ? next + 1 : range.last};
      }
      if (!orphaned_ && !alone(line, request, range)) break;
      next = range.last;
    }
    return last;
  }

  // False: the process of the instance was lost with the rest of its work.
  bool alone(const std::string& line, const RunRequest& request, Range range) {
    if (keep_commands(request)) group_.end();  // an earlier scenario may have killed a keeper
    const SparedChild idle(group_.process());
    const bool whole = engine_.simulates == Simulates::once;
    const ChildReport report = run_instance(whole ? request : decode_request(line), range);
    orphaned_ = isolation_.orphaned();
    if (orphaned_ || std::holds_alternative<std::string>(report.answer)) return true;
    send(replies_, encode_lost(request.id, reply_text(report)));
    return false;
  }

  // Forks the process of an instance, so that neither building it nor what its scenarios do to their parent can harm
  // the worker, and SimGrid's only Engine of a process is new for each.
  ChildReport run_instance(const RunRequest& request, Range range) {
    constexpr std::string_view k_answered = "answered";
    ChildReport report = isolation_.run(
        [&]() -> std::string {
          try {
            answer(request, range);
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

  // Runs functions in processes that this one, of an instance, forks.
  RunIsolated isolated_by(Isolation& isolation, const RunRequest& request) {
    return [this, &isolation, limits = limits_of(request), binding = ProcessorBinding()](const auto& function) {
      return isolation.run(
          [&] {
            binding.release();
            close(replies_);  // leftover processes must not keep palio waiting for the worker's end
            return function();
          },
          limits);
    };
  }

  // In the process of an instance: builds it once, then forks a process for each strategy. What the scenarios share is
  // charged to them in equal parts.
  void answer(const RunRequest& request, Range range) {
    if (is_only(request) && built_and_run(request)) return;
    std::optional<BuiltInstance> instance = build_or_fail(request, range, engine_, replies_);
    if (!instance) return;
    const double share = 1.0 / static_cast<double>(request.strategies.size());
    Isolation isolation(replies_, alive_);
    const RunIsolated isolated = isolated_by(isolation, request);
    note(Activity::references);
    add_references(*instance, strategies_of(request, range), isolated);
    for (int i = range.first; i < range.last; ++i) {
      keep_commands(request);
      const ChildReport report = isolated([&] {
        if (loads_library(request, i)) Isolation::close_inherited();
        ScenarioReply reply = run_(*instance, request.strategies[i], request.detail);
        reply.simulation_time += share * instance->content->simulator_time();
        return encode(reply);
      });
      if (isolation.orphaned()) return;
      send(replies_, encode_result(request.id, i, reply_text(report), report.cpu_time + share * instance->build_time,
                                   report.peak_memory));
    }
  }

  // Whether nothing else needs the instance, and a first attempt may fail without a name.
  bool is_only(const RunRequest& request) const {
    return request.strategies.size() == 1 && engine_.simulates == Simulates::once && !is_custom(request, 0) &&
           request.isolation == ProcessPer::group;
  }

  // The process of an instance's only scenario also builds the instance: then it does not copy what it changes of it,
  // page by page. As in a group, the answer counts only if the scenario completed; false: it must run again.
  bool built_and_run(const RunRequest& request) {
    note(Activity::building);
    Isolation isolation(replies_, alive_);
    const ChildReport report = isolated_by(isolation, request)([&] { return completed_reply(request); });
    const auto* reply = std::get_if<std::string>(&report.answer);
    if (reply == nullptr || reply->empty()) return false;
    send(replies_, encode_result(request.id, 0, *reply, report.cpu_time, report.peak_memory));
    return true;
  }

  // Empty if there is none, or if the scenario is compared with references, which need processes of their own.
  std::string completed_reply(const RunRequest& request) const {
    try {
      BuiltInstance instance = build_instance(request, engine_.kinds);
      add_references(instance, request.strategies, [](const auto&) -> ChildReport { throw NoReferences(); });
      ScenarioReply reply = run_(instance, request.strategies.front(), request.detail);
      if (!std::holds_alternative<Completed>(reply.outcome)) return {};
      reply.simulation_time += instance.content->simulator_time();
      return encode(reply);
    } catch (...) {  // what is wrong is named when it runs again
      return {};
    }
  }

  // In a separate process: SimGrid aborts on some errors.
  void read(const PlatformRequest& request) {
    if (engine_.read_platform == nullptr)
      return send(replies_, encode(ReadLine{request.id, {}, "this worker's engine reads no platform files"}));
    group_.end();
    try {
      Isolation isolation(replies_, alive_);
      const ChildReport report = isolation.run([&] { return read_or_refused(request, engine_); },
                                               {.cpu_time = k_reading_time, .memory = k_reading_memory});
      orphaned_ = isolation.orphaned();
      if (orphaned_) return;
      const auto* failure = std::get_if<Failure>(&report.answer);
      send(replies_, failure == nullptr ? std::get<std::string>(report.answer)
                                        : encode(ReadLine{request.id, {}, refusal_of(request, *failure)}));
    } catch (const Shortage& shortage) {
      send(replies_, encode(ShortageLine{request.id, shortage}));
    }
  }

  int replies_;
  const Engine& engine_;
  const RunScenario& run_;
  double shortest_wait_;
  bool orphaned_ = false;
  std::function<void()> alive_ = [this] { send(replies_, encode(Alive{noted_activity()})); };
  Isolation isolation_{replies_};
  Group group_{[this](const GroupEnds& ends) {
                 close(replies_);  // leftover processes must not keep palio waiting for the worker's end
                 return run_group_process(ends, engine_, run_);
               },
               {replies_, alive_}};
};

// Called in a catch block: a shortage goes to the caller, anything else to standard error.
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
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe must not end the worker before leftover processes are killed
  try {
    LineReader lines(requests);
    Conversation conversation(replies, engine, run, shortest_wait);
    send(replies, encode(Hello{k_protocol_version, std::string(k_version), engine.info}));
    while (!conversation.orphaned()) {
      const std::optional<std::string> line = lines.next();
      if (!line) break;
      conversation.carry_out(*line);
    }
  } catch (const NobodyReads&) {
    return 1;
  } catch (const std::exception&) {
    tell_end(replies);
    return 1;
  }
  return 0;
}

}  // namespace palio
