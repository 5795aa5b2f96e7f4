#include <gtest/gtest.h>

#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

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
    const double bound = test::makespan_bound(platform, workload);
    const std::string allocation = test::pick(random, {"cpa", "cpa", "mcpa", "bicpa"});
    for (const Strategy& row : cluster_batch_strategies()) {
      const Parameters parameters = resolve(row.name, row.parameters, {{"allocation", allocation}});
      const Schedule schedule = method_if<GraphMethod>(row)->schedule(platform, workload, parameters).schedule;
      ASSERT_EQ(find_violation(platform, workload, schedule, method_if<GraphMethod>(row)->terms.communication)
                    .value_or("valid"),
                "valid")
          << row.name << " in round " << round;
      ASSERT_GE(test::end_of(schedule), bound * (1 - 1e-9)) << row.name << " in round " << round;
      expect_shares_kept(row, workload, processors, schedule);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << row.name << " in round " << round;
    }
  }
}

}  // namespace
}  // namespace palio
