// No strategy for task graphs starts a task before its application is released.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/constrained/random_batches.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

bool takes_small_graphs_only(const Strategy& known) { return known.name == "Exact"; }

bool takes_latecomers(const GraphMethod& method) { return method.terms.releases == ReleaseNeed::any; }

// Whether the strategy takes such a platform and this many applications.
bool fits(const GraphMethod& method, const Platform& platform, const Workload& workload) {
  return (method.terms.clusters == ClusterNeed::any || platform.clusters.size() == 1) &&
         (method.terms.batches == BatchNeed::any || workload.applications.size() == 1) &&
         method.terms.places == PlacesNeed::none;
}

TEST(ReleaseDates, EveryStrategyWaitsForItsOnlyApplication) {
  // Two tasks of 4 s on any number of processors, one after the other, released at 10 s: 10 to 14, 14 to 18.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{4, 1}, {4, 1}}, {{0, 1, 0}}));
  workload.applications.front().release_date = 10;
  for (const Strategy& known : strategies()) {
    const auto* method = method_if<GraphMethod>(known);
    if (method == nullptr || method->terms.places != PlacesNeed::none) continue;
    if (!takes_latecomers(*method)) {
      EXPECT_THROW(check_workload(known, workload), UserError) << known.name;
      continue;
    }
    const std::vector<Placement> placed =
        test::scheduled_by(known.name, platform, workload).schedule.placements.front();
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
  const std::vector<Placement> placed = test::scheduled_by("M-HEFT", platform, workload).schedule.placements.front();
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
  const std::vector<Placement> placed =
      test::scheduled_by("HCPA-OPT-FLEX", platform, workload).schedule.placements.front();
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
TEST(ReleaseDates, ALaterReleaseMovesTheScheduleOfABatch) {
  RandomStream random(13);
  for (int i = 0; i < 200; ++i) {
    auto [platform, workload] = test::random_batch(random, i);
    if (i % 2 == 0) workload.applications.resize(1, workload.applications.front());
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr || !takes_latecomers(*method) || rounding_may_decide(known) ||
          !fits(*method, platform, workload))
        continue;
      for (Application& application : workload.applications) application.release_date = 0;
      const Schedule at_once = test::scheduled_by(known.name, platform, workload).schedule;
      constexpr double k_release = 64;
      for (Application& application : workload.applications) application.release_date = k_release;
      const Schedule later = test::scheduled_by(known.name, platform, workload).schedule;
      for (std::size_t app = 0; app < workload.applications.size(); ++app)
        for (std::size_t task = 0; task < at_once.placements[app].size(); ++task) {
          const Placement& early = at_once.placements[app][task];
          const Placement& late = later.placements[app][task];
          ASSERT_GE(late.start, k_release) << known.name << " on instance " << i;
          ASSERT_EQ(late.processors, early.processors) << known.name << " on instance " << i;
          ASSERT_NEAR(late.start, early.start + k_release, 1e-9 * late.start) << known.name;
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
      if (method == nullptr || takes_small_graphs_only(known) || !takes_latecomers(*method) ||
          !fits(*method, platform, workload))
        continue;
      const Schedule schedule = test::scheduled_by(known.name, platform, workload).schedule;
      ASSERT_EQ(test::violation_of(known, platform, workload, schedule), "valid") << known.name << " on batch " << i;
    }
  }
}

// Without the last application, everything that starts before its release is the same.
TEST(ReleaseDates, NoStrategyKnowsOfALaterRelease) {
  RandomStream random(19);
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    auto [platform, workload] = test::random_batch(random, i);
    workload.applications.resize(3, workload.applications.front());
    for (std::size_t app = 0; app < 3; ++app)
      workload.applications[app].release_date = static_cast<double>(app) * random.uniform_real(1, 40);
    Workload before = workload;
    before.applications.pop_back();
    const double last = workload.applications.back().release_date;
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr || !takes_latecomers(*method) || !fits(*method, platform, workload)) continue;
      const Schedule knowing = test::scheduled_by(known.name, platform, workload).schedule,
                     unknowing = test::scheduled_by(known.name, platform, before).schedule;
      for (std::size_t app = 0; app < 2; ++app)
        for (std::size_t task = 0; task < knowing.placements[app].size(); ++task) {
          const Placement& a = knowing.placements[app][task];
          const Placement& b = unknowing.placements[app][task];
          if (std::min(a.start, b.start) >= last) continue;
          ASSERT_EQ(a.processors, b.processors) << known.name << " on batch " << i;
          ASSERT_EQ(a.start, b.start) << known.name << " on batch " << i;
          ASSERT_EQ(a.not_before, b.not_before) << known.name << " on batch " << i;
          ++compared;
        }
    }
  }
  EXPECT_GT(compared, 10000);
}

}  // namespace
}  // namespace palio
