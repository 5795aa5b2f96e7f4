#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/run/limits.h"
#include "runners/client/runner.h"
#include "storage/file/rows.h"

namespace palio {

/// A scenario on its way to the database.
struct JobScenario {
  ScenarioId id;
  std::uint32_t strategy = 0;  // position in the study
  int attempt = 1;
};

/// A request and the scenarios its strategies stand for, in the same order.
struct Job {
  RunRequest request;
  std::int64_t turn = 0;  // id of the first request of those that were taken together
  Instance instance;
  TimeLimit time_limit;  // of the request, and where it comes from
  std::vector<JobScenario> scenarios;
};

/// Keeps J runners busy with a lazy stream of jobs: a TBB pipeline that takes jobs serially and runs them in parallel,
/// those that were taken together one after the other.
class Executor {
public:
  using MakeRunner = std::function<std::unique_ptr<Runner>()>;
  /// The next jobs for one slot; none when there are no more. Never called by two threads at once.
  using Source = std::function<std::vector<Job>()>;
  /// Takes the result of one of the job's scenarios; called by several threads at once.
  using Sink = std::function<void(const Job& job, const JobScenario& scenario, ScenarioResult result)>;

  Executor(int jobs, const MakeRunner& make_runner);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Returns when the source is exhausted and every job was run. Rethrows the first exception after running jobs ended.
  void run(const Source& source, const Sink& sink);

  /// Ends the jobs in progress without waiting for their results; from any thread.
  void abort();

private:
  class Slots;
  int jobs_;
  std::unique_ptr<Slots> slots_;
};

}  // namespace palio
