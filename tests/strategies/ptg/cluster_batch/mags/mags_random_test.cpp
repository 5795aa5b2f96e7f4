#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/mags/mags.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "workloads/family.h"

namespace palio {
namespace {

using test::pick;

constexpr double k_rounding = 1 + 1e-12;

// Batches of unlike graphs, 1 Gflop/s.
struct Batch {
  int processors;
  Workload workload;
};

Batch draw_mags_batch(RandomStream& random, int seed) {
  const WorkloadFamily& family = workload_family("random-ptg");
  Batch batch{std::stoi(pick(random, {"1", "2", "3", "5", "20", "47"})), {}};
  const auto graphs = random.uniform_integer(1, std::min(8, batch.processors));
  for (int i = 0; i < graphs; ++i) {
    const std::string recipe =
        "random-ptg:tasks=" + pick(random, {"1", "2", "5", "10"}) + ",width=" + pick(random, {"0.2", "0.5", "0.8"}) +
        ",regularity=" + pick(random, {"0.2", "0.8"}) + ",density=" + pick(random, {"0.2", "0.8"}) +
        ",jump=" + pick(random, {"1", "2"}) + ",complexity=" + pick(random, {"stencil", "sort", "matmul", "mixed"}) +
        ",alpha_max=" + pick(random, {"0", "0.25", "1"}) + ",sample=" + std::to_string(i) +
        ",seed=" + std::to_string(seed);
    batch.workload.applications.push_back(
        as<Workload>(family.build(parse_recipe(recipe, family.parameters), "")).applications.front());
  }
  return batch;
}

// What MAGS does before it backfills, piece by piece.
struct Pieces {
  std::vector<double> dedicated;
  StretchPeriods periods;
  std::vector<std::vector<int>> processors;
  std::vector<MalleableApplication> applications;
};

Pieces pieces_of(const Batch& batch, double smallest_period) {
  Pieces made;
  made.dedicated = dedicated_makespans(batch.workload, batch.processors, 1e9, {});
  made.periods = stretch_periods(made.dedicated, smallest_period);
  made.processors = malleable_allocation(made.dedicated, made.periods, batch.processors);
  made.applications = malleable_applications(batch.workload, made.periods, made.processors, 1e9, {});
  return made;
}

TEST(MagsOnRandomBatches, EveryDateIsInItsPeriodAndEveryPeriodIsSharedOut) {
  RandomStream random(1);
  for (int i = 0; i < 3000; ++i) {
    const Batch batch = draw_mags_batch(random, i);
    const auto [dedicated, periods, processors, applications] = pieces_of(batch, i % 3 == 0 ? 1000 : 0);
    for (std::size_t app = 0; app < dedicated.size(); ++app) {
      const double date = periods.stretch * dedicated[app];
      const auto last = static_cast<std::size_t>(periods.last[app]);
      ASSERT_LT(periods.dates[last], date);
      ASSERT_GE(periods.dates[last + 1], date);
      ASSERT_LE(periods.dates[last + 1], (1 + periods.lambda) * date * k_rounding);
      ASSERT_GE(processors[app][last], 1) << "batch " << i;
    }
    for (std::size_t period = 0; period < static_cast<std::size_t>(periods.count()); ++period) {
      int sum = 0;
      for (std::size_t app = 0; app < dedicated.size(); ++app) {
        ASSERT_TRUE(static_cast<std::size_t>(periods.last[app]) >= period || processors[app][period] == 0);
        sum += processors[app][period];
      }
      ASSERT_TRUE(sum == 0 || sum == batch.processors) << "batch " << i;
    }
  }
}

// Slots inside their periods, on no more processors than the application has there, behind their parents.
void expect_in_periods(const Pieces& pieces, std::size_t app, const TaskGraph& graph, const std::vector<Slot>& slots,
                       double slack) {
  const auto& dates = pieces.periods.dates;
  const auto period_of = [&](const Slot& slot) {
    std::size_t period = 0;
    while (slack * dates[period + 1] <= slot.start) ++period;
    return period;
  };
  for (const Slot& slot : slots) {
    const std::size_t period = period_of(slot);
    ASSERT_LE(period, static_cast<std::size_t>(pieces.periods.last[app]));
    ASSERT_LE(slot.finish(), slack * dates[period + 1]);
    int used = 0;
    for (const Slot& other : slots)
      if (other.start <= slot.start && slot.start < other.finish()) used += other.processors;
    ASSERT_LE(used, pieces.processors[app][period]);
  }
  for (const Edge& edge : graph.edges()) ASSERT_LE(slots[edge.from].finish(), slots[edge.to].start);
}

// Placing is greedy, so a larger slack may fail where a smaller one does not: what holds is that 1 was tried first, and
// that there is a slack within the precision that fails.
TEST(MagsOnRandomBatches, TheSlackIsTheSmallestToThePrecision) {
  RandomStream random(2);
  int stretched = 0;
  for (int i = 0; i < 2000; ++i) {
    const Batch batch = draw_mags_batch(random, i);
    const Pieces pieces = pieces_of(batch, 0);
    const SlackSearch found = smallest_slack(pieces.applications, pieces.periods, 0.01);
    ASSERT_GE(found.slack, 1);
    ASSERT_EQ(place_in_periods(pieces.applications, pieces.periods, 1).has_value(), found.slack == 1);
    if (found.slack > 1) {
      ++stretched;
      ASSERT_GT(found.slack, found.too_small);
      ASSERT_LE(found.slack - found.too_small, 0.01);
      ASSERT_FALSE(place_in_periods(pieces.applications, pieces.periods, found.too_small)) << "batch " << i;
    }
    for (std::size_t app = 0; app < found.plan.size(); ++app) {
      ASSERT_NO_FATAL_FAILURE(
          expect_in_periods(pieces, app, batch.workload.applications[app].graph, found.plan[app], found.slack))
          << "batch " << i;
      const double bound = found.slack * (1 + pieces.periods.lambda) * pieces.periods.stretch;
      ASSERT_LE(last_finish(found.plan[app]), bound * pieces.dedicated[app] * k_rounding) << "batch " << i;
    }
  }
  EXPECT_GT(stretched, 100);
  EXPECT_LT(stretched, 1900);
}

TEST(MagsOnRandomBatches, SchedulesAreValidAndKeepTheGuarantee) {
  RandomStream random(3);
  const Strategy& mags = strategy("MAGS");
  const Parameters parameters = resolve("MAGS", mags.parameters, {});
  for (int i = 0; i < 2000; ++i) {
    const Batch batch = draw_mags_batch(random, i);
    const Platform platform = test::platform({test::cluster(batch.processors, 1e9)});
    const SchedulingResult result = method_if<GraphMethod>(mags)->schedule(platform, batch.workload, parameters);
    ASSERT_EQ(test::violation_of(mags, platform, batch.workload, result.schedule), "valid") << "batch " << i;

    const Pieces pieces = pieces_of(batch, 0);
    const SlackSearch found = smallest_slack(pieces.applications, pieces.periods, 0.01);
    for (std::size_t app = 0; app < pieces.dedicated.size(); ++app) {
      const double finish = test::end_of(result.schedule.placements[app]);
      ASSERT_LE(finish, last_finish(found.plan[app])) << "batch " << i << ": backfilling delays nothing";
      ASSERT_LE(finish, result.extra["stretch_bound"] * pieces.dedicated[app] * k_rounding) << "batch " << i;
      ASSERT_GE(finish * k_rounding, test::makespan_bound(platform, {{batch.workload.applications[app]}}))
          << "batch " << i;
    }
    ASSERT_GE(test::end_of(result.schedule) * k_rounding, test::area_bound(platform, batch.workload)) << "batch " << i;
  }
}

}  // namespace
}  // namespace palio
