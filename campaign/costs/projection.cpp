#include "campaign/costs/projection.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

// Ends the executor's jobs at the deadline, unless it goes before.
class Deadline {
public:
  Deadline(Executor& executor, Clock::time_point end)
      : thread_([this, &executor, end](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (!wake_.wait_until(lock, stop, end, [&] { return stop.stop_requested(); })) executor.abort();
        }) {}

private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses the others
};

Job probe(const Study& study, const Instance& instance, std::int64_t memory_limit) {
  Job job;
  job.instance = instance;
  job.request.id = 1;
  job.request.platform = study.platforms[instance.platform];
  job.request.workload = study.workloads[instance.workload];
  job.request.memory_limit = memory_limit;
  for (const std::uint32_t s : study.strategies_of(instance.workload)) {
    job.request.strategies.push_back(study.strategies[s]);
    job.scenarios.push_back({{}, s, 1});
  }
  return job;
}

}  // namespace

double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model) {
  double cost = 0;
  if (selection.sample == 0 && selection.shard.count == 1) {
    done.for_each([&](const Instance& instance, std::size_t s) { cost += model.predict(instance, s); });
    return std::max(model.total() - cost, 0.0);
  }
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next())
    for (const std::uint32_t s : study.strategies_of(instance->workload))
      if (!done.contains(*instance, s)) cost += model.predict(*instance, s);
  return cost;
}

Probes run_probes(const Study& study, const ProbeOptions& options) {
  Probes probes;
  if (options.instances == 0) return probes;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  InstanceStream stream(study, {.sample = options.instances, .shard = {}});
  std::uint64_t left = std::min(options.instances, study.instance_count());
  std::mutex mutex;
  Executor executor(options.jobs, options.make_runner);
  const Deadline deadline(executor, end);
  executor.run(
      [&]() -> std::optional<Job> {
        if (left == 0 || Clock::now() >= end) return std::nullopt;
        --left;
        return probe(study, *stream.next(), options.memory_limit);
      },
      [&](const Job& job, const JobScenario& scenario, const ScenarioResult& result) {
        const std::scoped_lock lock(mutex);
        if (std::holds_alternative<Completed>(result.outcome))
          probes.costs.push_back({job.instance, scenario.strategy, result.cost.total_time});
        else
          ++probes.failed;
      });
  // The order in which they ended is not the study's.
  std::ranges::sort(probes.costs, {},
                    [](const CostObservation& seen) { return std::pair(seen.instance, seen.strategy); });
  return probes;
}

}  // namespace palio
