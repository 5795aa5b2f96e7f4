#include "runners/kinds/realizations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/identity/random_stream.h"
#include "platforms/model/comm_estimate.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "tests/runners/kinds/isolated_scenario.h"
#include "tests/runners/kinds/policy_runs.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

Uncertainty uncertain(LawKind kind, double deviation, int realizations, std::uint64_t seed = 1) {
  Uncertainty made;
  made.durations = FactorLaw::with_deviation(kind, deviation);
  made.realizations = realizations;
  made.seed = seed;
  return made;
}

Completed executed(const Platform& platform, const Workload& workload, const std::string& strategy,
                   const Engine& engine = with_fluid()) {
  const BuiltInstance instance = build_instance(platform, workload, engine.kinds);
  ScenarioReply reply = run_scenario(instance, test::recipe(strategy), Detail::metrics);
  if (const auto* failure = std::get_if<Failure>(&reply.outcome)) ADD_FAILURE() << failure->message;
  return std::get<Completed>(std::move(reply.outcome));
}

// Tasks of these flop one after the other.
Workload chain(const std::vector<double>& flop) {
  std::vector<std::pair<double, double>> tasks;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < flop.size(); ++i) {
    tasks.emplace_back(flop[i], 1);
    if (i > 0) edges.push_back({static_cast<int>(i) - 1, static_cast<int>(i), 0});
  }
  return test::workload(test::graph(tasks, edges));
}

// The sum of independent durations: mean 10 + 20 + 30, variance v^2 (100 + 400 + 900). The standard error of a mean of
// R values is s / sqrt(R), that of their deviation about s / sqrt(2 R), more for the tails of a gamma law.
TEST(Realizations, OfAChainOnOneHostHaveTheMeanAndVarianceOfASum) {
  constexpr int k_realizations = 10'000;
  for (const LawKind kind : {LawKind::gamma, LawKind::log_normal, LawKind::uniform, LawKind::beta}) {
    Workload workload = chain({10, 20, 30});
    workload.uncertainty = uncertain(kind, 0.3, k_realizations);
    const MetricValues metrics = executed(test::fast_platform({test::cluster(1, 1)}), workload, "HEFT").metrics;
    const double deviation = 0.3 * std::sqrt(1400);
    EXPECT_NEAR(metrics["mean_makespan"], 60, 4 * deviation / std::sqrt(k_realizations));
    EXPECT_NEAR(metrics["deviation_makespan"], deviation, 4 * 1.2 * deviation / std::sqrt(2 * k_realizations));
    EXPECT_EQ(metrics["makespan"], 60);
    EXPECT_EQ(metrics["expected_ratio"], metrics["mean_makespan"] / 60);
  }
}

// The largest of n exponential durations of mean 10 s has the mean 10 (1 + 1/2 + ... + 1/n) and the variance
// 100 (1 + 1/4 + ... + 1/n^2).
TEST(Realizations, OfExponentialTasksSideBySideHaveTheMeanOfAHarmonicNumber) {
  constexpr int k_tasks = 5, k_realizations = 10'000;
  Workload workload = test::workload(test::graph(std::vector<std::pair<double, double>>(k_tasks, {10, 1})));
  workload.uncertainty = uncertain(LawKind::gamma, 1, k_realizations);
  const MetricValues metrics = executed(test::fast_platform({test::cluster(k_tasks, 1)}), workload, "HEFT").metrics;
  double harmonic = 0, variance = 0;
  for (int n = 1; n <= k_tasks; ++n) {
    harmonic += 1.0 / n;
    variance += 100.0 / n / n;
  }
  EXPECT_NEAR(metrics["mean_makespan"], 10 * harmonic, 4 * std::sqrt(variance / k_realizations));
}

TEST(Realizations, WithoutDeviationHaveTheBitsOfTheExactRun) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Workload workload = test::random_graph(seed, 12, 20);
    const Platform platform = test::platform({test::cluster(3, 2), test::cluster(2, 3)});
    const Completed certain = executed(platform, workload, "HCPA");
    EXPECT_TRUE(std::isnan(certain.metrics["mean_makespan"]));
    workload.uncertainty = uncertain(LawKind::gamma, 0, 7);
    const Completed uncertain = executed(platform, workload, "HCPA");
    for (const char* name : {"mean_makespan", "p95_makespan", "worst_makespan", "makespan"})
      EXPECT_EQ(uncertain.metrics[name], certain.metrics["makespan"]) << name;
    EXPECT_EQ(uncertain.metrics["deviation_makespan"], 0);
  }
}

// Each task on the processor of its plan, in the order of the plan, once its data is there; no contention.
double closed_makespan(const Platform& mesh, const Workload& realized, const std::vector<Placement>& planned) {
  const TaskGraph& graph = realized.applications[0].graph;
  std::vector<int> order(planned.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::ranges::sort(order, {}, [&](int task) { return std::pair(planned[task].start, task); });
  std::map<int, double> free;
  std::vector<double> finish(planned.size());
  double end = 0;
  for (const int task : order) {
    const int host = planned[task].processors.front();
    double start = free[host];
    for (const Edge& edge : graph.in_edges(task)) {
      const int from = planned[edge.from].processors.front();
      const Link& link = pair_link(mesh, from, host);
      const double moving = from == host || edge.bytes == 0 ? 0 : link.latency + edge.bytes / link.bandwidth;
      start = std::max(start, finish[edge.from] + moving);
    }
    finish[task] = free[host] = start + graph.task(task).flop / mesh.clusters[host].speed;
    end = std::max(end, finish[task]);
  }
  return end;
}

Workload uncertain_everywhere(std::uint64_t seed) {
  Workload workload = test::random_graph(seed, 8, 20);
  workload.uncertainty = uncertain(LawKind::log_normal, 0.4, 4, seed);
  workload.uncertainty.data = FactorLaw::with_deviation(LawKind::log_normal, 0.6);
  workload.uncertainty.speeds = FactorLaw::with_deviation(LawKind::log_normal, 0.2);
  return workload;
}

double closed_mean(const Platform& mesh, const Workload& workload) {
  const auto& heft = dynamic_cast<const GraphMethod&>(*strategy("HEFT").method);
  const Schedule planned = heft.schedule(mesh, workload, test::recipe("HEFT").parameters).schedule;
  const Realizations realizations(mesh, workload);
  Workload realized = workload;
  double sum = 0;
  for (int r = 0; r < realizations.count(); ++r) {
    realizations.realize(r, workload, planned, realized);
    sum += closed_makespan(mesh, realized, planned.placements[0]);
  }
  return sum / realizations.count();
}

TEST(Realizations, OfAThousandGraphsOnAMeshAreThoseOfAClosedSimulation) {
  const Platform mesh = test::mesh({1, 2, 3});
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Workload workload = uncertain_everywhere(seed);
    EXPECT_NEAR(executed(mesh, workload, "HEFT").metrics["mean_makespan"] / closed_mean(mesh, workload), 1, 1e-9)
        << seed;
  }
}

TEST(Realizations, HaveTheSameBitsOnBothEngines) {
  const Platform mesh = test::mesh({1, 2, 3});
  const Platform clusters = test::platform({test::cluster(3, 2), test::cluster(2, 3)});
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    for (const Platform& platform : {mesh, clusters}) {
      const Workload workload = uncertain_everywhere(seed);
      const Completed fluid = executed(platform, workload, "HEFT");
      const ResultLine line = test::isolated_scenario(
          [&] { return build_instance(platform, workload, with_simgrid().kinds); }, test::recipe("HEFT"));
      const auto& simgrid = std::get<Completed>(line.result.outcome);
      for (const MetricInfo& metric : metric_table()) {
        if (std::isnan(fluid.metrics[metric])) continue;
        EXPECT_EQ(simgrid.metrics[metric], fluid.metrics[metric]) << metric.name << ", " << seed;
      }
    }
}

// Factors of durations from one stream, realization after realization.
TEST(Realizations, BeginWithThoseOfFewer) {
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = chain({1, 1, 1});
  const Schedule planned{{{{0, {0}}, {0, {0}}, {0, {1}}}}};
  const auto factors = [&](const Uncertainty& uncertainty, int r) {
    workload.uncertainty = uncertainty;
    Workload realized = workload;
    Realizations(platform, workload).realize(r, workload, planned, realized);
    std::vector<double> flop;
    for (const Task& task : realized.applications[0].graph.tasks()) flop.push_back(task.flop);
    return flop;
  };
  for (int r = 0; r < 10; ++r)
    EXPECT_EQ(factors(uncertain(LawKind::gamma, 0.2, 10), r), factors(uncertain(LawKind::gamma, 0.2, 20), r));
  EXPECT_NE(factors(uncertain(LawKind::gamma, 0.2, 10), 0), factors(uncertain(LawKind::gamma, 0.2, 10), 1));
  EXPECT_NE(factors(uncertain(LawKind::gamma, 0.2, 10), 0), factors(uncertain(LawKind::gamma, 0.2, 10, 2), 0));
  // Uniform on 1 +- w: u = ((q - 1) / w + 1) / 2, and the exponential quantile of u is -ln(1 - u).
  const std::vector<double> uniform = factors(uncertain(LawKind::uniform, 0.2, 10), 3);
  const std::vector<double> exponential = factors(uncertain(LawKind::gamma, 1, 10), 3);
  for (std::size_t task = 0; task < uniform.size(); ++task) {
    const double share = ((uniform[task] - 1) / (0.2 * std::sqrt(3)) + 1) / 2;
    EXPECT_NEAR(exponential[task] / -std::log1p(-share), 1, 1e-6);
  }
}

TEST(Realizations, ATaskIsAsSlowAsTheSlowestOfItsProcessors) {
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{8, 1}, {8, 1}, {8, 1}, {8, 1}}));
  workload.uncertainty = uncertain(LawKind::gamma, 0, 1);
  workload.uncertainty.speeds = FactorLaw::with_deviation(LawKind::uniform, 0.3);
  Workload realized = workload;
  Realizations(platform, workload).realize(0, workload, {{{{0, {0}}, {0, {1}}, {0, {0, 1}}, {}}}}, realized);
  const auto flop = [&](int task) { return realized.applications[0].graph.task(task).flop; };
  EXPECT_NE(flop(0), flop(1));
  EXPECT_EQ(flop(2), std::max(flop(0), flop(1)));
  EXPECT_EQ(flop(3), 8);  // without a place
}

// The metrics are those of the makespans that are told one by one, and any of them can be looked at.
TEST(Realizations, AreToldOneByOneWhereTheyAreWanted) {
  Workload workload = test::random_graph(4, 12, 20);
  workload.uncertainty = uncertain(LawKind::gamma, 0.8, 9);
  const Platform platform = test::platform({test::cluster(3, 2), test::cluster(2, 3)});
  BuiltInstance instance = build_instance(platform, workload, with_fluid().kinds);
  const auto told = [&](Detail detail) { return run_scenario(instance, test::recipe("HCPA"), detail); };
  const auto alone = std::get<Completed>(told(Detail::metrics).outcome);
  const auto all = std::get<Completed>(told(Detail::realizations).outcome);
  EXPECT_TRUE(alone.realizations.empty());
  ASSERT_EQ(all.realizations.size(), 9U);
  EXPECT_EQ(std::ranges::max(all.realizations, {}, &RealizationMetrics::makespan).makespan,
            alone.metrics["worst_makespan"]);
  for (int r = 0; r < 9; ++r) {
    instance.realization = r;
    const ScenarioReply reply = told(Detail::schedule);
    EXPECT_EQ(std::get<Completed>(reply.outcome).metrics["makespan"], alone.metrics["makespan"]);
    EXPECT_EQ(makespan_of(as<GraphSchedule>(*reply.detail).execution.schedule),
              all.realizations[static_cast<std::size_t>(r)].makespan);
  }
  instance.realization = 9;
  EXPECT_THAT(std::get<Failure>(told(Detail::schedule).outcome).message,
              testing::HasSubstr("no realization 9: the workload has 9"));
}

TEST(Realizations, RefuseMoreFactorsThanFitIntoMemory) {
  Workload workload = chain({1, 1, 1});
  workload.uncertainty = uncertain(LawKind::gamma, 0.1, 1'000'000);
  const auto many = [&] { Realizations(test::fast_platform({test::cluster(100, 1)}), workload); };
  EXPECT_THROW(many(), UserError);
}

TEST(RealizedMetrics, OfFourMakespans) {
  // Mean 10/4, squares 1.5^2 + 0.5^2 twice over 3, the 95 % quantile at 0.95 x 3 = 2.85 from the least.
  MetricValues metrics;
  add_realized_metrics(std::vector<double>{4, 1, 3, 2}, 2, metrics);
  test::expect_metrics(metrics, 1e-15,
                       {{"mean_makespan", 2.5},
                        {"deviation_makespan", std::sqrt(5.0 / 3)},
                        {"p95_makespan", 3.85},
                        {"worst_makespan", 4},
                        {"lateness", 1},
                        {"late_share", 0.5},
                        {"expected_ratio", 1.25}});
}

TEST(RealizedMetrics, OfOneMakespanHaveNoDeviation) {
  MetricValues metrics;
  add_realized_metrics(std::vector<double>{3}, 3, metrics);
  EXPECT_TRUE(std::isnan(metrics["deviation_makespan"]));
  EXPECT_EQ(metrics["p95_makespan"], 3);
  EXPECT_EQ(metrics["late_share"], 0);
}

// Hosts 0 and 1; 0 -> 2 sends 20 byte over a link of 10 byte/s and 1 s, so 3 s. Task 0 from 0 to 4 on host 0, task 2
// from 7 to 9 on host 1, both without slack; task 1 from 0 to 2 on host 1 could end at 7: 5 s; task 3 from 4 to 5 on
// host 0 could end at 9: 4 s.
TEST(MeanSlack, IsHowMuchLaterTasksCouldEnd) {
  const Platform mesh = test::mesh({1, 1});
  const Workload workload = test::workload(test::graph({{4, 1}, {2, 1}, {2, 1}, {1, 1}}, {{0, 2, 20}}));
  const Schedule planned{{{{0, {0}, 0, 4}, {1, {1}, 0, 2}, {1, {1}, 7, 9}, {0, {0}, 4, 5}}}};
  EXPECT_DOUBLE_EQ(mean_slack(mesh, workload, planned), (0 + 5 + 0 + 4) / 4.0);
}

}  // namespace
}  // namespace palio
