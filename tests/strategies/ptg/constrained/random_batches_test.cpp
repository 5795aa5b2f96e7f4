#include "tests/strategies/ptg/constrained/random_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "strategies/ptg/constrained/constrained.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using test::pick;
using test::random_batch;
using test::RandomBatch;

// A value for every parameter, drawn from its choices or its range.
Parameters random_parameters(const Strategy& strategy, RandomStream& random) {
  Parameters given;
  for (const ParameterSpec& spec : strategy.parameters)
    given[std::string(spec.name)] = spec.type == ParameterType::text
                                        ? Value(pick(random, {spec.choices.begin(), spec.choices.end()}))
                                        : Value(random.uniform_real(spec.min + 0.01, spec.max));
  return resolve(strategy.name, strategy.parameters, given);
}

TEST(RandomBatches, EveryStrategyMakesValidSchedulesAboveTheLowerBounds) {
  RandomStream random(6774);
  for (int i = 0; i < 300; ++i) {
    const auto [platform, workload] = random_batch(random, i);
    for (const Strategy& known : constrained_strategies()) {
      const Parameters parameters =
          i % 3 == 0 ? resolve(known.name, known.parameters, {}) : random_parameters(known, random);
      const Schedule schedule = method_if<GraphMethod>(known)->schedule(platform, workload, parameters).schedule;
      const std::string where = canonical_text({std::string(known.name), parameters}) + " on " + std::to_string(i);
      ASSERT_EQ(find_violation(platform, workload, schedule).value_or("valid"), "valid") << where;
      double last = 0;
      for (std::size_t app = 0; app < workload.applications.size(); ++app) {
        const Application& application = workload.applications[app];
        const double finish = test::end_of(schedule.placements[app]);
        const double bound = application.release_date + test::critical_path_bound(platform, application.graph);
        ASSERT_GE(finish, bound * (1 - 1e-9)) << where;
        for (const Placement& placed : schedule.placements[app]) ASSERT_GE(placed.start, application.release_date);
        last = std::max(last, finish);
      }
      ASSERT_GE(last, test::area_bound(platform, workload) * (1 - 1e-9)) << where;
    }
  }
}

bool same_schedule(const Schedule& a, const Schedule& b) {
  return std::ranges::equal(a.placements, b.placements, [](const auto& left, const auto& right) {
    return std::ranges::equal(left, right, [](const Placement& x, const Placement& y) {
      return x.processors == y.processors && x.start == y.start && x.finish == y.finish;
    });
  });
}

Schedule scheduled_with(std::string_view recipe, const RandomBatch& batch) {
  return test::scheduled_by(recipe, batch.platform, batch.workload).schedule;
}

TEST(RandomBatches, MuLeadsFromProportionalToEqualShares) {
  RandomStream random(1);
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    const RandomBatch batch = random_batch(random, i);
    const Schedule equal = scheduled_with("ES", batch);
    for (const std::string what : {"cp", "width", "work"}) {
      const Schedule proportional = scheduled_with("PS-" + what, batch);
      ASSERT_TRUE(same_schedule(scheduled_with("WPS-" + what + ":mu=1", batch), equal)) << what << " on " << i;
      ASSERT_TRUE(same_schedule(scheduled_with("WPS-" + what + ":mu=0", batch), proportional)) << what << " on " << i;
      different += same_schedule(equal, proportional) ? 0 : 1;
    }
  }
  EXPECT_GT(different, 0);
}

TEST(RandomBatches, ConstraintOneIsSelfish) {
  RandomStream random(2);
  for (int i = 0; i < 100; ++i) {
    const RandomBatch batch = random_batch(random, i);
    ASSERT_TRUE(same_schedule(scheduled_with("SCRAP-MAX:beta=1", batch), scheduled_with("S", batch))) << i;
  }
}

// The same edges, other costs.
TaskGraph other_costs(const TaskGraph& graph, RandomStream& random) {
  std::vector<Task> tasks(graph.tasks().begin(), graph.tasks().end());
  for (Task& task : tasks) task = {task.flop * random.uniform_real(0.1, 10), random.uniform_real(0, 0.25), ""};
  return {std::move(tasks), {graph.edges().begin(), graph.edges().end()}};
}

TEST(RandomBatches, GraphsOfOneShapeHaveEqualWidthsAndSoEqualShares) {
  RandomStream random(3);
  int different = 0;
  for (int i = 0; i < 200; ++i) {
    RandomBatch batch = random_batch(random, i);
    for (Application& application : batch.workload.applications)
      application.graph = other_costs(batch.workload.applications.front().graph, random);
    const Schedule equal = scheduled_with("ES", batch);
    ASSERT_TRUE(same_schedule(scheduled_with("PS-width", batch), equal)) << i;
    for (const double mu : {0.3, 0.5, 0.7})
      ASSERT_TRUE(same_schedule(scheduled_with(fmt::format("WPS-width:mu={}", mu), batch), equal)) << mu << " on " << i;
    different += same_schedule(scheduled_with("PS-work", batch), equal) ? 0 : 1;
  }
  EXPECT_GT(different, 0);
}

TEST(RandomBatches, SharesAreAboveZeroAndSumUpToOne) {
  RandomStream random(4);
  for (int i = 0; i < 500; ++i) {
    const auto [platform, workload] = random_batch(random, i);
    for (const Contribution what : {Contribution::critical_path, Contribution::width, Contribution::work}) {
      const std::vector<double> parts = contributions(platform, workload, what);
      for (const auto& shares : {equal_shares(parts.size()), proportional_shares(parts),
                                 weighted_shares(parts, random.uniform_real(0, 1))}) {
        EXPECT_GT(std::ranges::min(shares), 0);
        EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
      }
    }
  }
}

TEST(RandomBatches, ScrapMaxKeepsEveryLevelWithinItsShareAndFillsOne) {
  RandomStream random(5);
  int full = 0;
  for (int i = 0; i < 2000; ++i) {
    const Platform platform = test::random_platform(random, i);
    const TaskGraph graph = test::random_graph(random, i);
    const double beta = random.uniform_real(0.01, 1);
    const double share = beta * reference_processors(platform);
    ScrapAllocation allocation(platform, graph, beta, {.when_full = i % 2 == 0 ? WhenFull::freeze : WhenFull::stop});
    double before = allocation.critical_path_length();
    while (allocation.grow() >= 0) {
      ASSERT_LE(allocation.critical_path_length(), before);
      before = allocation.critical_path_length();
    }
    std::vector<int> tasks(static_cast<std::size_t>(graph.level_count()), 0);
    std::vector<int> processors = tasks;
    for (int task = 0; task < graph.task_count(); ++task) {
      const int n = allocation.processors()[task];
      ++tasks[graph.level(task)];
      processors[graph.level(task)] += n;
      ASSERT_TRUE(some_cluster_holds(platform, graph.task(task), n, slowest_speed(platform)));
    }
    ASSERT_EQ(processors, allocation.level_processors());
    for (std::size_t level = 0; level < tasks.size(); ++level) {
      ASSERT_LE(processors[level], std::max(share * (1 + 1e-9), 1.0 * tasks[level])) << i;
      full += processors[level] > tasks[level] && processors[level] + 1 > share ? 1 : 0;
    }
  }
  EXPECT_GT(full, 0);
}

}  // namespace
}  // namespace palio
