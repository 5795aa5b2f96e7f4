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

// The wanted ones among the first of the sampling order; where these are few, the first of the study.
std::vector<Instance> probe_instances(const Study& study, const ProbeOptions& options) {
  constexpr std::uint64_t looked_at = 64;  // for each one that is needed
  const bool all = options.where.empty();
  const auto first_of = [&](std::uint64_t sample) {
    std::vector<Instance> found;
    InstanceStream stream(study, {.sample = sample, .shard = {}, .where = options.where});
    while (found.size() < options.instances)
      if (const std::optional<Instance> instance = stream.next())
        found.push_back(*instance);
      else
        break;
    return found;
  };
  std::vector<Instance> found = first_of(all ? options.instances : looked_at * options.instances);
  if (!all && found.size() < options.instances) found = first_of(0);
  // The smallest files first: those that end in time tell what the larger ones cost, those that do not tell nothing.
  std::ranges::stable_sort(found, {},
                           [&](const Instance& at) { return study.workloads[at.workload].definition.size(); });
  return found;
}

Job probe(const Study& study, const Instance& instance, std::span<const std::uint32_t> strategies,
          std::int64_t memory_limit) {
  Job job;
  job.instance = instance;
  job.request.id = 1;
  job.request.platform = study.platforms[instance.platform];
  job.request.workload = study.workloads[instance.workload];
  job.request.memory_limit = memory_limit;
  job.request.known = study.known;
  for (const std::uint32_t s : strategies) {
    job.request.strategies.push_back(study.strategies[s]);
    job.scenarios.push_back({{}, s, 1});
  }
  return job;
}

}  // namespace

double remaining_cost(const Study& study, const Selection& selection, const DoneSet& done, const CostModel& model) {
  double cost = 0;
  if (selection.everything()) {
    done.for_each([&](const Instance& instance, std::size_t s) { cost += model.predict(instance, s); });
    return std::max(model.total() - cost, 0.0);
  }
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next())
    for (const std::uint32_t s : stream.strategies(*instance))
      if (!done.contains(*instance, s)) cost += model.predict(*instance, s);
  return cost;
}

Probes run_probes(const Study& study, const ProbeOptions& options) {
  Probes probes;
  if (options.instances == 0) return probes;
  const Clock::time_point end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  const std::vector<Instance> instances = probe_instances(study, options);
  const InstanceStream wanted(study, {.sample = 0, .shard = {}, .where = options.where});
  std::size_t next = 0;
  std::mutex mutex;
  Executor executor(options.jobs, options.make_runner);
  const Deadline deadline(executor, end);
  executor.run(
      [&]() -> std::optional<Job> {
        if (next == instances.size() || Clock::now() >= end) return std::nullopt;
        const Instance& instance = instances[next++];
        return probe(study, instance, wanted.strategies(instance), options.memory_limit);
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
