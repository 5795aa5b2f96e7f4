#pragma once

#include <cstdio>
#include <functional>
#include <optional>
#include <span>

#include "runners/wire/protocol.h"

namespace palio {

/// The interface between a campaign and the code that runs its scenarios. One Runner is one slot: one thread uses it at
/// a time, except for abort(). Implementations: WorkerRunner, DryRunner, and FakeRunner in the tests, which answers at
/// once.
class Runner {
public:
  using Sink = std::function<void(int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail)>;

  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  virtual ~Runner() = default;

  /// Runs the requested strategies on one instance and calls `sink` once for each, as they end. A failed scenario is a
  /// result; scenarios stay without one only after abort().
  virtual void run(const RunRequest& request, const Sink& sink) = 0;

  /// The same for several requests; `request` is the position in the list. A runner may send them ahead, so they should
  /// be short: what begins later cannot go to another slot.
  using SinkOfAll = std::function<void(std::size_t request, int strategy, ScenarioResult result,
                                       std::optional<ScheduleDetail> detail)>;
  virtual void run_all(std::span<const RunRequest* const> requests, const SinkOfAll& sink) {
    for (std::size_t i = 0; i < requests.size(); ++i) run(*requests[i], of_one(sink, i));
  }

  /// Ends a run() in progress as soon as possible, from any thread; later calls of run() return at once.
  virtual void abort() = 0;

protected:
  static Sink of_one(const SinkOfAll& sink, std::size_t request) {
    return [&sink, request](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      sink(request, strategy, std::move(result), std::move(detail));
    };
  }
  static SinkOfAll of_all(const Sink& sink) {
    return [&sink](std::size_t, int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      sink(strategy, std::move(result), std::move(detail));
    };
  }
};

/// Prints the requested scenarios, one per line (platform, workload, strategy, separated by tabs), and reports no
/// results: what `palio run --dry-run` shows.
class DryRunner final : public Runner {
public:
  explicit DryRunner(std::FILE* out) : out_(out) {}
  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override {}

private:
  std::FILE* out_;
};

}  // namespace palio
