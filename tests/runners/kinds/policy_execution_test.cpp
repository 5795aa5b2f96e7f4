#include "runners/kinds/policy_execution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

Workload random_graph(std::uint64_t seed, int tasks, double bytes) {
  RandomStream stream(seed);
  std::vector<std::pair<double, double>> drawn;
  std::vector<Edge> edges;
  for (int to = 0; to < tasks; ++to) {
    drawn.emplace_back(stream.uniform_real(1, 10), stream.uniform_real(0, 1));
    for (int from = 0; from < to; ++from)
      if (stream.uniform_real(0, 1) < 0.3) edges.push_back({from, to, stream.uniform_real(0, bytes)});
  }
  return test::workload(test::graph(drawn, edges));
}

Workload uncertain(Workload workload, double deviation, int realizations, std::uint64_t seed = 1) {
  workload.uncertainty.durations = FactorLaw::with_deviation(LawKind::gamma, deviation);
  workload.uncertainty.realizations = realizations;
  workload.uncertainty.seed = seed;
  return workload;
}

// Keeps what it simulates.
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

Schedule plan_of(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = test::recipe(strategy);
  const auto& method = dynamic_cast<const GraphMethod&>(*palio::strategy(recipe.name).method);
  return method.schedule(platform, workload, recipe.parameters).schedule;
}

struct Recorded {
  std::vector<PolicyExecution::Executed> executed;  // by realization
  std::vector<std::vector<Execution>> simulated;    // by realization
  std::vector<std::vector<Schedule>> schedules;     // likewise
};

Recorded recorded(const std::string& strategy, const Platform& platform, const Workload& workload) {
  const Recipe recipe = test::recipe(strategy);
  const Realizations realizations(platform, workload);
  const Schedule plan = plan_of(strategy, platform, workload);
  Recorded all;
  for (int r = 0; r < realizations.count(); ++r) {
    Recorder recorder(platform);
    PolicyExecution execution(platform, workload, realizations, recorder, palio::strategy(recipe.name),
                              recipe.parameters);
    all.executed.push_back(execution.execute(r, plan));
    all.simulated.push_back(std::move(recorder.executions));
    all.schedules.push_back(std::move(recorder.schedules));
  }
  return all;
}

const Platform k_clusters = test::platform({test::cluster(3, 2), test::cluster(2, 3)});

// Two hosts of 1 flop/s. Task 0 (4 s) is planned on host 0, tasks 1 and 2 (3 s, 2 s) on host 1. In the realization
// below task 1 takes 6 s instead of 3: when task 0 ends at 4 s, the rest of the plan, task 2, moves from host 1, which
// is busy until 6 s, to host 0.
TEST(PolicyExecution, ACompletionMovesWhatWaitsForALateTask) {
  const Platform mesh = test::mesh({1, 1});
  Workload workload = uncertain(test::workload(test::graph({{4, 1}, {3, 1}, {2, 1}})), 0.5, 200);
  const Recorded never = recorded("HEFT", mesh, workload);
  const Recorded completion = recorded("HEFT:replan=completion", mesh, workload);
  int moved = 0;
  for (std::size_t r = 0; r < never.executed.size(); ++r) {
    const auto& before = never.executed[r].execution.schedule.placements[0];
    const auto& after = completion.executed[r].execution.schedule.placements[0];
    const int host_before = before[2].processors.front(), host_after = after[2].processors.front();
    // Task 2 waits on the host of task 1 in the plan; it moves where task 0 ended first and task 1 is expected later.
    EXPECT_EQ(host_before, before[1].processors.front());
    const double zero = before[0].finish, one = before[1].finish;
    if (zero < one && host_after != host_before) {
      ++moved;
      EXPECT_EQ(after[2].start, zero);
    }
    EXPECT_EQ(completion.executed[r].decisions > 0, true);
  }
  EXPECT_GT(moved, 20);
}

TEST(PolicyExecution, WithoutATriggerIsThePlan) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Workload workload = uncertain(random_graph(seed, 12, 20), 0.4, 3, seed);
    const Recorded never = recorded("HCPA", k_clusters, workload);
    const Recorded late = recorded("HCPA:replan=late,tolerance=1e9", k_clusters, workload);
    const Recorded period = recorded("HCPA:replan=period,period=1e9", k_clusters, workload);
    for (std::size_t r = 0; r < 3; ++r)
      for (const Recorded* other : {&late, &period}) {
        EXPECT_EQ(other->executed[r].decisions, 0);
        EXPECT_EQ(makespan_of(other->executed[r].execution.schedule),
                  makespan_of(never.executed[r].execution.schedule));
      }
  }
}

// What a decision changes lies after it: every task that started before it keeps its bits.
TEST(PolicyExecution, IsCausalToTheBit) {
  int decisions = 0, moved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const std::string strategy : {"HEFT", "HCPA", "M-HEFT", "MinMin", "ETF"}) {
      const Workload workload = uncertain(random_graph(seed, 14, 40), 0.5, 2, seed);
      const Recorded all = recorded(strategy + ":replan=completion", k_clusters, workload);
      for (std::size_t r = 0; r < all.simulated.size(); ++r)
        for (std::size_t i = 0; i + 1 < all.simulated[r].size(); ++i) {
          const auto& before = all.simulated[r][i].schedule.placements[0];
          const auto& after = all.simulated[r][i + 1].schedule.placements[0];
          double decided = 0;
          for (const Placement& placed : all.schedules[r][i + 1].placements[0])
            decided = std::max(decided, placed.not_before);
          ++decisions;
          moved += static_cast<int>(all.schedules[r][i + 1].resent.size());
          for (std::size_t task = 0; task < before.size(); ++task) {
            if (!(before[task].start < decided)) {
              EXPECT_GE(after[task].start, decided);
              continue;
            }
            ASSERT_EQ(after[task].start, before[task].start) << strategy << ", seed " << seed << ", task " << task;
            // What ends later is dated from other events.
            if (before[task].finish < decided)
              ASSERT_EQ(after[task].finish, before[task].finish) << strategy << ", seed " << seed << ", task " << task;
            else
              ASSERT_NEAR(after[task].finish / before[task].finish, 1, 1e-12) << strategy << ", seed " << seed;
          }
        }
    }
  EXPECT_GT(decisions, 1000);
  EXPECT_GT(moved, 200);
}

TEST(PolicyExecution, HasTheSameBitsOnBothEngines) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const std::string strategy :
         {"HEFT:replan=completion", "HCPA:replan=late,tolerance=0.1", "M-HEFT:knowledge=exact"}) {
      const Workload workload = uncertain(random_graph(seed, 8, 40), 0.5, 2, seed);
      const BuiltInstance instance = build_instance(k_clusters, workload, with_fluid().kinds);
      const ScenarioReply fluid = run_scenario(instance, test::recipe(strategy), Detail::metrics);
      ASSERT_TRUE(std::holds_alternative<Completed>(fluid.outcome)) << std::get<Failure>(fluid.outcome).message;
      const ResultLine line = test::isolated_scenario(
          [&] { return build_instance(k_clusters, workload, with_simgrid().kinds); }, test::recipe(strategy));
      ASSERT_TRUE(std::holds_alternative<Completed>(line.result.outcome))
          << std::get<Failure>(line.result.outcome).message;
      for (const char* metric : {"mean_makespan", "p95_makespan", "replans", "makespan"})
        EXPECT_EQ(std::get<Completed>(line.result.outcome).metrics[metric],
                  std::get<Completed>(fluid.outcome).metrics[metric])
            << metric << ", " << strategy << ", " << seed;
    }
}

// Without contention no execution is shorter than an optimal plan that knew the realization.
TEST(PolicyExecution, IsNeverBetterThanAnOptimalPlanThatKnew) {
  const Platform mesh = test::mesh({1, 2, 3});
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Workload workload = uncertain(random_graph(seed, 6, 20), 0.5, 3, seed);
    const Recorded best = recorded("Exact:knowledge=exact", mesh, workload);
    for (const std::string strategy :
         {"HEFT", "HEFT:replan=completion", "MinMin:replan=completion", "HEFT:knowledge=exact", "OLB:knowledge=none"}) {
      const Recorded other = recorded(strategy, mesh, workload);
      for (std::size_t r = 0; r < 3; ++r)
        EXPECT_GE(makespan_of(other.executed[r].execution.schedule),
                  makespan_of(best.executed[r].execution.schedule) * (1 - 1e-9))
            << strategy << ", seed " << seed;
    }
  }
}

TEST(Policy, NeedsItsOwnParametersAndNoOthers) {
  const auto refusal = [](const std::string& text) {
    const Recipe recipe = test::recipe(text);
    return test::error_of([&] { policy_of(recipe.name, recipe.parameters); });
  };
  EXPECT_EQ(
      refusal("HEFT:replan=late"),
      "HEFT has replan = \"late\", but no tolerance: share of a task's estimated time by which it may end earlier "
      "or later; replan late");
  EXPECT_EQ(refusal("HEFT:tolerance=1"), "HEFT has tolerance, which replan = \"never\" does not take");
  EXPECT_EQ(refusal("HEFT:replan=period,period=5,decision_time=1"), "no error");
  EXPECT_EQ(test::error_of([] { test::recipe("MAGS:replan=completion"); }).substr(0, 30),
            "MAGS has no parameter \"replan\"");
}

}  // namespace
}  // namespace palio
