#pragma once

#include <cstdio>
#include <functional>
#include <optional>

#include "runners/wire/protocol.h"

namespace palio {

/// The seam between a campaign and what carries out its scenarios. One Runner is one slot: one thread uses it at a
/// time, except for abort(). Implementations: WorkerRunner, DryRunner, and one of the tests whose results are instant.
class Runner {
public:
  using Sink = std::function<void(int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail)>;

  virtual ~Runner() = default;

  /// Runs an instance with the strategies wanted for it and calls `sink` once for each, as they end. A scenario that
  /// fails is a result; only after abort() are scenarios left without one.
  virtual void run(const RunRequest& request, const Sink& sink) = 0;

  /// Ends a run() in progress as soon as possible, from any thread; later calls of run() return at once.
  virtual void abort() = 0;
};

/// Writes the scenarios it is asked for, one per line (platform, workload, strategy, separated by tabs), and reports no
/// result: what `palio run --dry-run` shows.
class DryRunner final : public Runner {
public:
  explicit DryRunner(std::FILE* out) : out_(out) {}
  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override {}

private:
  std::FILE* out_;
};

}  // namespace palio
