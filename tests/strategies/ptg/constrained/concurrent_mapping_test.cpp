#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "platforms/model/comm_estimate.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/constrained/concurrent_mapping.h"
#include "strategies/ptg/constrained/constrained.h"
#include "strategies/ptg/list_mapping.h"
#include "tests/strategies/ptg/constrained/random_batches.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using test::map_concurrently;
using test::one_cluster;
using MappedProcessors = std::vector<int>;

Workload batch(std::vector<TaskGraph> graphs) {
  Workload built;
  for (TaskGraph& graph : graphs) built.applications.push_back({"", std::move(graph), 0});
  return built;
}

void expect_placed(const Placement& placed, const MappedProcessors& processors, double start, double finish) {
  EXPECT_EQ(placed.processors, processors);
  EXPECT_DOUBLE_EQ(placed.start, start);
  EXPECT_DOUBLE_EQ(placed.finish, finish);
}

std::vector<std::vector<Placement>> placements_of(const Platform& platform, const Workload& workload,
                                                  const ReferenceAllocations& allocations,
                                                  const MappingOptions& options = {}) {
  return map_concurrently(platform, workload, allocations, options).schedule.placements;
}

// Two processors of 1 flop/s. A big application, 6 -> {4, 4} flop, and a small one, 2 -> 1 flop; one processor per
// task. Bottom levels 10, 4, 4 and 3, 1.
Workload big_and_small() {
  return batch(
      {test::graph({{6, 0}, {4, 0}, {4, 0}}, {{0, 1, 0}, {0, 2, 0}}), test::graph({{2, 0}, {1, 0}}, {{0, 1, 0}})});
}
const std::vector<std::vector<int>> k_one_each{{1, 1, 1}, {1, 1}};

TEST(ConcurrentMapping, OfReadyTasksStartsASmallApplicationAtOnce) {
  // 0 s: the big entry on processor 0, the small one on 1. 2 s: processor 1 was freed last. 6 s: the two others, first
  // on processor 0, which was freed last.
  const auto placed = placements_of(one_cluster(2), big_and_small(), k_one_each);
  expect_placed(placed[0][0], {0}, 0, 6);
  expect_placed(placed[0][1], {0}, 6, 10);
  expect_placed(placed[0][2], {1}, 6, 10);
  expect_placed(placed[1][0], {1}, 0, 2);
  expect_placed(placed[1][1], {1}, 2, 3);
}

TEST(ConcurrentMapping, OfAllTasksPostponesASmallApplication) {
  // The big application fills both processors until 10 s; the hole before 6 s on processor 1 is lost.
  const auto placed = placements_of(one_cluster(2), big_and_small(), k_one_each, {.order = MappingOrder::global});
  expect_placed(placed[0][0], {0}, 0, 6);
  expect_placed(placed[0][1], {0}, 6, 10);
  expect_placed(placed[0][2], {1}, 6, 10);
  expect_placed(placed[1][0], {0}, 10, 12);
  expect_placed(placed[1][1], {0}, 12, 13);
}

TEST(ConcurrentMapping, TiesGoToTheFirstApplicationAndTask) {
  // One processor; three tasks of 2 s in two applications.
  const Workload workload = batch({test::graph({{2, 0}}), test::graph({{2, 0}, {2, 0}})});
  for (const MappingOrder order : {MappingOrder::ready, MappingOrder::global}) {
    const auto placed = placements_of(one_cluster(1), workload, {{1}, {1, 1}}, {.order = order});
    expect_placed(placed[0][0], {0}, 0, 2);
    expect_placed(placed[1][0], {0}, 2, 4);
    expect_placed(placed[1][1], {0}, 4, 6);
  }
}

TEST(ConcurrentMapping, AppliesTheReleaseDates) {
  // Two processors; 4 flop from 0 s, 3 flop released at 5 s. The second takes the processor freed last.
  Workload workload = batch({test::graph({{4, 0}}), test::graph({{3, 0}})});
  workload.applications[1].release_date = 5;
  for (const MappingOrder order : {MappingOrder::ready, MappingOrder::global}) {
    const auto placed = placements_of(one_cluster(2), workload, {{1}, {1}}, {.order = order});
    expect_placed(placed[0][0], {0}, 0, 4);
    expect_placed(placed[1][0], {0}, 5, 8);
  }
}

TEST(ConcurrentMapping, FinishesAndReleasesAtOneDateAreOneEvent) {
  // One processor; 4 flop and a child, and another application released at 4 s. At 4 s both compete, whichever event
  // is met first: of 1 and 3 s the larger bottom level goes first.
  for (const double child : {1.0, 3.0}) {
    Workload workload = batch({test::graph({{4, 0}, {child, 0}}, {{0, 1, 0}}), test::graph({{4 - child, 0}})});
    workload.applications[1].release_date = 4;
    const auto placed = placements_of(one_cluster(1), workload, {{1, 1}, {1}});
    expect_placed(child == 3 ? placed[0][1] : placed[1][0], {0}, 4, 7);
    expect_placed(child == 3 ? placed[1][0] : placed[0][1], {0}, 7, 8);
  }
}

TEST(ConcurrentMapping, ReservesProcessorsForAStartInTheFuture) {
  // Two processors, no packing. 10 flop on one; 12 on two, from 10 s on; 2 on one: the hole on processor 1 is reserved.
  const Workload workload = batch({test::graph({{10, 0}}), test::graph({{12, 0}}), test::graph({{2, 0}})});
  const auto placed = placements_of(one_cluster(2), workload, {{1}, {2}, {1}}, {.packing = Packing::off});
  expect_placed(placed[0][0], {0}, 0, 10);
  expect_placed(placed[1][0], {0, 1}, 10, 16);
  expect_placed(placed[2][0], {0}, 16, 18);
}

TEST(ConcurrentMapping, PlansAnewWhatHasNotStarted) {
  // Two processors, no packing. 4 flop on one, 4 on two, planned from 4 to 6 s. At 1 s come 20 flop for two: their
  // bottom level of 10 s is larger than the 2 s of what waits, which follows at 14 s.
  Workload workload = batch({test::graph({{4, 0}, {4, 0}}), test::graph({{20, 0}})});
  workload.applications[1].release_date = 1;
  const auto placed = placements_of(one_cluster(2), workload, {{1, 2}, {2}}, {.packing = Packing::off});
  expect_placed(placed[0][0], {0}, 0, 4);
  expect_placed(placed[1][0], {0, 1}, 4, 14);
  expect_placed(placed[0][1], {0, 1}, 14, 16);
  EXPECT_EQ(placed[0][0].not_before, 0);
  EXPECT_EQ(placed[1][0].not_before, 1);
  EXPECT_EQ(placed[0][1].not_before, 14);  // decided again when the others are complete
}

TEST(ConcurrentMapping, WaitsForDataOfTheOwnParents) {
  // Links of 10 byte/s and 1 s: 60 byte take 3 + 60/10 s to one processor. 0 to 2 s, data at 11 s.
  const Platform platform = test::platform({test::cluster(1, 1)});
  const Workload workload = batch({test::graph({{2, 0}, {1, 0}}, {{0, 1, 60}})});
  const auto placed = placements_of(platform, workload, {{1, 1}});
  expect_placed(placed[0][1], {0}, 11, 12);
}

TEST(ConcurrentMapping, TranslatesAllocationsToEachCluster) {
  // Four processors of 1 flop/s are two of 2 flop/s; the first cluster has only two.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(2, 2)});
  const auto placed = placements_of(platform, batch({test::graph({{12, 0}})}), {{4}});
  expect_placed(placed[0][0], {2, 3}, 0, 3);
}

TEST(ConcurrentMapping, PrefersFewerProcessorsForTheSameFinish) {
  // Two processors of 1 flop/s or one of 2 flop/s: 2 s each.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(1, 2)});
  const auto placed = placements_of(platform, batch({test::graph({{4, 0}})}), {{2}});
  expect_placed(placed[0][0], {2}, 0, 2);
}

TEST(ConcurrentMapping, SaysWhichTaskNoClusterHolds) {
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(2, 2)});
  EXPECT_EQ(test::error_of<NoSchedule>([&] {
              map_concurrently(platform, batch({test::graph({{1, 0}}), test::graph({{12, 0}})}), {{1}, {5}}, {});
            }),
            "no cluster has processors enough for the 5 reference processors of task 0 of application 1");
}

TEST(Packing, TakesTheAllocationThatFinishesFirst) {
  // Five processors. 200 flop on two, until 100 s. 60 flop on five would run from 100 to 112 s; three are free at once:
  // 20 s on three, 30 on two, 60 on one.
  const Workload workload = batch({test::graph({{200, 0}}), test::graph({{60, 0}})});
  const SchedulingResult result = map_concurrently(one_cluster(5), workload, {{2}, {5}}, {});
  expect_placed(result.schedule.placements[1][0], {2, 3, 4}, 0, 20);
  EXPECT_EQ(result.extra["flex_differs"], 1);
}

TEST(Packing, KeepsAnAllocationThatWouldFinishLaterOtherwise) {
  // Five processors. 40 flop on four, until 10 s. 45 flop on five run from 10 to 19 s; on the free one until 45 s.
  const Workload workload = batch({test::graph({{40, 0}}), test::graph({{45, 0}})});
  const SchedulingResult result = map_concurrently(one_cluster(5), workload, {{4}, {5}}, {});
  expect_placed(result.schedule.placements[1][0], {0, 1, 2, 3, 4}, 10, 19);
  EXPECT_EQ(result.extra["flex_differs"], 0);
}

TEST(Packing, AcceptsTheSameFinish) {
  // Two processors. 10 flop on one, until 10 s. 20 flop on two: 10 to 20 s; on the free one 0 to 20 s.
  const Workload workload = batch({test::graph({{10, 0}}), test::graph({{20, 0}})});
  const auto placed = placements_of(one_cluster(2), workload, {{1}, {2}});
  expect_placed(placed[1][0], {1}, 0, 20);
}

TEST(Packing, TakesMoreProcessorsForTheSameFinish) {
  // Three processors, free at 8, 5 and 0 s. 10 flop on three: 8 to 11.33 s; on two 5 to 10 s; on one 0 to 10 s.
  const Workload workload = batch({test::graph({{8, 0}}), test::graph({{5, 0}}), test::graph({{10, 0}})});
  const auto placed = placements_of(one_cluster(3), workload, {{1}, {1}, {3}});
  expect_placed(placed[2][0], {1, 2}, 5, 10);
}

TEST(Packing, CanBeSwitchedOff) {
  const Workload workload = batch({test::graph({{200, 0}}), test::graph({{60, 0}})});
  const SchedulingResult result = map_concurrently(one_cluster(5), workload, {{2}, {5}}, {.packing = Packing::off});
  expect_placed(result.schedule.placements[1][0], {0, 1, 2, 3, 4}, 100, 112);
  EXPECT_TRUE(std::isnan(result.extra["flex_differs"]));
}

struct Option {
  int cluster, n;
  double ready, start, finish;
};

// A naive implementation of the mapping of ready tasks: every date is searched for among all tasks, every number of
// processors is tried.
class PlainMapping {
public:
  PlainMapping(const Platform& platform, const Workload& workload, const std::vector<std::vector<int>>& allocations)
      : platform_(platform), workload_(workload), allocations_(allocations) {
    for (const Application& application : workload.applications)
      placements_.emplace_back(application.graph.tasks().size(), Placement{});
  }

  Schedule run() {
    forget_plans(0);
    for (double now = next_date(-1); now < k_never; now = next_date(now)) {
      if (decides_at(now)) forget_plans(now);
      auto ready = ready_tasks(now);
      std::ranges::sort(ready);
      for (const auto& [priority, app, task] : ready) place(app, task, now);
    }
    return {placements_};
  }

private:
  // With different release dates: at each release and at each completion.
  bool decides_at(double now) const {
    bool decides = false, together = true;
    for (std::size_t app = 0; app < placements_.size(); ++app) {
      const double release = workload_.applications[app].release_date;
      together = together && release == workload_.applications.front().release_date;
      decides = decides || release == now || completes_at(app, now);
    }
    return decides && !together;
  }

  bool completes_at(std::size_t app, double now) const {
    const std::vector<Placement>& placements = placements_[app];
    return std::ranges::all_of(placements, [](const Placement& placed) { return placed.cluster >= 0; }) &&
           std::ranges::max(placements, {}, &Placement::finish).finish == now;
  }

  // Forgets the plans of tasks that have not started.
  void forget_plans(double now) {
    free_.clear();
    for (const Cluster& cluster : platform_.clusters)
      free_.emplace_back(static_cast<std::size_t>(cluster.processors), 0.0);
    for (std::vector<Placement>& placements : placements_)
      for (Placement& placed : placements) {
        if (placed.start >= now) placed = {};
        for (const int processor : placed.processors) {
          double& date = free_[placed.cluster][processor - first_processor(platform_, placed.cluster)];
          date = std::max(date, placed.finish);
        }
      }
  }

  using Ready = std::tuple<double, std::size_t, int>;  // minus the bottom level, application, task

  bool is_placed(std::size_t app, int task) const { return placements_[app][task].cluster >= 0; }

  double next_date(double now) const {
    double next = k_never;
    for (std::size_t app = 0; app < placements_.size(); ++app) {
      const double release = workload_.applications[app].release_date;
      if (release > now) next = std::min(next, release);
      for (const Placement& placed : placements_[app])
        if (placed.cluster >= 0 && placed.finish > now) next = std::min(next, placed.finish);
    }
    return next;
  }

  std::vector<Ready> ready_tasks(double now) const {
    std::vector<Ready> ready;
    for (std::size_t app = 0; app < placements_.size(); ++app) {
      const auto& [name, graph, release] = workload_.applications[app];
      if (release > now) continue;
      std::vector<double> time;
      for (int task = 0; task < graph.task_count(); ++task)
        time.push_back(execution_time(graph.task(task), allocations_[app][task], slowest_speed(platform_)));
      const std::vector<double> level = bottom_levels(graph, time);
      for (int task = 0; task < graph.task_count(); ++task)
        if (!is_placed(app, task) && std::ranges::all_of(graph.in_edges(task), [&](const Edge& edge) {
              const Placement& parent = placements_[app][edge.from];
              return parent.cluster >= 0 && parent.finish <= now;
            }))
          ready.emplace_back(-level[task], app, task);
    }
    return ready;
  }

  Option option(std::size_t app, int task, int cluster, int n, double now) const {
    const TaskGraph& graph = workload_.applications[app].graph;
    double ready = now;
    for (const Edge& edge : graph.in_edges(task)) {
      const Placement& parent = placements_[app][edge.from];
      const CommEstimate estimate(platform_, edge.bytes, parent.cluster, static_cast<int>(parent.processors.size()),
                                  cluster);
      ready = std::max(ready, parent.finish + estimate.time(n));
    }
    std::vector<double> dates = free_[cluster];
    std::ranges::sort(dates);
    const double start = std::max(ready, dates[n - 1]);
    const double speed = platform_.clusters[cluster].speed;
    return {cluster, n, ready, start, start + execution_time(graph.task(task), n, speed)};
  }

  // The candidate of a cluster after packing.
  Option packed(std::size_t app, int task, int cluster, int n, double now) const {
    const Option full = option(app, task, cluster, n, now);
    std::optional<Option> best;
    for (int m = n - 1; m >= 1; --m) {
      const Option smaller = option(app, task, cluster, m, now);
      if (smaller.start < full.start && smaller.finish <= full.finish && (!best || smaller.finish < best->finish))
        best = smaller;
    }
    return best.value_or(full);
  }

  void place(std::size_t app, int task, double now) {
    std::optional<Option> best;
    for (int k = 0; k < static_cast<int>(platform_.clusters.size()); ++k) {
      const Cluster& cluster = platform_.clusters[k];
      const int n = translated_allocation(workload_.applications[app].graph.task(task), allocations_[app][task],
                                          slowest_speed(platform_), cluster.speed);
      if (n > cluster.processors) continue;
      const Option here = packed(app, task, k, n, now);
      if (!best || std::tuple(here.finish, here.n) < std::tuple(best->finish, best->n)) best = here;
    }
    ASSERT_TRUE(best);
    placements_[app][task] = {best->cluster, occupy(*best), best->start, best->finish};
  }

  // Processors free when the data is there, most recently freed first, then the others, soonest first.
  std::vector<int> occupy(const Option& option) {
    std::vector<double>& dates = free_[option.cluster];
    std::vector<std::tuple<bool, double, int>> order;
    for (int i = 0; i < static_cast<int>(dates.size()); ++i) {
      const double date = dates[i];
      order.emplace_back(date > option.ready, date > option.ready ? date : -date, i);
    }
    std::ranges::sort(order);
    std::vector<int> processors;
    for (int i = 0; i < option.n; ++i) {
      const int processor = std::get<int>(order[i]);
      dates[processor] = option.finish;
      processors.push_back(first_processor(platform_, option.cluster) + processor);
    }
    std::ranges::sort(processors);
    return processors;
  }

  const Platform& platform_;
  const Workload& workload_;
  const std::vector<std::vector<int>>& allocations_;
  std::vector<std::vector<double>> free_;  // s, by cluster and processor
  std::vector<std::vector<Placement>> placements_;
};

TEST(ConcurrentMapping, MakesThePlainMappingsSchedules) {
  RandomStream random(9);
  int with_packing = 0;
  for (int i = 0; i < 300; ++i) {
    const auto [platform, workload] = test::random_batch(random, i);
    std::vector<std::vector<int>> allocations;
    for (const Application& application : workload.applications)
      allocations.push_back(scrap_allocation(platform, application.graph, random.uniform_real(0.05, 1), {}));
    const Schedule expected = PlainMapping(platform, workload, allocations).run();
    const SchedulingResult result = test::map_concurrently(platform, workload, allocations, {});
    for (std::size_t app = 0; app < allocations.size(); ++app) {
      for (std::size_t task = 0; task < allocations[app].size(); ++task) {
        const Placement& plain = expected.placements[app][task];
        const Placement& placed = result.schedule.placements[app][task];
        ASSERT_EQ(placed.processors, plain.processors) << "task " << task << " of " << app << " on " << i;
        ASSERT_EQ(placed.start, plain.start) << "task " << task << " of " << app << " on " << i;
        ASSERT_EQ(placed.finish, plain.finish) << "task " << task << " of " << app << " on " << i;
      }
    }
    with_packing += result.extra["flex_differs"] == 1 ? 1 : 0;
  }
  EXPECT_GT(with_packing, 50);
}

}  // namespace

}  // namespace palio
