#include "runners/client/worker_runner.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "core/error.h"
#include "core/shortage.h"
#include "runners/process/process_end.h"

namespace palio {
namespace {

// Reads the replies to one request line by line and checks their order.
class ReplyReader {
public:
  ReplyReader(const RunRequest& request, const Runner::Sink& sink, std::atomic<Activity>& activity)
      : request_(request), sink_(sink), activity_(activity) {
    activity_ = Activity::unknown;
  }

  bool complete() const { return complete_; }
  const std::optional<Shortage>& shortage() const { return shortage_; }

  void read(const std::string& line) {
    ReplyLine reply = decode_reply(line);
    const bool understood = std::visit([this](auto& part) { return this->take(part); }, reply);
    if (!understood) throw ProtocolError(fmt::format("unexpected reply: {:.200}", line));
  }

private:
  bool all_finished() const { return finished_ == static_cast<int>(request_.strategies.size()); }

  bool take(ResultLine& line) {
    if (lost_ || shortage_ || all_finished() || line.id != request_.id || line.strategy != finished_) return false;
    sink_(finished_++, std::move(line.result), std::move(line.detail));
    return true;
  }

  // The process of an instance may end after its last scenario: then no result is missing.
  bool take(LostLine& line) {
    if (lost_ || shortage_ || line.id != request_.id) return false;
    lost_ = true;
    if (!all_finished()) sink_(finished_++, std::move(line.result), std::nullopt);
    return true;
  }

  bool take(ShortageLine& line) {
    if (lost_ || shortage_ || line.id != request_.id) return false;
    if (!all_finished()) shortage_.emplace(std::move(line.shortage));
    return true;
  }

  bool take(const Done& done) {
    complete_ = done.id == request_.id && (lost_ || shortage_ || all_finished());
    return complete_;
  }

  bool take(const Alive& alive) {
    activity_ = alive.doing;
    return true;
  }
  static bool take(const Hello&) { return false; }
  static bool take(const ReadLine&) { return false; }

  const RunRequest& request_;
  const Runner::Sink& sink_;
  std::atomic<Activity>& activity_;
  int finished_ = 0;
  bool lost_ = false;
  std::optional<Shortage> shortage_;
  bool complete_ = false;
};

// Empty if the line is not a hello of this protocol version.
std::optional<Hello> read_hello(const std::string& line) {
  try {
    const ReplyLine reply = decode_reply(line);
    if (const auto* shortage = std::get_if<ShortageLine>(&reply)) throw Shortage(shortage->shortage);
    const auto* hello = std::get_if<Hello>(&reply);
    return hello != nullptr && hello->protocol == k_protocol_version ? std::optional(*hello) : std::nullopt;
  } catch (const ProtocolError&) {
    return std::nullopt;
  }
}

}  // namespace

Hello WorkerRunner::hello() {
  Patience::Slot slot(*patience_);
  if (!worker_) start(slot);
  return hello_;
}

void WorkerRunner::start(Patience::Slot& slot) {
  while (!worker_ && !aborted_) {
    try {
      start_patiently();
    } catch (const Shortage& shortage) {
      slot.wait(shortage, aborted_);
    }
  }
}

// A worker that is killed before it says hello must not end a campaign.
void WorkerRunner::start_patiently() {
  constexpr int k_attempts = 3;
  for (int attempt = 1;; ++attempt) {
    {
      const std::scoped_lock lock(worker_mutex_);
      worker_ = std::make_unique<WorkerProcess>(program_, longest_silence_);
      told_.clear();
    }
    try {
      return greet();
    } catch (const Shortage&) {
      stop();
      throw;
    } catch (const Hindrance&) {
      stop();
      if (attempt == k_attempts || aborted_) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(attempt == 1 ? 100 : 1000));
    }
  }
}

void WorkerRunner::greet() {
  std::optional<std::string> line;
  try {
    line = worker_->receive();
  } catch (const ProtocolError& error) {
    throw Hindrance(fmt::format("the worker {} does not say hello: {}", program_.string(), error.what()));
  } catch (const Silence& silence) {
    throw Hindrance(fmt::format("the worker {} never said hello: {}", program_.string(), silence.what()));
  }
  if (aborted_) return;
  if (!line)
    throw Hindrance(fmt::format("the worker {0} ended before it said hello: {1}; `{0} < /dev/null` shows why",
                                program_.string(), describe_status(worker_->wait())));
  const std::optional<Hello> hello = read_hello(*line);
  if (!hello)
    throw Hindrance(
        fmt::format("the worker {} does not speak version {} of the worker protocol: {:.200}; palio and "
                    "palio-worker must be of one version",
                    program_.string(), k_protocol_version, *line));
  hello_ = *hello;
}

void WorkerRunner::stop() {
  const std::scoped_lock lock(worker_mutex_);
  worker_.reset();
}

void WorkerRunner::run(const RunRequest& request, const Sink& sink) {
  const RunRequest* const one = &request;
  run_all({&one, 1}, of_all(sink));
}

void WorkerRunner::run_all(std::span<const RunRequest* const> requests, const SinkOfAll& sink) {
  Patience::Slot slot(*patience_);
  std::vector<int> finished(requests.size(), 0);
  const auto misses = [&](std::size_t i) {
    return !aborted_ && finished[i] < static_cast<int>(requests[i]->strategies.size());
  };
  // Asks for what is left of the requests from number `first` on.
  const auto ask_for = [&](std::size_t first, std::span<const RunRequest* const> left) {
    if (!worker_) start(slot);
    if (aborted_) return;
    const auto tell = [&](std::size_t i, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      const int strategy = finished[first + i]++;
      sink(first + i, strategy, std::move(result), std::move(detail));
    };
    std::size_t current = 0;
    const Ending ending =
        converse(left, current, [&](std::size_t i, int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
          slot.went_on();
          tell(i, std::move(result), std::move(detail));
        });
    if (const auto* shortage = std::get_if<Shortage>(&ending)) return slot.wait(*shortage, aborted_);
    const auto* failure = std::get_if<Failure>(&ending);
    if (failure == nullptr) return;
    stop();
    if (misses(first + current)) tell(current, {*failure, {}}, std::nullopt);
  };
  ask_for(0, requests);
  for (std::size_t i = 0; i < requests.size(); ++i)
    while (misses(i)) {  // after a loss or a shortage
      RunRequest rest = *requests[i];
      rest.strategies.erase(rest.strategies.begin(), rest.strategies.begin() + finished[i]);
      const RunRequest* const one = &rest;
      ask_for(i, {&one, 1});
    }
  if (patience_->anybody_waits()) stop();  // an idle worker may be what another slot lacks
}

std::string WorkerRunner::read_platform(std::string xml, const std::string& place) {
  Patience::Slot slot(*patience_);
  const PlatformRequest request{.id = 1, .place = place, .xml = std::move(xml)};
  std::string what_happened = "stopped";
  while (!aborted_) {
    if (!worker_) start(slot);
    if (aborted_) break;
    try {
      if (const std::optional<ReadLine> read = ask(request)) {
        if (!read->refusal.empty()) throw UserError(read->refusal);
        return read->document;
      }
      what_happened = "ended: " + describe_status(worker_->wait());
      break;
    } catch (const Shortage& shortage) {
      slot.wait(shortage, aborted_);
    } catch (const Silence& silence) {
      what_happened = fmt::format("was {}", silence.what());
      break;
    } catch (const ProtocolError& error) {
      what_happened = fmt::format("broke the protocol: {}", error.what());
      break;
    }
  }
  stop();  // the next request has a new worker
  throw Hindrance(fmt::format("the worker reading {} {}", place, what_happened));
}

// Empty if the worker is gone.
std::optional<ReadLine> WorkerRunner::ask(const PlatformRequest& request) {
  if (!worker_->send(encode(request))) return std::nullopt;
  while (const std::optional<std::string> line = worker_->receive()) {
    ReplyLine reply = decode_reply(*line);
    if (auto* read = std::get_if<ReadLine>(&reply)) return std::move(*read);
    if (const auto* shortage = std::get_if<ShortageLine>(&reply)) throw Shortage(shortage->shortage);
    if (!std::holds_alternative<Alive>(reply)) throw ProtocolError(fmt::format("unexpected reply: {:.200}", *line));
  }
  return std::nullopt;
}

// Sends the first request, and with it the next ones if the socket holds them all: palio must not wait for a worker
// that waits for palio. Returns how many; 0: the worker is gone.
std::size_t WorkerRunner::send(std::span<const RunRequest* const> requests) {
  std::string lines;
  std::size_t count = 0;
  for (const RunRequest* request : requests) {
    // A group's process reads the requests itself. It and the worker remember the manifests of earlier group requests.
    const bool in_group = request->isolation == ProcessPer::group && request->trace.empty();
    const std::string line = in_group ? encode(*request, told_) : encode(*request);
    if (count > 0 && lines.size() + line.size() + 2 > WorkerProcess::k_room) break;
    if (count++ > 0) lines += '\n';
    lines += line;
    if (!in_group) continue;
    for (const CustomCode* code : wanted_code(*request)) told_.insert(code->digest());
  }
  return worker_->send(std::move(lines)) ? count : 0;
}

// `current`: the request that is being answered.
WorkerRunner::Ending WorkerRunner::converse(std::span<const RunRequest* const> requests, std::size_t& current,
                                            const SinkOfAll& sink) {
  const std::int64_t kills_before = recent_oom_kills();
  std::optional<Shortage> shortage;
  try {
    for (std::size_t sent = 0; current < requests.size(); ++current) {
      if (current == sent) sent += send(requests.subspan(sent));
      if (current == sent) return lost_worker(kills_before);
      const Sink sink_of_one = of_one(sink, current);
      ReplyReader replies(*requests[current], sink_of_one, activity_);
      while (!replies.complete()) {
        const std::optional<std::string> line = worker_->receive();
        if (!line) return lost_worker(kills_before);
        replies.read(*line);
      }
      if (replies.shortage()) shortage.emplace(*replies.shortage());
    }
    if (shortage) return *shortage;
    return {};
  } catch (const ProtocolError& error) {
    return Failure{FailureKind::protocol, 0, error.what(), {}};
  } catch (const Silence& silence) {
    return Failure{FailureKind::worker_lost, 0, fmt::format("the worker was {} and was killed", silence.what()), {}};
  }
}

// The worker closed its end. When memory is short, the kernel may kill any process.
WorkerRunner::Ending WorkerRunner::lost_worker(std::int64_t kills_before) {
  const int status = worker_->wait();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !aborted_ && more_oom_kills(kills_before)) {
    stop();
    return Shortage(Resource::memory, "the kernel killed a worker to have some");
  }
  return Failure{FailureKind::worker_lost, 0, "the worker ended: " + describe_status(status), {}};
}

void WorkerRunner::abort() {
  aborted_ = true;
  const std::scoped_lock lock(worker_mutex_);
  if (worker_) worker_->kill();
}

}  // namespace palio
