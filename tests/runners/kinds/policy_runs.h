#pragma once

#include <cstdint>
#include <memory>
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

/// Keeps what it simulates.
class Recorder final : public GraphSimulator {
public:
  explicit Recorder(const Platform& platform) : simulator_(fluid_simulator(platform)) {}

  Execution run(const Workload& workload, const Schedule& schedule) override {
    schedules.push_back(schedule);
    return executions.emplace_back(simulator_->run(workload, schedule));
  }

  std::vector<Schedule> schedules;
  std::vector<Execution> executions;

private:
  std::unique_ptr<GraphSimulator> simulator_;
};

/// What a strategy plans, by its recipe as typed.
inline Schedule plan_of(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = test::recipe(strategy);
  const auto& method = dynamic_cast<const GraphMethod&>(*palio::strategy(recipe.name).method);
  return method.schedule(platform, workload, recipe.parameters).schedule;
}

/// All executions of a strategy in the realizations of a workload.
struct Recorded {
  std::vector<PolicyExecution::Executed> executed;  // by realization
  std::vector<std::vector<Execution>> simulated;    // by realization
  std::vector<std::vector<Schedule>> schedules;     // likewise
};

inline Recorded recorded(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = test::recipe(strategy);
  const Realizations realizations(platform, workload);
  const Schedule plan = plan_of(strategy, platform, workload);
  Recorded all;
  for (int r = 0; r < realizations.count(); ++r) {
    Recorder recorder(platform);
    PolicyExecution execution(platform, workload, &realizations, recorder, palio::strategy(recipe.name),
                              recipe.parameters);
    all.executed.push_back(execution.execute(r, plan));
    all.simulated.push_back(std::move(recorder.executions));
    all.schedules.push_back(std::move(recorder.schedules));
  }
  return all;
}

}  // namespace palio::test
