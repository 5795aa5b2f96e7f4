// No strategy for task graphs starts a task before its application is released.
#include <gtest/gtest.h>

#include <string>

#include "core/identity/random_stream.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/constrained/random_batches.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

Schedule scheduled(const Strategy& known, const Platform& platform, const Workload& workload) {
  return method_if<GraphMethod>(known)
      ->schedule(platform, workload, resolve(known.name, known.parameters, {}))
      .schedule;
}

bool takes_small_graphs_only(const Strategy& known) { return known.name == "Exact"; }

bool starts_batches_together(const Strategy& known) { return known.name == "MAGS" || known.name.starts_with("CAFM"); }

TEST(ReleaseDates, EveryStrategyWaitsForItsOnlyApplication) {
  // Two tasks of 4 s on any number of processors, one after the other, released at 10 s: 10 to 14, 14 to 18.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{4, 1}, {4, 1}}, {{0, 1, 0}}));
  workload.applications.front().release_date = 10;
  for (const Strategy& known : strategies()) {
    if (method_if<GraphMethod>(known) == nullptr) continue;
    if (starts_batches_together(known)) {
      EXPECT_THROW(scheduled(known, platform, workload), NoSchedule) << known.name;
      continue;
    }
    const std::vector<Placement> placed = scheduled(known, platform, workload).placements.front();
    EXPECT_EQ(placed[0].start, 10) << known.name;
    EXPECT_EQ(placed[0].finish, 14) << known.name;
    EXPECT_EQ(placed[1].start, 14) << known.name;
    EXPECT_EQ(placed[1].finish, 18) << known.name;
  }
}

TEST(ReleaseDates, MHeftCountsDataFromTheReleaseOn) {
  // One processor each: 1 flop/s and 2 flop/s; every link 10 byte/s and 1 s. Released at 100 s, the first task (4 flop)
  // takes 2 s on the second cluster; its 100 bytes reach the second task (2 flop) there after 3 + 10 s: at 115, done at
  // 116.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(1, 2)});
  Workload workload = test::workload(test::graph({{4, 0}, {2, 0}}, {{0, 1, 100}}));
  workload.applications.front().release_date = 100;
  const std::vector<Placement> placed = scheduled(strategy("M-HEFT"), platform, workload).placements.front();
  EXPECT_EQ(placed[0].start, 100);
  EXPECT_EQ(placed[1].cluster, 1);
  EXPECT_EQ(placed[1].start, 115);
  EXPECT_EQ(placed[1].finish, 116);
}

TEST(ReleaseDates, PackingStartsNoEarlierThanTheRelease) {
  // Three processors of 1 flop/s, tasks of 60 and 44 flop, alpha 0, on two processors each (see HcpaOptFlex): the first
  // from 10 to 40 s; the second from 40 to 62 s on two of them, or from 10 to 54 s on the one that is free.
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  Workload workload = test::workload(test::graph({{60, 0}, {44, 0}}));
  workload.applications.front().release_date = 10;
  const std::vector<Placement> placed = scheduled(strategy("HCPA-OPT-FLEX"), platform, workload).placements.front();
  EXPECT_EQ(placed[0].start, 10);
  EXPECT_EQ(placed[0].finish, 40);
  EXPECT_EQ(placed[1].processors, std::vector<int>{2});
  EXPECT_EQ(placed[1].start, 10);
  EXPECT_EQ(placed[1].finish, 54);
}

// Schedulers of sequential tasks compare dates exactly: tests/strategies/sequential moves schedules of whole numbers.
bool rounding_may_decide(const Strategy& known) {
  return method_if<GraphMethod>(known)->terms.machines == Machines::unrelated;
}

// An idle platform is the same at any date.
TEST(ReleaseDates, ALaterReleaseMovesTheScheduleOfASingleApplication) {
  RandomStream random(13);
  for (int i = 0; i < 200; ++i) {
    const Platform platform = test::random_platform(random, i);
    Workload workload = test::workload(test::random_graph(random, i));
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr || starts_batches_together(known) || rounding_may_decide(known)) continue;
      if (method->terms.clusters == ClusterNeed::one_cluster && platform.clusters.size() > 1) continue;
      workload.applications.front().release_date = 0;
      const std::vector<Placement> at_once = scheduled(known, platform, workload).placements.front();
      const double release = workload.applications.front().release_date = 64;
      const std::vector<Placement> later = scheduled(known, platform, workload).placements.front();
      for (std::size_t task = 0; task < at_once.size(); ++task) {
        ASSERT_GE(later[task].start, release) << known.name << " on instance " << i;
        ASSERT_EQ(later[task].processors, at_once[task].processors) << known.name << " on instance " << i;
        ASSERT_NEAR(later[task].start, at_once[task].start + release, 1e-9 * later[task].start) << known.name;
      }
    }
  }
}

TEST(ReleaseDates, EveryStrategyMakesValidSchedulesOfBatchesWithThem) {
  RandomStream random(17);
  for (int i = 0; i < 200; ++i) {
    auto [platform, workload] = test::random_batch(random, i);
    for (Application& application : workload.applications) application.release_date = random.uniform_real(1, 200);
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr || takes_small_graphs_only(known)) continue;
      if (method->terms.clusters == ClusterNeed::one_cluster && platform.clusters.size() > 1) continue;
      if (method->terms.batches == BatchNeed::one_application && workload.applications.size() > 1) continue;
      if (starts_batches_together(known)) {
        EXPECT_THROW(scheduled(known, platform, workload), NoSchedule) << known.name;
        continue;
      }
      const Schedule schedule = scheduled(known, platform, workload);
      ASSERT_EQ(find_violation(platform, workload, schedule, method->terms.communication).value_or("valid"), "valid")
          << known.name << " on batch " << i;
    }
  }
}

}  // namespace
}  // namespace palio
