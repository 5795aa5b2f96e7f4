#include "runners/client/worker_runner.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <deque>
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

// Requests of which some scenarios have ended.
class Unfinished {
public:
  struct Place {
    std::size_t request;
    int strategy;
  };

  explicit Unfinished(std::span<const RunRequest* const> requests) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      parts_.push_back({i, 0, static_cast<int>(requests[i]->strategies.size())});
      left_.push_back(requests[i]);
    }
    shorten();
  }

  bool any() const { return !left_.empty(); }
  /// What is left of them since shorten().
  std::span<const RunRequest* const> requests() const { return left_; }
  bool ended(std::size_t part) const { return parts_[part].next == parts_[part].last; }
  /// The next scenario of a part, which has ended now.
  Place next(std::size_t part) { return {parts_[part].request, parts_[part].next++}; }

  void shorten() {
    std::vector<Part> parts;
    std::vector<const RunRequest*> left;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (ended(i)) continue;
      const auto rest = parts_[i].last - parts_[i].next;
      const RunRequest* request = left_[i];
      if (static_cast<int>(request->strategies.size()) > rest) {
        RunRequest& shorter = shorter_.emplace_back(*request);
        shorter.strategies.erase(shorter.strategies.begin(), shorter.strategies.end() - rest);
        request = &shorter;
      }
      parts.push_back(parts_[i]);
      left.push_back(request);
    }
    parts_ = std::move(parts);
    left_ = std::move(left);
  }

private:
  struct Part {
    std::size_t request;
    int next, last;  // strategies, excluding `last`
  };
  std::vector<Part> parts_;
  std::vector<const RunRequest*> left_;  // by part
  std::deque<RunRequest> shorter_;       // those of which a part is left
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
  Unfinished unfinished(requests);
  while (unfinished.any() && !aborted_) {
    if (!worker_) start(slot);
    if (aborted_) return;
    std::size_t current = 0;
    const Ending ending =
        converse(unfinished.requests(), current,
                 [&](std::size_t i, int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
                   slot.went_on();
                   const auto [request, strategy] = unfinished.next(i);
                   sink(request, strategy, std::move(result), std::move(detail));
                 });
    if (const auto* shortage = std::get_if<Shortage>(&ending)) {
      slot.wait(*shortage, aborted_);
    } else if (const auto* failure = std::get_if<Failure>(&ending)) {
      stop();
      if (!aborted_ && !unfinished.ended(current)) {
        const auto [request, strategy] = unfinished.next(current);
        sink(request, strategy, {*failure, {}}, std::nullopt);
      }
    }
    unfinished.shorten();
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

// Sends the first request, and with it the next ones if the pipe holds them all: palio must not wait for a worker that
// waits for palio. Returns how many; 0: the worker is gone.
std::size_t WorkerRunner::send(std::span<const RunRequest* const> requests) {
  std::string lines;
  std::size_t count = 0;
  for (const RunRequest* request : requests) {
    // A group's process reads the requests itself. It and the worker remember the manifests of earlier group requests.
    const bool in_group = request->isolation == ProcessPer::group && request->trace.empty();
    const std::string line = in_group ? encode(*request, told_) : encode(*request);
    if (count > 0 && lines.size() + line.size() + 2 > worker_->room()) break;
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
