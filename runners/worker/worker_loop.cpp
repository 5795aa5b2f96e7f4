#include "runners/worker/worker_loop.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <utility>

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

// Whether it comes from a library, or from a command.
bool comes_from(const RunRequest& request, int strategy, CodeKind kind) {
  const CustomCode* code = custom_code(request, strategy);
  return code != nullptr && code->kind() == kind;
}

// The strategies from this one on that, like it, are all Palio's or all custom.
Range alike(const RunRequest& request, int first) {
  const int count = static_cast<int>(request.strategies.size());
  int last = first + 1;
  while (last < count && is_custom(request, last) == is_custom(request, first)) ++last;
  return {first, last};
}

// Requests that a group runs as if they were one; their scenarios are numbered through.
class RequestQueue {
public:
  struct Part {
    std::string line;
    RunRequest request;
    int first, last;  // numbers of its scenarios, excluding `last`
  };

  /// Whether the request may follow the others: one job of a group has one set of limits and no custom code.
  bool takes(const RunRequest& request) const {
    if (parts_.empty()) return true;
    const auto is_short = [](const RunRequest& one) {
      return one.isolation == ProcessPer::group && one.trace.empty() && one.known.custom().empty();
    };
    const RunRequest& before = parts_.back().request;
    return is_short(before) && is_short(request) && before.time_limit == request.time_limit &&
           before.memory_limit == request.memory_limit;
  }

  void add(const std::string& line, RunRequest request) {
    const int first = size(), last = first + static_cast<int>(request.strategies.size());
    parts_.push_back({line, std::move(request), first, last});
    (lines_ += line) += '\n';
  }

  int size() const { return parts_.empty() ? 0 : parts_.back().last; }
  bool is_single() const { return parts_.size() == 1; }
  const std::string& lines() const { return lines_; }

  /// The request of a scenario.
  const Part& at(int scenario) const {
    return *std::ranges::find_if(parts_, [&](const Part& part) { return scenario < part.last; });
  }

  /// The ends of the requests whose scenarios have all been answered, once these are; each end only once.
  std::string ends(int answered) {
    std::string text;
    for (answered_ = answered; ended_ < parts_.size() && parts_[ended_].last <= answered_; ++ended_)
      (text += encode(Done{parts_[ended_].request.id})) += '\n';
    return text;
  }

  /// The next result lines with the ends that follow them.
  std::string with_ends(std::string_view results) {
    std::string text;
    while (!results.empty()) {
      const std::string_view line = results.substr(0, results.find('\n') + 1);
      (text += line) += ends(answered_ + 1);
      results.remove_prefix(line.size());
    }
    return text;
  }

private:
  std::vector<Part> parts_;
  std::string lines_;
  int answered_ = 0;
  std::size_t ended_ = 0;
};

// Starts keepers before forking the processes that ask them. Returns whether any was started.
bool keep_commands(const RunRequest& request) {
  bool any = false;
  for (const auto& code : request.known.custom()) {
    if (code->kind() != CodeKind::command || keeper_of(*code) != 0) continue;
    keep_command(*code);
    any = true;
  }
  return any;
}

Outcome outcome_of(const ChildReport& report) {
  if (const auto* failure = std::get_if<Failure>(&report.answer)) return *failure;
  return std::get<ResultLine>(decode_reply(encode_result(0, 0, std::get<std::string>(report.answer), 0, 0)))
      .result.outcome;
}

// Runs a scenario of a command, again where its failure says nothing about it: the process of the command, or its
// keeper, had served other scenarios, which may have left something there; or it was killed.
ChildReport run_asking(const RunRequest& request, const CustomCode& command, const std::function<ChildReport()>& run,
                       const Isolation& isolation) {
  constexpr int k_attempts = 3;
  for (int attempt = 1;; ++attempt) {
    const bool is_used = keeper_of(command) != 0;
    keep_commands(request);
    helpers() = {keeper_of(command)};
    ChildReport report = run();
    const Outcome outcome = isolation.orphaned() ? Completed() : outcome_of(report);
    if (std::holds_alternative<Completed>(outcome)) return report;
    const bool is_blameless = is_used && (command.numbers_answers() || keeper_of(command) == 0);
    end_keeper(command);  // so that the next scenario has a new one
    if (attempt == k_attempts || !(is_blameless || was_killed(outcome))) return report;
  }
}

// Limits on SimGrid's reading of a platform file. Grid'5000's with 1,528 hosts takes 5 s.
constexpr double k_reading_time = 30;                                // s of CPU
constexpr std::int64_t k_reading_memory = std::int64_t{400} << 20U;  // byte

// The last line that the process wrote says where it ended, if it had the time to write it.
std::string refusal_of(const PlatformRequest& request, const Failure& failure) {
  std::string_view said = failure.stderr_tail;
  while (said.ends_with('\n')) said.remove_suffix(1);
  constexpr std::string_view k_ends = "SimGrid ends here", k_abort = "/CRITICAL] ";
  const std::size_t last = said.rfind('\n') + 1;  // 0 where there is one line
  std::string where = fmt::format("{}: {}", request.place, k_ends);
  if (said.substr(last).starts_with(request.place + ":")) {
    where = said.substr(last);
    said = said.substr(0, last);
  }
  if (const std::size_t at = said.rfind(k_abort);
      failure.signal == SIGABRT && at != std::string::npos && where.ends_with(k_ends))
    return visible_line(
        where.replace(where.size() - k_ends.size(), k_ends.size(), "SimGrid refuses it: ") +
        std::string(said.substr(at + k_abort.size(), said.find_last_not_of(" \n") + 1 - at - k_abort.size())));
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

  /// `has_next`: another line has arrived already.
  void carry_out(const std::string& line, bool has_next) {
    Request request = decoded(line);
    const auto* run = std::get_if<RunRequest>(&request);
    if (run == nullptr || !queue_.takes(*run)) run_queue();
    if (run == nullptr) return read(std::get<PlatformRequest>(request));
    queue_.add(line, std::move(std::get<RunRequest>(request)));
    if (!has_next) run_queue();
  }

private:
  // What came before a bad line is answered.
  Request decoded(const std::string& line) {
    try {
      return decode_any_request(line, engine_.simulates == Simulates::often ? Recipes::names : Recipes::whole);
    } catch (...) {
      run_queue();
      throw;
    }
  }

  void run_queue() {
    RequestQueue queue = std::exchange(queue_, {});
    note(Activity::unknown);
    send_text(replies_, queue.ends(0));  // of a request for nothing
    for (int next = 0; next < queue.size() && !orphaned_;) {
      try {
        go_on(queue, next);
      } catch (const Shortage& shortage) {
        const RequestQueue::Part& part = queue.at(next);
        send(replies_, encode(ShortageLine{part.request.id, shortage}));
        next = part.last;
      }
      if (!orphaned_) send_text(replies_, queue.ends(next));
    }
  }

  // Runs scenarios from the next one on, in a group as far as possible. Custom strategies always have one process per
  // scenario, so that others never see what they leave behind in it.
  void go_on(RequestQueue& queue, int& next) {
    if (keep_commands(queue.at(next).request)) group_.end();  // which does not know it
    Group::Stop stop = Group::Stop::instance;
    if (const RunRequest& request = queue.at(next).request; in_groups(request)) {
      const int first = next - queue.at(next).first;
      if (!is_custom(request, first)) {
        const int last = queue.is_single() ? alike(request, first).last : queue.size();
        stop = group_.carry_out(queue.lines(), limits_of(request), next, last, [&](std::string_view results) {
          send_text(replies_, queue.with_ends(results));  // with the end of the request: palio wakes up once
        });
        orphaned_ = stop == Group::Stop::orphaned;
        if (orphaned_ || stop == Group::Stop::nothing) return;
      }
    }
    const auto& [line, request, first, last] = queue.at(next);
    Range range{next - first, last - first};
    if (in_groups(request))
      range.last = stop == Group::Stop::scenario ? range.first + 1 : alike(request, range.first).last;
    next = alone(line, request, range) ? first + range.last : last;
  }

  // The file of a trace belongs to a process.
  bool in_groups(const RunRequest& request) const {
    return request.isolation == ProcessPer::group && engine_.simulates == Simulates::often && request.trace.empty();
  }

  // 0: none. The wall-clock limit only ends sleepers: it must not run out for a scenario that computes on a busy
  // machine.
  Limits limits_of(const RunRequest& request) const {
    const double wait = request.time_limit > 0 ? std::max(k_waits * request.time_limit, shortest_wait_) : 0;
    return {.cpu_time = request.time_limit, .wall_time = wait, .memory = request.memory_limit};
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
      const auto run = [&] {
        return isolated([&] {
          if (comes_from(request, i, CodeKind::library)) Isolation::close_inherited();
          ScenarioReply reply = run_(*instance, request.strategies[i], request.detail);
          reply.simulation_time += share * instance->content->simulator_time();
          return encode(reply);
        });
      };
      helpers().clear();
      const bool asks = comes_from(request, i, CodeKind::command);
      const ChildReport report = asks ? run_asking(request, *custom_code(request, i), run, isolation) : run();
      if (isolation.orphaned()) return;
      send(replies_, encode_result(request.id, i, reply_text(report), report.cpu_time + share * instance->build_time,
                                   report.peak_memory, is_custom(request, i) ? report.words : ""));
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

  RequestQueue queue_;
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
      conversation.carry_out(*line, lines.has_next());
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
