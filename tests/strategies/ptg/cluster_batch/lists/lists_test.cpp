#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/lists/lists.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

struct GraphDates {
  std::size_t processors;
  double start, finish;

  bool operator==(const GraphDates&) const = default;
};

using Rows = std::vector<std::vector<GraphDates>>;

Rows scheduled(const std::string& recipe, const Workload& workload, int processors) {
  const SchedulingResult result =
      test::scheduled_by(recipe, test::fast_platform({test::cluster(processors, 1)}), workload);
  Rows rows;
  for (const std::vector<Placement>& application : result.schedule.placements) {
    rows.emplace_back();
    for (const Placement& placed : application)
      rows.back().push_back({placed.processors.size(), placed.start, placed.finish});
  }
  return rows;
}

// Graph K: c (1 flop) before d (6), e (1) beside them. Graph H: f (4) before g (1). No sequential fraction, 1 flop/s.
Workload k_and_h() {
  Workload workload = test::workload(test::graph({{1, 0}, {6, 0}, {1, 0}}, {{0, 1, 0}}));
  workload.applications.push_back({"", test::graph({{4, 0}, {1, 0}}, {{0, 1, 0}}), 0});
  return workload;
}

// Allocation on two processors (both divisors are 2): K has an area of 4 s and c d of 7 s: gains 1 - 0.5/2 = 0.75 and
// 6 - 3/2 = 4.5, d gets 2: 4 s. H has an area of 2.5 s: f gets 2 (2 s), then g (0.5 s): 2.5 s.
// Bottom levels: c 4, d 3, e 1; f 2.5, g 0.5. Alone, K maps c at 0, d at 1 on both, e behind it until 5; H ends at 2.5.
TEST(Selfish, MapsByBottomLevel) {
  // c 0 to 1; d 1 to 4; f 4 to 6; e 6 to 7; g on both 7 to 7.5. Backfilling: e beside c, g at 6 behind f.
  EXPECT_EQ(scheduled("SELFISH", k_and_h(), 2), (Rows{{{1, 0, 1}, {2, 1, 4}, {1, 0, 1}}, {{2, 4, 6}, {2, 6, 6.5}}}));
}

TEST(Selfish, WeightTurnsToShortGraphs) {
  // Levels over 25 and 6.25: f 0.4, c 0.16, d 0.12, g 0.08, e 0.04: f 0 to 2, c 2 to 3, d 3 to 6, g 6 to 6.5,
  // e 6.5 to 7.5. Backfilling: e beside c.
  EXPECT_EQ(scheduled("SELFISH_WEIGHT", k_and_h(), 2),
            (Rows{{{1, 2, 3}, {2, 3, 6}, {1, 2, 3}}, {{2, 0, 2}, {2, 6, 6.5}}}));
}

TEST(Selfish, OrderTakesShortGraphsFirst) {
  // H from 0 to 2.5; c 2.5 to 3.5, d 3.5 to 6.5, e 6.5 to 7.5. Backfilling: e beside c.
  EXPECT_EQ(scheduled("SELFISH_ORDER", k_and_h(), 2),
            (Rows{{{1, 2.5, 3.5}, {2, 3.5, 6.5}, {1, 2.5, 3.5}}, {{2, 0, 2}, {2, 2, 2.5}}}));
}

TEST(Selfish, RespectsReleases) {
  // As SELFISH, but K comes at 10: f 10 to 12 behind d in the list: c 10, d 11 to 14, f 14 to 16. Backfilling: f and
  // g, which are there from 0 on, move to 0 and 2; e beside c.
  Workload workload = k_and_h();
  workload.applications[0].release_date = 10;
  EXPECT_EQ(scheduled("SELFISH", workload, 2),
            (Rows{{{1, 10, 11}, {2, 11, 14}, {1, 10, 11}}, {{2, 0, 2}, {2, 2, 2.5}}}));
}

TEST(Selfish, AllocatesAsTheParametersSay) {
  // One task of 16 flop on 16 processors: over sqrt(16) by default, over 16 in the classic way.
  const Workload workload = test::workload(test::graph({{16, 0}}));
  EXPECT_EQ(scheduled("SELFISH", workload, 16), (Rows{{{4, 0, 4}}}));
  EXPECT_EQ(scheduled("SELFISH:area_divisor=classic", workload, 16), (Rows{{{16, 0, 1}}}));
  // Three tasks of 12 flop, a quarter of it sequential, on 4: two processors each and 7.5 s; bicpa leaves one each.
  const Workload three = test::workload(test::graph({{12, 0.25}, {12, 0.25}, {12, 0.25}}));
  EXPECT_EQ(scheduled("SELFISH:area_divisor=classic", three, 4), (Rows{{{2, 0, 7.5}, {2, 0, 7.5}, {2, 7.5, 15}}}));
  EXPECT_EQ(scheduled("SELFISH:allocation=bicpa,area_divisor=classic", three, 4),
            (Rows{{{1, 0, 12}, {1, 0, 12}, {1, 0, 12}}}));
}

// Four processors, two each: the allocations above.
TEST(Cra, AllocatesOnSharesAndMapsOnTheWholeCluster) {
  // c 0 to 1; d ready at 1: 1 to 4; f on the two others 0 to 2; e behind f 2 to 3; g 3 to 3.5. Backfilling: e at 0,
  // the fourth processor; g at 2.
  const Rows expected{{{1, 0, 1}, {2, 1, 4}, {1, 0, 1}}, {{2, 0, 2}, {2, 2, 2.5}}};
  EXPECT_EQ(scheduled("CRA_NDAGS", k_and_h(), 4), expected);
  // By work, 8 and 5 flop: 1 + 2 x 8/13 = 2.2 and 1.8. By width, 2 and 1: 1 + 2 x 2/3 = 2.3 and 1.7. Two each again.
  EXPECT_EQ(scheduled("CRA_WORK", k_and_h(), 4), expected);
  EXPECT_EQ(scheduled("CRA_WIDTH", k_and_h(), 4), expected);
}

TEST(Cra, SharesDifferByTheirMeasure) {
  // Six processors; one task of 64 flop beside two of 1, no sequential fraction, classic area. By count 3 and 3: the
  // long one gets 3 (64/3 s). By work 6 (1/4 + 64/132) = 4.4: 4 (16 s). By width 6 (1/4 + 1/6) = 2.5: 3.
  Workload workload = test::workload(test::graph({{64, 0}}));
  workload.applications.push_back({"", test::graph({{1, 0}, {1, 0}}), 0});
  EXPECT_EQ(scheduled("CRA_NDAGS:area_divisor=classic", workload, 6)[0][0].processors, 3U);
  EXPECT_EQ(scheduled("CRA_WORK:area_divisor=classic", workload, 6)[0][0].processors, 4U);
  EXPECT_EQ(scheduled("CRA_WIDTH:area_divisor=classic", workload, 6)[0][0].processors, 3U);
  // On four: by count and by work (4 (1/4 + 64/132) = 2.9) 2 and 3, by width 4 x 5/12 = 1.7: 2.
  EXPECT_EQ(scheduled("CRA_NDAGS:area_divisor=classic", workload, 4)[0][0].processors, 2U);
  EXPECT_EQ(scheduled("CRA_WORK:area_divisor=classic", workload, 4)[0][0].processors, 3U);
  // On three by width 1.25: 1; by count 1.5: 2.
  EXPECT_EQ(scheduled("CRA_WIDTH:area_divisor=classic", workload, 3)[0][0].processors, 1U);
  EXPECT_EQ(scheduled("CRA_NDAGS:area_divisor=classic", workload, 3)[0][0].processors, 2U);
}

TEST(Cra, YardsticksAreThoseOfTheWholeCluster) {
  // Two processors, one each. A: four tasks of 8 flop; B: 20 flop that nothing speeds up. On its one processor A would
  // take 32 s and B go first; on the cluster A takes 16 s (one processor each, since its area is 16 s) and goes first.
  Workload workload = test::workload(test::graph({{8, 0}, {8, 0}, {8, 0}, {8, 0}}));
  workload.applications.push_back({"", test::graph({{20, 1}}), 0});
  const Rows a_first{{{1, 0, 8}, {1, 0, 8}, {1, 8, 16}, {1, 8, 16}}, {{1, 16, 36}}};
  for (const std::string name : {"CRA_NDAGS_ORDER", "CRA_WORK_ORDER"})
    EXPECT_EQ(scheduled(name, workload, 2), a_first) << name;
  // 8/256 for each of A, 20/400 for B: B goes first.
  const Rows b_first{{{1, 0, 8}, {1, 8, 16}, {1, 16, 24}, {1, 20, 28}}, {{1, 0, 20}}};
  for (const std::string name : {"CRA_NDAGS_WEIGHT", "CRA_WORK_WEIGHT"})
    EXPECT_EQ(scheduled(name, workload, 2), b_first) << name;
  // 20 s against 8 s: B goes first as well.
  EXPECT_EQ(scheduled("CRA_NDAGS", workload, 2), b_first);
}

TEST(Cra, YardsticksAreAllocatedOnTheWholeCluster) {
  // Two processors, one each. A: 8 flop, which the cluster does in 4 s, one processor in 8; B and Z: 6 and 5 flop that
  // nothing speeds up. By C* they are 4, 6, 5 and B comes last; with 8 for A it would come before A.
  Workload workload = test::workload(test::graph({{8, 0}}));
  workload.applications.push_back({"", test::graph({{6, 1}}), 0});
  workload.applications.push_back({"", test::graph({{5, 1}}), 0});
  const Rows expected{{{1, 0, 8}}, {{1, 5, 11}}, {{1, 0, 5}}};
  EXPECT_EQ(scheduled("CRA_NDAGS_ORDER:area_divisor=classic", workload, 2), expected);
  // 8/16, 6/36, 5/25; with 8 for A it would be 8/64.
  EXPECT_EQ(scheduled("CRA_NDAGS_WEIGHT:area_divisor=classic", workload, 2), expected);
}

TEST(Cra, WidthSharesWithYardsticks) {
  // Four processors. The same A, 4 wide, and B, 1 wide: 4 (1/4 + 4/10) = 2.6: 3 and 1. On three, A has an area of
  // 32/3 = 10.7 s: one processor each. On four all four run at once, alone: 8 s.
  Workload workload = test::workload(test::graph({{8, 0}, {8, 0}, {8, 0}, {8, 0}}));
  workload.applications.push_back({"", test::graph({{20, 1}}), 0});
  // A first: B behind it at 8.
  const Rows a_first{{{1, 0, 8}, {1, 0, 8}, {1, 0, 8}, {1, 0, 8}}, {{1, 8, 28}}};
  EXPECT_EQ(scheduled("CRA_WIDTH_ORDER", workload, 4), a_first);
  // 8/64 against 20/400.
  EXPECT_EQ(scheduled("CRA_WIDTH_WEIGHT", workload, 4), a_first);
  // 20 s before 8 s.
  EXPECT_EQ(scheduled("CRA_WIDTH", workload, 4), (Rows{{{1, 0, 8}, {1, 0, 8}, {1, 0, 8}, {1, 8, 16}}, {{1, 0, 20}}}));
}

// Equal graphs but for their costs, as Strassen's are.
TEST(Cra, EqualWidthsMakeWidthTheSameAsCount) {
  RandomStream random(47);
  for (int round = 0; round < 200; ++round) {
    const TaskGraph shape = test::draw_graph(random, {"5", "10", "20"});
    Workload workload;
    for (std::int64_t left = random.uniform_integer(1, 6); left > 0; --left) {
      std::vector<Task> tasks(shape.tasks().begin(), shape.tasks().end());
      for (Task& task : tasks) task.flop *= random.uniform_real(0.1, 10);
      workload.applications.push_back({"", TaskGraph(tasks, {shape.edges().begin(), shape.edges().end()}), 0});
    }
    const auto processors = static_cast<int>(random.uniform_integer(1, 60));
    for (const std::string order : {"", "_WEIGHT", "_ORDER"})
      ASSERT_EQ(scheduled("CRA_WIDTH" + order, workload, processors),
                scheduled("CRA_NDAGS" + order, workload, processors))
          << "round " << round;
  }
}

// A batch of one: nothing to share out and nothing to combine.
TEST(Listed, OneGraphIsScheduledAlikeByAll) {
  RandomStream random(53);
  for (int round = 0; round < 200; ++round) {
    const Workload workload = test::workload(test::draw_graph(random, {"1", "5", "20"}));
    const auto processors = static_cast<int>(random.uniform_integer(1, 60));
    const Rows selfish = scheduled("SELFISH", workload, processors);
    for (const std::string name :
         {"SELFISH_WEIGHT", "SELFISH_ORDER", "CRA_NDAGS", "CRA_WORK_WEIGHT", "CRA_WIDTH_ORDER", "COMB_C1", "COMB_C3"})
      ASSERT_EQ(scheduled(name, workload, processors), selfish) << name << ", round " << round;
  }
}

// Of c, d, e, f, g.
std::vector<GraphDates> combined(const std::string& name, int processors) {
  std::vector<GraphDates> all;
  for (const std::vector<GraphDates>& application : scheduled(name, k_and_h(), processors))
    all.insert(all.end(), application.begin(), application.end());
  return all;
}

std::vector<double> starts(const std::string& name, int processors) {
  std::vector<double> dates;
  for (const GraphDates& placed : combined(name, processors)) dates.push_back(placed.start);
  return dates;
}

TEST(Combined, AllocatesTheGraphsAsOne) {
  // Two processors (the divisor: sqrt(2 x 5) > 2): an area of 13/2 s. c d is 7 s: d gets 2 (3 s). f g is the longest
  // then with 5 s, less than the area: H keeps one processor each, where alone it would have two.
  std::vector<std::size_t> allocation;
  for (const GraphDates& placed : combined("COMB_C1", 2)) allocation.push_back(placed.processors);
  EXPECT_EQ(allocation, (std::vector<std::size_t>{1, 2, 1, 1, 1}));
}

TEST(Combined, CommonEndsMapByBottomLevel) {
  // Levels: c 4, d 3, e 1, f 5, g 1. f 0 to 4, c 0 to 1, d behind both 4 to 7, e and g 7 to 8. Backfilling: e behind c.
  EXPECT_EQ(starts("COMB_C1", 2), (std::vector<double>{0, 4, 1, 0, 7}));
}

// On one processor the order is all there is. Levels: c 7, d 6, e 1, f 5, g 1.
TEST(Combined, CommonEndsOnOneProcessor) {
  // c d f e g.
  EXPECT_EQ(starts("COMB_C1", 1), (std::vector<double>{0, 1, 11, 7, 12}));
}

TEST(Combined, LevelByLevel) {
  // c f e, then d g.
  EXPECT_EQ(starts("COMB_C2", 1), (std::vector<double>{0, 6, 5, 1, 12}));
}

TEST(Combined, InTurns) {
  // c f, d g, e.
  EXPECT_EQ(starts("COMB_C3", 1), (std::vector<double>{0, 5, 12, 1, 11}));
}

using Shares = std::vector<int>;

Shares shares_of(const Workload& workload, int processors, Share share) {
  return processor_shares(share_weights(workload, share), processors, share);
}

// Graphs of independent tasks, given by their flop.
Workload batch(const std::vector<std::vector<double>>& graphs) {
  Workload workload;
  for (const std::vector<double>& flop : graphs) {
    std::vector<std::pair<double, double>> tasks;
    for (const double each : flop) tasks.emplace_back(each, 0);
    workload.applications.push_back({"", test::graph(tasks), 0});
  }
  return workload;
}

TEST(ProcessorShares, EqualSharesAreRoundedCumulatively) {
  // 20/3 = 6.7, 13.3 and 20 round to 7, 13 and 20.
  EXPECT_EQ(shares_of(batch({{1}, {2}, {3}}), 20, Share::count), (Shares{7, 6, 7}));
  // 2.5 rounds up.
  EXPECT_EQ(shares_of(batch({{1}, {2}}), 5, Share::count), (Shares{3, 2}));
}

TEST(ProcessorShares, TheWholeClusterForEveryone) {
  EXPECT_EQ(shares_of(batch({{1}, {2}}), 5, Share::whole), (Shares{5, 5}));
}

TEST(ProcessorShares, HalfOfThemByWork) {
  // 16 processors: 4 each, the other 8 as 1 to 3: 6 and 10.
  EXPECT_EQ(shares_of(batch({{2}, {1, 5}}), 16, Share::work), (Shares{6, 10}));
}

TEST(ProcessorShares, HalfOfThemByWidth) {
  // 16 processors, widths 1 and 3; a chain is 1 wide however long: 4 + 2 and 4 + 6.
  Workload workload = batch({{1}, {1, 1, 1}});
  workload.applications[0].graph = test::graph({{9, 0}, {9, 0}}, {{0, 1, 0}});
  EXPECT_EQ(shares_of(workload, 16, Share::width), (Shares{6, 10}));
}

TEST(ProcessorShares, AtLeastOneEvenWhereTheSumExceedsTheCluster) {
  // 2/5 = 0.4, 0.8, 1.2, 1.6, 2 round to 0, 1, 1, 2, 2, differences 0, 1, 0, 1, 0.
  EXPECT_EQ(shares_of(batch({{1}, {1}, {1}, {1}, {1}}), 2, Share::count), (Shares{1, 1, 1, 1, 1}));
}

TEST(ProcessorShares, TheSmallestGraphHasItsPartOfTheEqualHalf) {
  // 8 processors: 2 each, the other 4 for the large one.
  EXPECT_EQ(shares_of(batch({{1}, {1e9}}), 8, Share::work), (Shares{2, 6}));
}

TEST(ProcessorShares, SumUpToTheCluster) {
  RandomStream random(41);
  for (int round = 0; round < 300; ++round) {
    const Workload workload = test::draw_batch(random, 10, {"1", "10", "30"});
    const auto count = static_cast<int>(workload.applications.size());
    // With two processors and more for each half share nobody needs the minimum of one.
    const auto processors = static_cast<int>(random.uniform_integer(std::int64_t{4} * count, 216));
    for (const Share share : {Share::count, Share::work, Share::width}) {
      const Shares shares = shares_of(workload, processors, share);
      ASSERT_EQ(std::accumulate(shares.begin(), shares.end(), 0), processors) << "round " << round;
    }
  }
}

// The sums of 0.1 + 0.6 flop are rounded, whole and half shares must not be.
TEST(ProcessorShares, EqualGraphsHaveEqualShares) {
  for (int count = 1; count <= 10; ++count) {
    const Workload workload = batch(std::vector<std::vector<double>>(static_cast<std::size_t>(count), {0.1, 0.6}));
    for (int processors = 1; processors <= 216; ++processors)
      for (const Share share : {Share::width, Share::work})
        ASSERT_EQ(shares_of(workload, processors, share), shares_of(workload, processors, Share::count))
            << count << " graphs on " << processors;
  }
}

TEST(ProcessorShares, HalvesRoundUpWhateverTheUnitOfTheWork) {
  // 7 processors, 6 graphs of 0.7 flop: 7/6 each, 1.2, 2.3, 3.5, 4.7, 5.8 and 7 round to 1, 2, 4, 5, 6 and 7.
  EXPECT_EQ(shares_of(batch({{0.7}, {0.7}, {0.7}, {0.7}, {0.7}, {0.7}}), 7, Share::work), (Shares{1, 1, 2, 1, 1, 1}));
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
    const double bound = test::makespan_bound(platform, workload);
    const std::string allocation = test::pick(random, {"cpa", "cpa", "mcpa", "bicpa"});
    for (const Strategy& row : cluster_batch_strategies()) {
      const Parameters parameters = resolve(row.name, row.parameters, {{"allocation", allocation}});
      const Schedule schedule = method_if<GraphMethod>(row)->schedule(platform, workload, parameters).schedule;
      ASSERT_EQ(test::violation_of(row, platform, workload, schedule), "valid") << row.name << " in round " << round;
      ASSERT_GE(test::end_of(schedule), bound * (1 - 1e-9)) << row.name << " in round " << round;
      expect_shares_kept(row, workload, processors, schedule);
      ASSERT_FALSE(testing::Test::HasFatalFailure()) << row.name << " in round " << round;
    }
  }
}

}  // namespace

}  // namespace palio
