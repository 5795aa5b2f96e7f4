#include "campaign/run/projection.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/engine.h"
#include "campaign/plan/stored_study.h"
#include "campaign/run/limits.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "core/text/talk.h"
#include "runners/client/worker_runner.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

bool is_interrupted(const Interruption* interruption) { return interruption != nullptr && interruption->requested(); }

// Ends the executor's jobs at the deadline, or when it is interrupted, unless it is destroyed before.
class Deadline {
public:
  Deadline(Executor& executor, Clock::time_point end, const Interruption* interruption)
      : thread_([this, &executor, end, interruption](const std::stop_token& stop) {
          constexpr std::chrono::milliseconds k_look{50};
          std::unique_lock lock(mutex_);
          while (!wake_.wait_for(lock, stop, k_look, [&] { return stop.stop_requested(); }))
            if (Clock::now() >= end || is_interrupted(interruption)) return executor.abort();
        }) {}

private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses the others
};

// Wanted instances from the start of the sampling order; if these are too few, the first of the study.
std::vector<Instance> probe_instances(const Study& study, const ProbeOptions& options) {
  constexpr std::uint64_t looked_at = 64;  // per probe that is needed
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
  // The smallest files first: probes that end in time show what larger ones cost, probes that do not show nothing.
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

// CPU that a run takes besides what its scenarios report: the processes of instances and groups, palio's pipeline, the
// database, and with the fluid engine the audit of a hundredth by SimGrid, in processes of their own.
struct Overhead {
  double per_scenario;  // s
  double share;         // of what they report
};

// Measured on the shipped studies (tests/bench/campaigns.py, projections): 80 to 140 us where scenarios take 0.14 ms
// with fluid, 0.7 ms where they take 3.9 ms; 0.75 ms where they take 2 ms with SimGrid, 1.4 ms where they take 11 ms.
Overhead overhead(const EngineChoice& engine) {
  return engine.name == engine_table().front().name ? Overhead{740e-6, 0.06} : Overhead{100e-6, 0.12};
}

// Predicts from these observations what the missing part of the study costs.
using Project = std::function<double(const std::vector<CostObservation>& costs, const EngineChoice& engine)>;

// Adds a projection from probes of the engine, or why there is none: a plan is useful without one.
void project_from_probes(const Study& study, const Selection& selection, const PlanQuestion& asked,
                         const EngineChoice& engine, const Project& project, PlanFigures& plan) {
  try {
    refuse_foreign_platforms(engine, study);
    const auto patience = std::make_shared<Patience>(Patience::k_brief);
    const Probes probes = run_probes(
        study, {.instances = asked.probes,
                .where = selection.where,
                .jobs = cores(),
                .memory_limit = default_memory_limit(available_memory(), cores()).bytes,
                .make_runner = [&] { return std::make_unique<WorkerRunner>(worker_program(engine), patience); },
                .interruption = asked.interruption});
    if (!probes.costs.empty() && probes.unseen.empty())
      plan.projections.push_back({engine.name, "probes", probes.costs.size(), project(probes.costs, engine)});
    plan.why_none = probes.failed > 0 && probes.unseen.empty() ? NoProjection::all_failed : NoProjection::too_slow;
  } catch (const std::exception& error) {
    talk("palio: no projection for the engine {}: {}\n", engine.name, error.what());
    plan.why_none = NoProjection::no_worker;
  }
}

void project_from_probes(const Study& study, const Selection& selection, const PlanQuestion& asked,
                         const Project& project, PlanFigures& plan) {
  if (asked.probes == 0) return;
  const std::string& named = asked.engine.empty() ? study.engine : asked.engine;
  for (const EngineChoice& engine : engine_table())
    if (!is_interrupted(asked.interruption) && (named.empty() || engine_named(named).name == engine.name))
      project_from_probes(study, selection, asked, engine, project, plan);
}

}  // namespace

Probes run_probes(const Study& study, const ProbeOptions& options) {
  Probes probes;
  if (options.instances == 0) return probes;
  const auto after = [begin = Clock::now()](double seconds) {
    return begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  };
  const Clock::time_point end = after(options.seconds), soon = after(options.enough);
  const std::vector<Instance> instances = probe_instances(study, options);
  const InstanceStream wanted(study, {.sample = 0, .shard = {}, .where = options.where});
  std::size_t next = 0;
  std::set<std::uint32_t> begun, ended;  // strategies
  std::mutex mutex;
  // Of files the largest are the last.
  const bool any_prefix = std::ranges::all_of(
      instances, [&](const Instance& at) { return study.workloads[at.workload].definition.empty(); });
  const auto is_enough = [&] {
    constexpr std::size_t k_some = 24;  // instances
    return any_prefix && next >= k_some && Clock::now() >= soon;
  };
  Executor executor(options.jobs, options.make_runner);
  const Deadline deadline(executor, end, options.interruption);
  executor.run(
      [&]() -> std::vector<Job> {
        if (next == instances.size() || Clock::now() >= end || is_enough() || is_interrupted(options.interruption))
          return {};
        const Instance& instance = instances[next++];
        const auto strategies = wanted.strategies(instance);
        begun.insert(strategies.begin(), strategies.end());
        return {probe(study, instance, strategies, options.memory_limit)};
      },
      [&](const Job& job, const JobScenario& scenario, const ScenarioResult& result) {
        const std::scoped_lock lock(mutex);
        ended.insert(scenario.strategy);
        if (std::holds_alternative<Completed>(result.outcome))
          probes.costs.push_back({job.instance, scenario.strategy, result.cost.total_time});
        else
          ++probes.failed;
      });
  std::ranges::set_difference(begun, ended, std::inserter(probes.unseen, probes.unseen.end()));
  // The order in which they ended is not the study's.
  std::ranges::sort(probes.costs, {},
                    [](const CostObservation& seen) { return std::pair(seen.instance, seen.strategy); });
  return probes;
}

std::string quicker_engine_text(std::span<const Projection> projections, int jobs) {
  constexpr double k_long = 5 * 60;  // s
  if (projections.size() < 2 || projections[0].cpu / jobs <= k_long || projections[1].cpu >= projections[0].cpu)
    return {};
  return fmt::format(
      "with {} this takes about {}; --engine {} gives the same bits in about {} (a campaign keeps its engine)",
      projections[0].engine, duration_text(projections[0].cpu / jobs), projections[1].engine,
      duration_text(projections[1].cpu / jobs));
}

PlanFigures plan_figures(const Study& study, const Selection& selection, const PlanQuestion& asked) {
  DoneSet done(study, {});
  std::vector<CostObservation> costs;
  const EngineChoice* stored = nullptr;  // engine
  if (!asked.database.empty()) {
    const CampaignReader reader(asked.database);
    const DimensionIds ids = stored_ids(study, reader);
    done = read_done(study, ids, reader, RetryList(reader, asked.retry));
    KnownCosts known = read_known_costs(study, ids, reader);
    costs = std::move(known.stored);
    costs.insert(costs.end(), known.earlier.begin(), known.earlier.end());
    stored = &engine_for(asked.engine, study, asked.database);
  }
  PlanFigures plan{count_state(study, selection, done), {}};
  const Project project = [&](const std::vector<CostObservation>& observed, const EngineChoice& engine) {
    const auto missing = static_cast<double>(plan.state.wanted - plan.state.stored);
    const Overhead more = overhead(engine);
    return remaining_cost(study, selection, done, CostModel(study, observed)) * (1 + more.share) +
           missing * more.per_scenario;
  };
  if (!costs.empty())
    plan.projections.push_back({stored->name, "stored", costs.size(), project(costs, *stored)});
  else if (plan.state.stored == plan.state.wanted)
    plan.why_none = NoProjection::nothing_to_run;
  else
    project_from_probes(study, selection, asked, project, plan);
  return plan;
}

}  // namespace palio
