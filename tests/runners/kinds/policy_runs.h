#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "runners/engines/fluid/engine.h"
#include "runners/kinds/policy_execution.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"

namespace palio::test {

/// Of tasks of 1 to 10 flop, and of alpha from 0 to 1; edges of up to so many bytes.
inline Workload random_graph(std::uint64_t seed, int tasks, double bytes) {
  RandomStream stream(seed);
  std::vector<std::pair<double, double>> drawn;
  std::vector<Edge> edges;
  for (int to = 0; to < tasks; ++to) {
    drawn.emplace_back(stream.uniform_real(1, 10), stream.uniform_real(0, 1));
    for (int from = 0; from < to; ++from)
      if (stream.uniform_real(0, 1) < 0.3) edges.push_back({from, to, stream.uniform_real(0, bytes)});
  }
  return workload(graph(drawn, edges));
}

/// Under the gamma law.
inline Workload uncertain(Workload workload, double deviation, int realizations, std::uint64_t seed = 1) {
  workload.uncertainty.durations = FactorLaw::with_deviation(LawKind::gamma, deviation);
  workload.uncertainty.realizations = realizations;
  workload.uncertainty.seed = seed;
  return workload;
}

/// Keeps each schedule that is decided on, and simulates it from the beginning, too.
class Recorder final : public GraphSimulator {
public:
  explicit Recorder(const Platform& platform)
      : simulator_(fluid_simulator(platform)), beginning_(fluid_simulator(platform)) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    return simulator_->run(workload, schedule);
  }
  Execution execute(const Workload& workload, Schedule& schedule, const Meanwhile& decide) override {
    const auto keep = [&] {
      schedules.push_back(schedule);
      executions.push_back(beginning_->run(workload, schedule));
    };
    keep();
    if (!decide) return simulator_->execute(workload, schedule, {});
    return simulator_->execute(workload, schedule, [&](double now, std::span<const Ending> ended) {
      const bool has_decided = decide(now, ended);
      if (has_decided) keep();
      return has_decided;
    });
  }

  std::vector<Schedule> schedules;
  std::vector<Execution> executions;

private:
  std::unique_ptr<GraphSimulator> simulator_, beginning_;
};

/// All executions of a strategy in the realizations of a workload.
struct Recorded {
  std::vector<PolicyExecution::Executed> executed;  // by realization
  std::vector<std::vector<Execution>> simulated;    // by realization: at first, and after each decision
  std::vector<std::vector<Schedule>> schedules;     // likewise
};

inline Recorded recorded(const Recipe& recipe, const Strategy& strategy, const Platform& platform,
                         const Workload& workload) {
  const Realizations realizations(platform, workload);
  const Schedule plan = method_if<GraphMethod>(strategy)->schedule(platform, workload, recipe.parameters).schedule;
  Recorded all;
  for (int r = 0; r < realizations.count(); ++r) {
    Recorder recorder(platform);
    PolicyExecution execution(platform, workload, &realizations, recorder, strategy, recipe.parameters);
    all.executed.push_back(execution.execute(r, plan));
    all.simulated.push_back(std::move(recorder.executions));
    all.schedules.push_back(std::move(recorder.schedules));
  }
  return all;
}

/// Of a recipe as typed.
inline Recorded recorded(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = test::recipe(strategy);
  return recorded(recipe, palio::strategy(recipe.name), platform, workload);
}

}  // namespace palio::test
