#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/constrained/constrained.h"
#include "strategies/ptg/list_mapping.h"
#include "tests/strategies/ptg/constrained/mapped_batch.h"
#include "tests/strategies/ptg/constrained/random_batches.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

struct Option {
  int cluster, n;
  double ready, start, finish;
};

// The mapping of ready tasks written down the long way: every date is looked for among all tasks, every number of
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
  // Releases at different dates: then at each of them and at each completion.
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

  // Of tasks that have not started.
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
