#include <gtest/gtest.h>

#include <algorithm>

#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// No schedule is shorter than a critical path on all processors, or than all work on all of them at full speed.
double lower_bound(const Workload& workload, const Cluster& cluster) {
  double longest = 0, flop = 0;
  for (const Application& each : workload.applications) {
    std::vector<double> finish(each.graph.tasks().size(), 0);
    for (const int task : each.graph.topological_order()) {
      double& end = finish[static_cast<std::size_t>(task)];
      for (const Edge& edge : each.graph.in_edges(task))
        end = std::max(end, finish[static_cast<std::size_t>(edge.from)]);
      end += execution_time(each.graph.task(task), cluster.processors, cluster.speed);
      longest = std::max(longest, end);
    }
    flop += each.graph.total_flop();
  }
  return std::max(longest, flop / (cluster.processors * cluster.speed));
}

double makespan(const Schedule& schedule) {
  double last = 0;
  for (const std::vector<Placement>& application : schedule.placements)
    for (const Placement& placed : application) last = std::max(last, placed.finish);
  return last;
}

Share share_of(std::string_view name) {
  if (name.starts_with("CRA_NDAGS")) return Share::count;
  if (name.starts_with("CRA_WORK")) return Share::work;
  return name.starts_with("CRA_WIDTH") ? Share::width : Share::whole;
}

void expect_shares_kept(const Strategy& row, const Workload& workload, int processors, const Schedule& schedule) {
  const std::vector<int> shares =
      processor_shares(share_weights(workload, share_of(row.name)), processors, share_of(row.name));
  for (std::size_t app = 0; app < shares.size(); ++app)
    for (const Placement& placed : schedule.placements[app])
      ASSERT_LE(static_cast<int>(placed.processors.size()), shares[app]);
}

TEST(RandomBatches, EveryStrategyIsValidKeepsItsSharesAndTheLowerBound) {
  RandomStream random(59);
  for (int round = 0; round < 1500; ++round) {
    const auto processors = static_cast<int>(random.uniform_integer(1, round % 10 == 0 ? 120 : 20));
    const Platform platform = test::fast_platform({test::cluster(processors, 3e9)});
    const Workload workload = test::draw_batch(random, 5, {"1", "3", "10", round % 10 == 0 ? "30" : "5"});
    const double bound = lower_bound(workload, platform.clusters.front());
    const std::string allocation = test::pick(random, {"cpa", "cpa", "mcpa", "bicpa"});
    for (const Strategy& row : cluster_batch_strategies()) {
      const Parameters parameters = resolve(row.name, row.parameters, {{"allocation", allocation}});
      const Schedule schedule = method_if<GraphMethod>(row)->schedule(platform, workload, parameters).schedule;
      ASSERT_EQ(find_violation(platform, workload, schedule, method_if<GraphMethod>(row)->terms.communication)
                    .value_or("valid"),
                "valid")
          << row.name << " in round " << round;
      ASSERT_GE(makespan(schedule), bound * (1 - 1e-9)) << row.name << " in round " << round;
      expect_shares_kept(row, workload, processors, schedule);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << row.name << " in round " << round;
    }
  }
}

}  // namespace
}  // namespace palio
