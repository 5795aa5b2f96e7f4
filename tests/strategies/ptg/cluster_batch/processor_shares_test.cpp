#include "strategies/ptg/cluster_batch/lists/lists.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include "tests/strategies/ptg/cluster_batch/random_batch.h"

namespace palio {
namespace {

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

}  // namespace
}  // namespace palio
