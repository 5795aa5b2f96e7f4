#pragma once

#include <cstdio>
#include <functional>
#include <optional>

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

  /// Ends a run() in progress as soon as possible, from any thread; later calls of run() return at once.
  virtual void abort() = 0;
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
