// What decisions and predictions count on is what happens, where nothing is uncertain and nothing contends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/sent_data.h"
#include "tests/runners/kinds/closed_decisions.h"
#include "tests/runners/kinds/policy_runs.h"

namespace palio {
namespace {

using test::ClosedDecisions;

// On equal hosts ties are many.
bool has_equal_hosts(std::uint64_t seed) { return seed % 5 == 0; }

Platform random_mesh(std::uint64_t seed) {
  RandomStream random(seed + 1000);
  Platform mesh = test::mesh({});
  const auto hosts = static_cast<std::size_t>(random.uniform_integer(2, 4));
  for (std::size_t host = 0; host < hosts; ++host)
    mesh.clusters.push_back({"h", 1, has_equal_hosts(seed) ? 2 : random.uniform_real(1, 3), {}, {}, {}});
  for (std::size_t pair = 0; pair < hosts * hosts; ++pair)
    mesh.pair_links.push_back(has_equal_hosts(seed) ? Link{8, 0.5}
                                                    : Link{random.uniform_real(2, 20), random.uniform_real(0, 1)});
  return mesh;
}

MetricValues metrics_of(const Platform& platform, const Workload& workload, const std::string& strategy) {
  const ScenarioReply reply =
      run_scenario(build_instance(platform, workload, with_fluid().kinds), test::recipe(strategy), Detail::metrics);
  if (const auto* failure = std::get_if<Failure>(&reply.outcome)) ADD_FAILURE() << strategy << ": " << failure->message;
  return std::get<Completed>(reply.outcome).metrics;
}

// Hosts of 1 flop/s, links of 10 byte/s and 0 s. A (1 s) runs on h0, B (3 s) on h1. J (1 s) needs 20 bytes of each; it
// is decided at 3 s, and from A its data leave only then: on h1 it starts at 5 s, as on h0, and ends at 6.
TEST(DecidedDates, DataLeaveWhenTheReceiverIsDecided) {
  Platform mesh = test::mesh({1, 1});
  for (Link& link : mesh.pair_links) link = {10, 0};
  const Workload workload = test::workload(test::graph({{1, 1}, {3, 1}, {1, 1}}, {{0, 2, 20}, {1, 2, 20}}));
  for (const std::string strategy : {"JIT", "JIT:choice=idle"}) {
    const MetricValues metrics = metrics_of(mesh, workload, strategy);
    EXPECT_DOUBLE_EQ(metrics["predicted_makespan"], 6) << strategy;
    EXPECT_DOUBLE_EQ(metrics["makespan"], 6) << strategy;
  }
}

// Hosts of 1 and 0.4 flop/s; A (1 flop), B (1.8) and C (1), which waits for A; decisions take 1 s. At 0 s A and B go to
// the first host: 1 + 1 + 1.8 is before 1 + 1.8 / 0.4. At 2 s A ends, and B, decided on long ago, starts. So that host
// is free at 3.8, where C ends at 4.8, before the 3 + 1 / 0.4 of the other one.
TEST(DecidedDates, ATaskThatWaitsIsNotDecidedOnAgain) {
  const Platform mesh = test::mesh({1, 0.4});
  const Workload workload = test::workload(test::graph({{1, 1}, {1.8, 1}, {1, 1}}, {{0, 2, 0}}));
  const test::Recorded all = test::recorded("JIT:decision_time=1", mesh, test::uncertain(workload, 0, 1));
  const auto& executed = all.executed[0].execution.schedule.placements[0];
  EXPECT_DOUBLE_EQ(executed[1].start, 2);
  EXPECT_EQ(executed[2].processors, std::vector<int>{0});
  EXPECT_DOUBLE_EQ(executed[2].finish, 4.8);
}

// Two hosts of 1 flop/s: A (4 s) runs on the first, B (3 s) on the second, then C (2 s) is to go there. Where one of A
// and B ends when the other one is overdue, that one is taken to end at once, so that both hosts are free then; C goes
// to the first of them, however the dates are rounded.
TEST(DecidedDates, AnOverdueTaskIsTakenToEndAtOnce) {
  int overdue = 0;
  const Platform mesh = test::mesh({1, 1});
  const Workload graph = test::workload(test::graph({{4, 1}, {3, 1}, {2, 1}}));
  const Workload workload = test::uncertain(graph, 0.5, 300);
  const test::Recorded all = test::recorded("HEFT:replan=completion", mesh, workload);
  for (const PolicyExecution::Executed& run : all.executed) {
    const auto& placed = run.execution.schedule.placements[0];
    const auto [first, last] = std::minmax(placed[0].finish, placed[1].finish);
    const int running = placed[0].finish < placed[1].finish ? 1 : 0;
    if (first < placed[running].start + graph.applications[0].graph.task(running).flop) continue;
    ++overdue;
    EXPECT_EQ(placed[2].processors, std::vector<int>{0}) << first << " s";
  }
  EXPECT_GT(overdue, 30);
}

// One host of 1 flop/s, A (1 s), then B (1 s); decisions take 1 s. Just in time A is decided on at 0 and runs from 1 to
// 2, B is decided on then and runs from 3 to 4. The plan of MinMin, in which nothing has to be decided, takes 2 s.
TEST(DecidedDates, PredictionsKnowTheTimeOfDecisions) {
  const Platform host = test::mesh({1});
  const Workload workload = test::uncertain(test::workload(test::graph({{1, 1}, {1, 1}}, {{0, 1, 0}})), 0, 2);
  for (const auto& [strategy, makespan] :
       {std::pair("JIT:decision_time=1", 3.0), std::pair("MinMin:replan=ready,decision_time=1", 2.0)}) {
    const MetricValues metrics = metrics_of(host, workload, strategy);
    EXPECT_DOUBLE_EQ(metrics["predicted_makespan"], 3) << strategy;
    EXPECT_DOUBLE_EQ(metrics["makespan"], makespan) << strategy;
    EXPECT_DOUBLE_EQ(metrics["mean_makespan"], 3) << strategy;
    EXPECT_EQ(metrics["late_share"], 0) << strategy;
  }
}

TEST(DecidedDates, PredictionsOfJustInTimeComeTrue) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed)
    for (const std::string priority : {"upward", "fifo", "longest", "random"})
      for (const std::string choice : {"idle", "finish"}) {
        const std::string strategy =
            fmt::format("JIT:priority={},choice={},decision_time={}", priority, choice, seed % 2 == 0 ? 0 : 0.7);
        const MetricValues metrics = metrics_of(random_mesh(seed), test::random_graph(seed, 10, 60), strategy);
        ASSERT_NEAR(metrics["predicted_makespan"] / metrics["makespan"], 1, 1e-9) << strategy << ", seed " << seed;
      }
}

// Tasks of 0.1, 0.7 and 0.8 s on two hosts, decisions take 0.1 s. At 0 the longest goes to the first host, where it
// runs from 0.1 to 0.9, the next one to the second until 0.8, the short one behind it. At 0.8 that one is decided on
// again: both hosts end it at 1, it goes to the first. At 0.9 the longest ends, and what has not started is decided on
// again: it runs from 1 to 1.1. The first start was at 0.1.
TEST(DecidedDates, PredictionsOfReadyAddUpAsTheExecutionDoes) {
  const Workload workload = test::uncertain(test::workload(test::graph({{0.1, 1}, {0.7, 1}, {0.8, 1}})), 0, 1);
  const MetricValues metrics = metrics_of(test::mesh({1, 1}), workload, "HEFT:replan=ready,decision_time=0.1");
  EXPECT_DOUBLE_EQ(metrics["predicted_makespan"], 1);
  EXPECT_DOUBLE_EQ(metrics["mean_makespan"], 1);
  EXPECT_EQ(metrics["late_share"], 0);
}

TEST(DecidedDates, PredictionsOfReadyComeTrueToTheBit) {
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    for (const std::string rule : {"HEFT", "MinMin", "Sufferage"}) {
      const std::string strategy = fmt::format("{}:replan=ready,decision_time={}", rule, seed % 2 == 0 ? 0 : 0.7);
      const Workload workload = test::uncertain(test::random_graph(seed, 10, 60), 0, 1);
      const MetricValues metrics = metrics_of(random_mesh(seed), workload, strategy);
      ASSERT_EQ(metrics["predicted_makespan"], metrics["mean_makespan"]) << strategy << ", seed " << seed;
    }
}

// One host of 1 flop/s and tasks of 5, 1 and 5 s, the shortest first. Decisions at 1.5, 3, 4.5 and 6 s take 0.25 s. At
// 6 the second task ends, and the third is decided on once more: it starts at 6.25, and ends at 11.25.
TEST(DecidedDates, ADecisionComesWithWhatEndsAtItsDate) {
  const Workload workload = test::workload(test::graph({{5, 1}, {1, 1}, {5, 1}}));
  const test::Recorded all = test::recorded("MinMin:replan=period,period=1.5,decision_time=0.25", test::mesh({1}),
                                            test::uncertain(workload, 0, 1));
  EXPECT_EQ(all.executed[0].decisions, 4);
  EXPECT_DOUBLE_EQ(all.executed[0].execution.schedule.placements[0][2].start, 6.25);
  EXPECT_DOUBLE_EQ(makespan_of(all.executed[0].execution.schedule), 11.25);
}

// On equal hosts what Sufferage compares are differences that are equal but for their last bits.
std::vector<std::string> rules(std::uint64_t seed) {
  std::vector<std::string> names{"idle", "finish", "MinMin", "MaxMin"};
  if (!has_equal_hosts(seed)) names.emplace_back("Sufferage");
  return names;
}

std::string typed(const std::string& rule, double decision_time) {
  const std::string policy = fmt::format("decision_time={}", decision_time);
  if (rule == "idle" || rule == "finish") return fmt::format("JIT:priority=longest,choice={},{}", rule, policy);
  return fmt::format("{}:replan=ready,{}", rule, policy);
}

TEST(DecidedDates, AreThoseOfAClosedSimulation) {
  int sent_again = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Platform mesh = random_mesh(seed);
    const Workload workload = test::uncertain(test::random_graph(seed, 10, 60), seed % 3 == 0 ? 0 : 0.5, 1, seed);
    Workload realized = workload;
    Realizations(mesh, workload).realize(0, workload, undecided(workload), realized);
    for (const std::string& rule : rules(seed))
      for (const double decision_time : {0.0, 0.7, 4.0}) {
        SCOPED_TRACE(fmt::format("{}, seed {}", typed(rule, decision_time), seed));
        const test::Recorded executed = test::recorded(typed(rule, decision_time), mesh, workload);
        ClosedDecisions closed(mesh, workload.applications[0].graph, realized.applications[0].graph, rule,
                               decision_time);
        ASSERT_NEAR(makespan_of(executed.executed[0].execution.schedule) / closed.makespan(), 1, 1e-9);
        ASSERT_EQ(executed.executed[0].decisions, closed.decisions());
        sent_again += closed.sent_again();
      }
  }
  EXPECT_GT(sent_again, 1000);
}

// A prediction is what the policy would give if all lasted as estimated.
TEST(DecidedDates, PredictionsAreThoseOfAClosedSimulation) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Platform mesh = random_mesh(seed);
    const bool is_certain = seed % 2 == 0;
    const Workload workload = test::uncertain(test::random_graph(seed, 10, 60), is_certain ? 0 : 0.5, 2, seed);
    const TaskGraph& graph = workload.applications[0].graph;
    for (const std::string& rule : rules(seed))
      for (const double decision_time : {0.0, 0.7, 4.0}) {
        SCOPED_TRACE(fmt::format("{}, seed {}", typed(rule, decision_time), seed));
        const MetricValues metrics = metrics_of(mesh, workload, typed(rule, decision_time));
        const double makespan = ClosedDecisions(mesh, graph, graph, rule, decision_time).makespan();
        ASSERT_NEAR(metrics["predicted_makespan"] / makespan, 1, 1e-9);
        if (is_certain) {
          ASSERT_EQ(metrics["late_share"], 0);
        }
      }
  }
}

// A strategy that keeps its plans.
Strategy kept(const std::string& name, std::vector<Schedule>& plans) {
  Strategy strategy = palio::strategy(name);
  const auto& method = *method_if<GraphMethod>(strategy);
  const auto keep = [&plans, plan = method.schedule](const Platform& platform, const Workload& workload,
                                                     const Parameters& parameters) {
    SchedulingResult result = plan(platform, workload, parameters);
    plans.push_back(result.schedule);
    return result;
  };
  strategy.method = std::make_shared<GraphMethod>(keep, method.terms);
  return strategy;
}

// Whether a task that runs when a schedule is decided on ends before that takes effect: its data will leave once more.
bool sends_before_effect(const Schedule& decided, const Schedule& executed) {
  double effect = 0;  // s
  for (const Placement& placed : decided.placements[0]) effect = std::max(effect, placed.not_before);
  for (std::size_t task = 0; task < decided.placements[0].size(); ++task)
    if (const Placement& placed = decided.placements[0][task];
        placed.start < k_never && placed.finish == k_never && executed.placements[0][task].finish < effect)
      return true;
  return false;
}

// Each plan of the rest is executed to its last date, beside what ran already and the data that were under way.
TEST(DecidedDates, OfEachPlanOfTheRestComeTrue) {
  std::size_t sent_again = 0, stayed = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed)
    for (const std::string strategy :
         {"HEFT:replan=completion", "PEFT:replan=completion,decision_time=0.4", "MinMin:replan=completion",
          "ETF:replan=period,period=3,decision_time=0.9", "WBA:replan=completion,increase_range=1",
          "HCPA:replan=completion", "M-HEFT:replan=completion,decision_time=0.4"}) {
      const Platform mesh = random_mesh(seed);
      std::vector<Schedule> plans;
      const Recipe recipe = test::recipe(strategy);
      const test::Recorded all = test::recorded(recipe, kept(recipe.name, plans), mesh,
                                                test::uncertain(test::random_graph(seed, 12, 60), 0, 1));
      std::size_t taken = 0;
      int last = -1;  // order of a task
      for (std::size_t i = 0; i < all.schedules[0].size(); ++i) {
        const int order = std::ranges::max(all.schedules[0][i].placements[0], {}, &Placement::order).order;
        if (std::exchange(last, order) == order) continue;  // data left for where the receiver was: no new plan
        const std::vector<Placement>& executed = all.simulated[0][i].schedule.placements[0];
        std::vector<Placement> open;  // those that were planned
        for (std::size_t task = 0; task < executed.size(); ++task)
          if (all.schedules[0][i].placements[0][task].start == k_never) open.push_back(executed[task]);
        ASSERT_LT(taken, plans.size());
        const std::vector<Placement>& planned = plans[taken++].placements[0];
        if (sends_before_effect(all.schedules[0][i], all.simulated[0][i].schedule)) continue;
        ASSERT_EQ(planned.size(), open.size());
        for (std::size_t task = 0; task < planned.size(); ++task) {
          ASSERT_NEAR(planned[task].start, open[task].start, 1e-9 * open[task].finish)
              << strategy << ", seed " << seed << ", plan " << i << ", task " << task;
          ASSERT_NEAR(planned[task].finish, open[task].finish, 1e-9 * open[task].finish);
        }
        for (const Resent& resent : all.schedules[0][i].resent) (resent.is_moved() ? sent_again : stayed) += 1;
      }
      EXPECT_EQ(taken, plans.size());
    }
  EXPECT_GT(sent_again, 1000);
  EXPECT_EQ(stayed, 0);  // all was decided from the beginning
}

// Three hosts of 1 flop/s; links of 10 byte/s and 1 s. A (4 s) runs on h0, B (10 s) on h1; C (2 s) waits for 20 bytes
// of A, which left for h1 at 4 s. At 5 s a decision that takes 1 s moves C to h2: the data leave at 6 and are there
// at 9. At 7 s another one moves C back: they leave at 8 and are there at 11.
TEST(DecidedDates, DataOfATaskThatIsMovedLeaveAgain) {
  const Platform mesh = test::mesh({1, 1, 1});
  const Workload workload = test::workload(test::graph({{4, 1}, {10, 1}, {2, 1}}, {{0, 2, 20}}));
  Schedule schedule{{{{0, {0}, 0, 4}, {1, {1}, 0, 10}, {1, {1}, 10, 12}}}};
  const auto simulator = fluid_simulator(mesh);
  const auto moved = [&](double now, int host) {
    schedule.moments.push_back({{}, now});
    const Situation situation{mesh, workload, schedule, now, 1};
    Rearrangement anew(situation, {-1, static_cast<int>(schedule.moments.size()) - 1}, workload, schedule);
    anew.place(0, 2, host, {host});
    return simulator->run(workload, schedule);
  };
  const Execution first = moved(5, 2);
  EXPECT_DOUBLE_EQ(first.schedule.placements[0][2].start, 9);
  ASSERT_EQ(first.transfers.size(), 1);
  EXPECT_DOUBLE_EQ(first.transfers[0].start, 6);
  EXPECT_DOUBLE_EQ(first.transfers[0].finish, 9);
  const Execution second = moved(7, 1);
  EXPECT_DOUBLE_EQ(second.schedule.placements[0][2].start, 11);
  ASSERT_EQ(second.transfers.size(), 1);
  EXPECT_DOUBLE_EQ(second.transfers[0].start, 8);
  EXPECT_DOUBLE_EQ(second.transfers[0].finish, 11);
}

// Hosts of 1 flop/s, links of 10 byte/s and 0 s. A runs on h0 until 4 s, C waits for its 20 bytes. A decision at 3 s
// that takes 3 s moves C from h2 to h1. At 3.5 s the next plan, of 6.5 s, knows that at 4 s the data leave for h2, and
// for h1 when the move takes effect: at 6 s, to be there at 8 s.
TEST(DecidedDates, APlanKnowsWhichMovesHaveNotTakenEffect) {
  Platform mesh = test::mesh({1, 1, 1});
  for (Link& link : mesh.pair_links) link = {10, 0};
  const Workload workload = test::workload(test::graph({{4, 1}, {2, 1}}, {{0, 1, 20}}));
  const Schedule schedule{{{{0, {0}, 0, k_never}, {1, {1}, k_never, k_never}}}};
  const std::vector<Moving> moving{{0, 1, {2, {2}}, 6}};
  const Rest rest = rest_of({mesh, workload, schedule, 3.5, 3, moving});
  ASSERT_EQ(rest.open.background->inflows.size(), 1U);
  const Inflow& data = rest.open.background->inflows.front();
  ASSERT_EQ(data.there.size(), 1U);
  EXPECT_EQ(data.there.front(), 1);
  EXPECT_DOUBLE_EQ(data.arrival, 8);
}

}  // namespace
}  // namespace palio
