#include "runners/worker_runner.h"

#include <fmt/format.h>

#include "core/error.h"

namespace palio {

Hello WorkerRunner::hello() {
  if (!worker_) start();
  return hello_;
}

void WorkerRunner::start() {
  {
    const std::scoped_lock lock(worker_mutex_);
    worker_ = std::make_unique<WorkerProcess>(program_);
  }
  const std::optional<std::string> line = worker_->receive();
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
  int finished = 0;
  while (finished < static_cast<int>(request.strategies.size()) && !aborted_) {
    if (!worker_) start();
    RunRequest rest = request;
    rest.strategies.erase(rest.strategies.begin(), rest.strategies.begin() + finished);
    Failure failure;
    if (converse(rest, finished, finished, sink, failure)) continue;
    stop();
    if (aborted_) return;
    sink(finished++, {failure, {}}, std::nullopt);
  }
}

// One request and its replies; counts the results in `finished`. False when the worker failed, with the reason.
bool WorkerRunner::converse(const RunRequest& request, int offset, int& finished, const Sink& sink, Failure& failure) {
  if (!worker_->send(encode(request))) {
    failure = {FailureKind::worker_lost, 0, "the worker ended: " + worker_->wait(), {}};
    return false;
  }
  try {
    while (const std::optional<std::string> line = worker_->receive()) {
      ReplyLine reply = decode_reply(*line);
      const bool complete = finished == offset + static_cast<int>(request.strategies.size());
      if (const auto* done = std::get_if<Done>(&reply); done != nullptr && done->id == request.id && complete)
        return true;
      auto* result = std::get_if<ResultLine>(&reply);
      if (result == nullptr || result->id != request.id || offset + result->strategy != finished)
        throw ProtocolError(fmt::format("unexpected reply: {:.200}", *line));
      sink(finished++, std::move(result->result), std::move(result->detail));
    }
  } catch (const ProtocolError& error) {
    failure = {FailureKind::protocol, 0, error.what(), {}};
    return false;
  }
  failure = {FailureKind::worker_lost, 0, "the worker ended: " + worker_->wait(), {}};
  return false;
}

void WorkerRunner::abort() {
  aborted_ = true;
  const std::scoped_lock lock(worker_mutex_);
  if (worker_) worker_->kill();
}

}  // namespace palio
