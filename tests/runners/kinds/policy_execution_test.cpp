#include "runners/kinds/policy_execution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
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
    PolicyExecution execution(platform, workload, &realizations, recorder, palio::strategy(recipe.name),
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

// What a decision changes lies after it: what started before it does so again. Dates are sums of other steps then, so
// they may differ in their last bits.
void expect_same_past(const Schedule& before, const Schedule& after, double decided) {
  constexpr double k_rounding = 1e-12;
  for (std::size_t app = 0; app < before.placements.size(); ++app)
    for (std::size_t task = 0; task < before.placements[app].size(); ++task) {
      const Placement& was = before.placements[app][task];
      const Placement& is = after.placements[app][task];
      if (was.cluster < 0 || !(was.start < decided * (1 - k_rounding))) {
        if (is.cluster >= 0) {
          EXPECT_GE(is.start, decided * (1 - k_rounding)) << "task " << task;
        }
        continue;
      }
      EXPECT_EQ(is.processors, was.processors);
      EXPECT_NEAR(is.start, was.start, k_rounding * was.start) << "task " << task;
      EXPECT_NEAR(is.finish, was.finish, k_rounding * was.finish) << "task " << task;
    }
}

// The date of the decision after which a schedule became the next one: what it planned waits for it.
double decided_at(const Schedule& schedule, const Schedule& next) {
  double date = 0;
  for (std::size_t app = 0; app < next.placements.size(); ++app)
    for (std::size_t task = 0; task < next.placements[app].size(); ++task)
      if (const double waits = next.placements[app][task].not_before;
          waits != schedule.placements[app][task].not_before)
        date = std::max(date, waits);
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
          expect_same_past(all.simulated[r][i].schedule, all.simulated[r][i + 1].schedule,
                           decided_at(all.schedules[r][i], next));
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
    for (const std::string policy : {"replan=completion", "replan=ready", "replan=period,period=3"})
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(fmt::format("{}, {}, seed {}", strategy.name, policy, seed));
        const Recorded all = planned_again(strategy, policy, seed);
        for (std::size_t r = 0; r < all.simulated.size(); ++r) {
          EXPECT_GT(all.executed[r].decisions, 0);
          for (std::size_t i = 0; i + 1 < all.simulated[r].size(); ++i)
            expect_same_past(all.simulated[r][i].schedule, all.simulated[r][i + 1].schedule,
                             decided_at(all.schedules[r][i], all.schedules[r][i + 1]));
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

// An event at a time, from the rules alone: tasks have no data to send. Of the ready tasks the longest by the estimates
// goes to the first idle host, or to the host of the earliest end as expected then.
class ClosedJustInTime {
public:
  ClosedJustInTime(const Platform& mesh, const TaskGraph& estimated, const TaskGraph& realized, bool waits)
      : mesh_(mesh), estimated_(estimated), realized_(realized), waits_(waits), tasks_(estimated.tasks().size()) {}

  double makespan() {
    double now = 0, end = 0;
    while (true) {
      decide(now);
      start(now);
      double next = std::numeric_limits<double>::infinity();
      for (const State& task : tasks_)
        if (task.finish > now) next = std::min(next, task.finish);
      if (next == std::numeric_limits<double>::infinity()) return end;
      end = now = next;
      start(now);
    }
  }

private:
  struct State {
    int host = -1;
    double start = -1, finish = -1;
  };

  bool is_ready(int task, double now) const {
    return std::ranges::all_of(estimated_.in_edges(task), [&](const Edge& edge) {
      return tasks_[edge.from].finish >= 0 && tasks_[edge.from].finish <= now;
    });
  }
  double time(const TaskGraph& graph, int task, int host) const {
    return graph.task(task).flop / mesh_.clusters[host].speed;
  }

  // The head of each queue whose host is free.
  void start(double now) {
    for (std::size_t host = 0; host < mesh_.clusters.size(); ++host) {
      std::vector<int>& queue = queues_[static_cast<int>(host)];
      if (queue.empty() || busy_until_[static_cast<int>(host)] > now) continue;
      State& task = tasks_[queue.front()];
      task.start = now;
      task.finish = busy_until_[static_cast<int>(host)] = now + time(realized_, queue.front(), static_cast<int>(host));
      running_[static_cast<int>(host)] = queue.front();
      queue.erase(queue.begin());
    }
  }

  // When a host has done all that waits there, as expected now.
  double expected(int host, double now) const {
    double free = now;
    if (busy_until_.contains(host) && busy_until_.at(host) > now)
      free = std::max(now, tasks_[running_.at(host)].start + time(estimated_, running_.at(host), host));
    if (queues_.contains(host))
      for (const int task : queues_.at(host)) free += time(estimated_, task, host);
    return free;
  }
  bool is_idle(int host, double now) const {
    return !(busy_until_.contains(host) && busy_until_.at(host) > now) &&
           (!queues_.contains(host) || queues_.at(host).empty());
  }

  int chosen(int task, double now) const {
    int best = -1;
    for (int host = 0; host < static_cast<int>(mesh_.clusters.size()); ++host) {
      if (waits_ && is_idle(host, now)) return host;
      if (!waits_ && (best < 0 || expected(host, now) + time(estimated_, task, host) <
                                      expected(best, now) + time(estimated_, task, best)))
        best = host;
    }
    return best;
  }

  void decide(double now) {
    std::vector<int> ready;
    for (int task = 0; task < estimated_.task_count(); ++task)
      if (tasks_[task].host < 0 && is_ready(task, now)) ready.push_back(task);
    std::ranges::stable_sort(ready, std::greater{}, [&](int task) { return estimated_.task(task).flop; });
    for (const int task : ready) {
      const int host = chosen(task, now);
      if (host < 0) continue;
      tasks_[task].host = host;
      queues_[host].push_back(task);
    }
  }

  const Platform& mesh_;
  const TaskGraph& estimated_;
  const TaskGraph& realized_;
  bool waits_;
  std::vector<State> tasks_;
  std::map<int, std::vector<int>> queues_;  // by host: decided, not started
  std::map<int, double> busy_until_;        // by host, s
  std::map<int, int> running_;              // by host: the last that started
};

TEST(PolicyExecution, JustInTimeOnAThousandGraphsIsAClosedSimulation) {
  const Platform mesh = test::mesh({1, 2, 3});
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Workload workload = uncertain(random_graph(seed, 9, 0), 0.5, 1, seed);
    Workload realized = workload;
    Realizations(mesh, workload).realize(0, workload, undecided(workload), realized);
    for (const bool waits : {true, false}) {
      const Recorded executed =
          recorded(fmt::format("JIT:priority=longest,choice={}", waits ? "idle" : "finish"), mesh, workload);
      ClosedJustInTime closed(mesh, workload.applications[0].graph, realized.applications[0].graph, waits);
      ASSERT_NEAR(makespan_of(executed.executed[0].execution.schedule) / closed.makespan(), 1, 1e-9)
          << seed << ", " << waits;
    }
  }
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
