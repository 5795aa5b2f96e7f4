// On-line strategies: nothing starts before it was decided, in what is simulated.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/identity/random_stream.h"
#include "runners/engines/fluid/engine.h"
#include "strategies/ptg/moldable/online_list.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/strategies/ptg/graph_runs.h"

namespace palio {
namespace {

constexpr double k_near = 1e-9;

Task moldable_task(RandomStream& random, SpeedupLaw law) {
  const SpeedupParameters has = parameters_of(law);
  Task task{random.uniform_real(1, 10), 0, ""};
  task.speedup.law = law;
  if (has.alpha) task.alpha = random.uniform_real(0, 1);
  if (has.max_processors) task.speedup.max_processors = static_cast<int>(random.uniform_integer(1, 6));
  if (has.overhead) task.speedup.overhead = std::max(0.0, random.uniform_real(-0.3, 0.3));  // often none
  if (has.exponent) task.speedup.exponent = random.uniform_real(0, 1);
  return task;
}

TaskGraph moldable_graph(RandomStream& random, int most_tasks) {
  // Mostly the one whose tasks differ most in their ratios, so that Fair's cap falls late.
  const auto law = random.uniform_real(0, 1) < 0.6 ? SpeedupLaw::communication
                                                   : static_cast<SpeedupLaw>(random.uniform_integer(0, 4));
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  for (auto left = random.uniform_integer(2, most_tasks); left > 0; --left) {
    const int to = static_cast<int>(tasks.size());
    tasks.push_back(moldable_task(random, law));
    for (int from = 0; from < to; ++from)
      if (random.uniform_real(0, 1) < 0.15) edges.push_back({from, to, 0});
  }
  return {std::move(tasks), std::move(edges)};
}

// Of each number of processors, one.
struct Engines {
  GraphSimulator& on(int processors) {
    auto& engine = made[static_cast<std::size_t>(processors)];
    if (!engine) engine = fluid_simulator(test::one_cluster(processors));
    return *engine;
  }
  std::vector<std::unique_ptr<GraphSimulator>> made = std::vector<std::unique_ptr<GraphSimulator>>(8);
};

Schedule simulated(GraphSimulator& engine, const Platform& platform, const Workload& workload,
                   const Schedule& planned) {
  const Execution execution = engine.run(workload, planned);
  EXPECT_EQ(find_simulated_violation(platform, workload, execution.schedule, execution.transfers), std::nullopt);
  return execution.schedule;
}

void expect_same(const Schedule& a, const Schedule& b, std::size_t applications, double before) {
  for (std::size_t app = 0; app < applications; ++app)
    for (std::size_t task = 0; task < a.placements[app].size(); ++task) {
      const Placement &one = a.placements[app][task], &other = b.placements[app][task];
      if (std::min(one.start, other.start) >= before * (1 - k_near)) continue;
      ASSERT_EQ(one.processors, other.processors) << "task " << task << " of application " << app;
      ASSERT_NEAR(one.start, other.start, k_near * before) << "task " << task << " of application " << app;
    }
}

// Three processors of 1 flop/s; a task takes 1/n + o (n - 1) of its work, where o is 0 for U and T (2 flop each), 0.15
// for V (3), X (4) and W (9). The cap is 2 at first: U runs on two processors until 1 s, and T waits for two. Then V
// and X are known, as U has ended, and lower the cap to 1: T starts on the processor that was idle, from 1 to 3 s, and
// W, which waits for T, runs from 3 to 12 s.
TEST(OnLine, FairStartsNothingBeforeItsCapWasLowered) {
  const auto task = [](double flop, double overhead) {
    return Task{flop, 0, "", {}, {.law = SpeedupLaw::communication, .overhead = overhead}};
  };
  const Workload workload = one_graph({task(2, 0), task(2, 0), task(3, 0.15), task(4, 0.15), task(9, 0.15)},
                                      {{0, 2, 0}, {0, 3, 0}, {1, 4, 0}});
  const Platform platform = test::one_cluster(3);
  const Schedule planned = test::scheduled_by("Fair:priority=length", platform, workload).schedule;
  const Schedule executed = simulated(*fluid_simulator(platform), platform, workload, planned);
  EXPECT_NEAR(executed.placements[0][1].start, 1, k_near);
  EXPECT_NEAR(test::end_of(planned), 12, k_near);
  EXPECT_NEAR(test::end_of(executed), 12, k_near);
}

// Another task of which nothing is known until its parents end changes nothing that starts before, and what is
// simulated is what the algorithm does.
TEST(OnLine, ListsStartNothingBeforeItWasDecided) {
  RandomStream random(31);
  Engines engines;
  for (int i = 0; i < 100'000; ++i) {
    const std::string recipe =
        fmt::format("{}:priority={}", test::pick(random, {"Fair", "Fair", "ICPP22", "TOPC24", "minTime", "minArea"}),
                    k_ready_orders[static_cast<std::size_t>(random.uniform_integer(0, 3))]);
    SCOPED_TRACE(fmt::format("{}, case {}", recipe, i));
    const int processors = static_cast<int>(random.uniform_integer(1, 4));
    const Platform platform = test::one_cluster(processors);
    const Workload workload = test::workload(moldable_graph(random, 8));
    const TaskGraph& graph = workload.applications[0].graph;
    const Schedule planned = test::scheduled_by(recipe, platform, workload).schedule;
    const Schedule executed = simulated(engines.on(processors), platform, workload, planned);
    for (std::size_t task = 0; task < graph.tasks().size(); ++task)
      ASSERT_NEAR(executed.placements[0][task].start, planned.placements[0][task].start,
                  k_near * test::end_of(planned));

    const auto changed = static_cast<int>(random.uniform_integer(0, graph.task_count() - 1));
    std::vector<Task> tasks(graph.tasks().begin(), graph.tasks().end());
    tasks[static_cast<std::size_t>(changed)] =
        moldable_task(random, tasks[static_cast<std::size_t>(changed)].speedup.law);
    const Workload other = one_graph(std::move(tasks), {graph.edges().begin(), graph.edges().end()});
    double known = 0;
    for (const Edge& edge : graph.in_edges(changed))
      known = std::max(known, executed.placements[0][static_cast<std::size_t>(edge.from)].finish);
    const Schedule instead =
        simulated(engines.on(processors), platform, other, test::scheduled_by(recipe, platform, other).schedule);
    ASSERT_NO_FATAL_FAILURE(expect_same(executed, instead, 1, known));
  }
}

// Without the last application, all that starts before its release is the same.
TEST(OnLine, BatchesStartNothingBeforeItWasDecided) {
  RandomStream random(37);
  std::vector<const Strategy*> on_line;
  for (const Strategy& known : strategies())
    if (const auto* method = method_if<GraphMethod>(known);
        method != nullptr && method->terms.batches == BatchNeed::any && method->terms.releases == ReleaseNeed::any)
      on_line.push_back(&known);
  ASSERT_GT(on_line.size(), 5U);
  Engines engines;
  for (int i = 0; i < 20'000; ++i) {
    const Strategy& strategy = *on_line[static_cast<std::size_t>(i) % on_line.size()];
    SCOPED_TRACE(fmt::format("{}, case {}", strategy.name, i));
    const int processors = static_cast<int>(random.uniform_integer(2, 7));
    const Platform platform = test::one_cluster(processors);
    Workload workload;
    for (int app = 0; app < 3; ++app) {
      std::vector<std::pair<double, double>> tasks;
      std::vector<Edge> edges;
      for (int to = 0; to < 4; ++to) {
        tasks.emplace_back(random.uniform_real(1, 10), random.uniform_real(0, 1));
        for (int from = 0; from < to; ++from)
          if (random.uniform_real(0, 1) < 0.4) edges.push_back({from, to, 0});
      }
      workload.applications.push_back({"", test::graph(tasks, edges), app * random.uniform_real(0.5, 8)});
    }
    const double last = workload.applications.back().release_date;
    const Schedule executed = simulated(engines.on(processors), platform, workload,
                                        test::scheduled_by(strategy.name, platform, workload).schedule);
    workload.applications.pop_back();
    const Schedule before = simulated(engines.on(processors), platform, workload,
                                      test::scheduled_by(strategy.name, platform, workload).schedule);
    ASSERT_NO_FATAL_FAILURE(expect_same(executed, before, 2, last));
  }
}

}  // namespace
}  // namespace palio
