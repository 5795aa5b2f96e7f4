#include "runners/worker_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "core/error.h"

namespace palio {
namespace {

// The worker closed its end.
struct WorkerEnded {};

// Takes the replies to one request line by line and insists on their order.
class ReplyReader {
public:
  ReplyReader(const RunRequest& request, const Runner::Sink& sink) : request_(request), sink_(sink) {}

  bool complete() const { return complete_; }

  void read(const std::string& line) {
    ReplyLine reply = decode_reply(line);
    const bool understood = std::visit([this](auto& part) { return this->take(part); }, reply);
    if (!understood) throw ProtocolError(fmt::format("unexpected reply: {:.200}", line));
  }

private:
  bool all_finished() const { return finished_ == static_cast<int>(request_.strategies.size()); }

  bool take(ResultLine& line) {
    if (lost_ || all_finished() || line.id != request_.id || line.strategy != finished_) return false;
    sink_(finished_++, std::move(line.result), std::move(line.detail));
    return true;
  }

  // Nobody has to answer for the process of an instance that ends after its last scenario.
  bool take(LostLine& line) {
    if (lost_ || line.id != request_.id) return false;
    lost_ = true;
    if (!all_finished()) sink_(finished_++, std::move(line.result), std::nullopt);
    return true;
  }

  bool take(const Done& done) {
    complete_ = done.id == request_.id && (lost_ || all_finished());
    return complete_;
  }

  static bool take(const Alive&) { return true; }
  static bool take(const Hello&) { return false; }

  const RunRequest& request_;
  const Runner::Sink& sink_;
  int finished_ = 0;
  bool lost_ = false;
  bool complete_ = false;
};

}  // namespace

Hello WorkerRunner::hello() {
  if (!worker_) start();
  return hello_;
}

std::optional<std::string> WorkerRunner::first_line() {
  try {
    return worker_->receive();
  } catch (const Silence& silence) {
    throw InternalError(fmt::format("{} never said hello: {}", program_.string(), silence.what()));
  }
}

// A worker that is killed before its first word, for want of memory, say, is no reason to end a campaign.
void WorkerRunner::start() {
  constexpr int k_attempts = 3;
  for (int attempt = 1;; ++attempt) {
    try {
      start_once();
      return;
    } catch (const std::runtime_error&) {  // the system has no process left, or the worker no word that we know
      stop();
      if (attempt == k_attempts || aborted_) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(attempt == 1 ? 100 : 1000));
    }
  }
}

void WorkerRunner::start_once() {
  {
    const std::scoped_lock lock(worker_mutex_);
    worker_ = std::make_unique<WorkerProcess>(program_, patience_);
  }
  const std::optional<std::string> line = first_line();
  if (aborted_) return;
  if (!line) throw InternalError(fmt::format("{} ended before it said hello: {}", program_.string(), worker_->wait()));
  const ReplyLine reply = decode_reply(*line);
  const auto* hello = std::get_if<Hello>(&reply);
  if (hello == nullptr || hello->protocol != k_protocol_version)
    throw InternalError(fmt::format("{} does not speak version {} of the worker protocol: {:.200}", program_.string(),
                                    k_protocol_version, *line));
  hello_ = *hello;
}

void WorkerRunner::stop() {
  const std::scoped_lock lock(worker_mutex_);
  worker_.reset();
}

void WorkerRunner::run(const RunRequest& request, const Sink& sink) {
  const int count = static_cast<int>(request.strategies.size());
  int finished = 0;
  while (finished < count && !aborted_) {
    if (!worker_) start();
    if (aborted_) return;
    RunRequest rest = request;
    rest.strategies.erase(rest.strategies.begin(), rest.strategies.begin() + finished);
    const int offset = finished;
    const std::optional<Failure> failure =
        converse(rest, [&](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
          finished = offset + strategy + 1;
          sink(offset + strategy, std::move(result), std::move(detail));
        });
    if (!failure) continue;
    stop();
    if (!aborted_ && finished < count) sink(finished++, {*failure, {}}, std::nullopt);
  }
}

// One request and its replies. Why the worker cannot be used any more, if so.
std::optional<Failure> WorkerRunner::converse(const RunRequest& request, const Sink& sink) {
  try {
    if (!worker_->send(encode(request))) throw WorkerEnded();
    ReplyReader replies(request, sink);
    while (!replies.complete()) {
      const std::optional<std::string> line = worker_->receive();
      if (!line) throw WorkerEnded();
      replies.read(*line);
    }
    return std::nullopt;
  } catch (const ProtocolError& error) {
    return Failure{FailureKind::protocol, 0, error.what(), {}};
  } catch (const Silence& silence) {
    return Failure{FailureKind::worker_lost, 0, fmt::format("the worker was {} and was killed", silence.what()), {}};
  } catch (const WorkerEnded&) {
    return Failure{FailureKind::worker_lost, 0, "the worker ended: " + worker_->wait(), {}};
  }
}

void WorkerRunner::abort() {
  aborted_ = true;
  const std::scoped_lock lock(worker_mutex_);
  if (worker_) worker_->kill();
}

}  // namespace palio
