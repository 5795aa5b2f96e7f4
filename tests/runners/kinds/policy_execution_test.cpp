#include "runners/kinds/policy_execution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "core/identity/random_stream.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "strategies/model/dates.h"
#include "tests/runners/kinds/policy_runs.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using test::random_graph;
using test::recorded;
using test::Recorded;
using test::uncertain;

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

// What a decision changes lies after it: what started before it does so again, at the same bits.
void expect_same_past(const Schedule& before, const Schedule& after, double decided) {
  for (std::size_t app = 0; app < before.placements.size(); ++app)
    for (std::size_t task = 0; task < before.placements[app].size(); ++task) {
      const Placement& was = before.placements[app][task];
      const Placement& is = after.placements[app][task];
      if (was.cluster < 0 || !(was.start < decided)) {
        if (is.cluster >= 0) {
          EXPECT_GE(is.start, decided) << "task " << task;
        }
        continue;
      }
      EXPECT_EQ(is.processors, was.processors);
      EXPECT_EQ(is.start, was.start) << "task " << task;
      if (was.finish <= decided) {
        EXPECT_EQ(is.finish, was.finish) << "task " << task;
      }
    }
}

// When the decision was taken after which a schedule became this one: nothing had ended later.
double decided_at(const Schedule& next) {
  double date = 0;
  for (const std::vector<Placement>& placements : next.placements)
    for (const Placement& placed : placements)
      if (placed.finish < k_never) date = std::max(date, placed.finish);
  return date;
}

TEST(PolicyExecution, IsCausal) {
  int decisions = 0;
  std::size_t moved = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const std::string strategy :
         {"HEFT:replan=completion", "HCPA:replan=completion", "M-HEFT:replan=completion", "MinMin:replan=ready",
          "ETF:replan=late,tolerance=0.2", "JIT", "JIT:choice=idle", "JIT:priority=random,decision_time=0.5"}) {
      SCOPED_TRACE(fmt::format("{}, seed {}", strategy, seed));
      const Workload workload = uncertain(random_graph(seed, 14, 40), 0.5, 2, seed);
      const Recorded all = recorded(strategy, k_clusters, workload);
      for (std::size_t r = 0; r < all.simulated.size(); ++r)
        for (std::size_t i = 0; i + 1 < all.simulated[r].size(); ++i) {
          const Schedule& next = all.schedules[r][i + 1];
          ++decisions;
          moved += next.resent.size();
          expect_same_past(all.simulated[r][i].schedule, all.simulated[r][i + 1].schedule, decided_at(next));
        }
    }
  EXPECT_GT(decisions, 1000);
  EXPECT_GT(moved, 200U);
}

// On its kind of platform and workload: two graphs, of which the second is released later, for those that take any.
Recorded planned_again(const Strategy& strategy, const std::string& policy, std::uint64_t seed) {
  const GraphTerms& terms = dynamic_cast<const GraphMethod&>(*strategy.method).terms;
  Workload workload = random_graph(seed, 9, 10);
  if (terms.batches == BatchNeed::any) {
    workload.applications.push_back(random_graph(seed + 100, 9, 10).applications.front());
    workload.applications.back().release_date = 4;
  }
  std::string recipe = std::string(strategy.name) + ":" + policy;
  for (const ParameterSpec& spec : strategy.parameters)
    if (spec.default_value.empty() && spec.presence == Presence::always) recipe += fmt::format(",{}=0.5", spec.name);
  const Platform one_cluster = test::platform({test::cluster(4, 2)});
  return recorded(recipe, terms.clusters == ClusterNeed::any ? k_clusters : one_cluster,
                  uncertain(std::move(workload), 0.5, 2, seed));
}

TEST(PolicyExecution, EveryGraphStrategyPlansAgainButFour) {
  std::vector<std::string_view> others;
  for (const Strategy& strategy : strategies()) {
    if (method_if<GraphMethod>(strategy) == nullptr) continue;
    const auto takes = [&](std::string_view name) {
      return std::ranges::find(strategy.parameters, name, &ParameterSpec::name) != strategy.parameters.end();
    };
    if (!takes("replan")) {
      others.push_back(strategy.name);
      continue;
    }
    for (const std::string policy :
         {"replan=completion", "replan=ready", "replan=late,tolerance=0.1", "replan=period,period=3"})
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(fmt::format("{}, {}, seed {}", strategy.name, policy, seed));
        const Recorded all = planned_again(strategy, policy, seed);
        for (std::size_t r = 0; r < all.simulated.size(); ++r) {
          EXPECT_GT(all.executed[r].decisions, 0);
          for (std::size_t i = 0; i + 1 < all.simulated[r].size(); ++i)
            expect_same_past(all.simulated[r][i].schedule, all.simulated[r][i + 1].schedule,
                             decided_at(all.schedules[r][i + 1]));
        }
      }
  }
  EXPECT_EQ(others, (std::vector<std::string_view>{"Assignment", "Exact", "JIT", "MAGS"}));
}

// Tasks of a mean of 10 s that wait for m hosts end as a Poisson process of m times the rate; the last m then end as
// the largest of m: 10 ((n - m) / m + 1 + 1/2 + ... + 1/m).
TEST(PolicyExecution, EagerOnExponentialTasksHasTheMeanOfAQueue) {
  constexpr int k_tasks = 7, k_hosts = 3, k_realizations = 10'000;
  const Workload workload = uncertain(
      test::workload(test::graph(std::vector<std::pair<double, double>>(k_tasks, {10, 1}))), 1, k_realizations);
  const ScenarioReply reply =
      run_scenario(build_instance(test::fast_platform({test::cluster(k_hosts, 1)}), workload, with_fluid().kinds),
                   test::recipe("JIT:choice=idle"), Detail::metrics);
  const MetricValues& metrics = std::get<Completed>(reply.outcome).metrics;
  const double mean = 10 * ((k_tasks - k_hosts) / 3.0 + 1 + 1 / 2.0 + 1 / 3.0);
  EXPECT_NEAR(metrics["mean_makespan"], mean, 4 * metrics["deviation_makespan"] / std::sqrt(k_realizations));
  EXPECT_LE(metrics["replans"], k_tasks);
}

TEST(PolicyExecution, RegretComparesWithExactKnowledge) {
  const auto regret = [](const std::string& strategy, double deviation) {
    const Workload workload = uncertain(random_graph(3, 12, 20), deviation, 20);
    const ScenarioReply reply =
        run_scenario(build_instance(k_clusters, workload, with_fluid().kinds), test::recipe(strategy), Detail::metrics);
    return std::get<Completed>(reply.outcome).metrics["regret"];
  };
  EXPECT_TRUE(std::isnan(regret("HEFT", 0.5)));
  EXPECT_EQ(regret("HEFT:hindsight=on", 0), 1);
  EXPECT_EQ(regret("HEFT:knowledge=exact,hindsight=on", 0.5), 1);
  EXPECT_EQ(regret("JIT:knowledge=exact,hindsight=on", 0.5), 1);
  EXPECT_GT(regret("HEFT:hindsight=on", 0.5), 1);
  EXPECT_GT(regret("HEFT:knowledge=none,hindsight=on", 0.5), 1);
}

TEST(PolicyExecution, HasTheSameBitsOnBothEngines) {
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    for (const std::string strategy :
         {"HEFT:replan=completion", "HCPA:replan=late,tolerance=0.1", "M-HEFT:knowledge=exact", "MinMin:replan=ready",
          "JIT", "JIT:choice=idle,priority=random"}) {
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
         {"HEFT", "HEFT:replan=completion", "MinMin:replan=completion", "HEFT:knowledge=exact", "OLB:knowledge=none",
          "MaxMin:replan=ready", "JIT:knowledge=exact", "JIT:choice=idle,knowledge=none"}) {
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
  EXPECT_NE(test::error_of([] { test::recipe("MAGS:replan=completion"); }), "no error");
  EXPECT_NE(test::error_of([] { test::recipe("JIT:replan=completion"); }), "no error");
}

}  // namespace
}  // namespace palio
