#include "strategies/bags/mwma.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "strategies/bags/dedicated_rate.h"
#include "tests/support/bag_builders.h"

namespace palio {
namespace {

std::vector<SteadyRate> rates_of(const Star& star, const BagBatch& batch, const std::vector<WeightedBag>& bags) {
  BagPolicy::LpUse use;
  std::vector<SteadyRate> rates = steady_rates(star, batch, bags, use);
  EXPECT_EQ(use.count, 1);
  EXPECT_GE(use.time, 0);
  return rates;
}

// One worker of 1 flop/s; tasks of 1 and 2 flop in the ratio of their weights, 6 to 1: r0 + 2 r1 = 1 with r0 = 6 r1.
TEST(SteadyRates, ShareAProcessorByWeight) {
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(1, 2, 1)}};
  const auto rates = rates_of(test::star({{1, 10}}), batch, {{0, 6}, {1, 1}});
  ASSERT_EQ(rates.size(), 2U);
  EXPECT_EQ(rates[0].application, 0);
  EXPECT_NEAR(rates[0].rate, 0.75, 1e-9);
  EXPECT_EQ(rates[1].application, 1);
  EXPECT_NEAR(rates[1].rate, 0.125, 1e-9);
}

// Fast workers behind 2 byte/s; tasks of 1 and 4 bytes with equal weights: (r + 4 r) / 2 = 1, whatever the split.
TEST(SteadyRates, ShareThePort) {
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(1, 1, 4)}};
  const auto rates = rates_of(test::star({{100, 2}, {100, 2}}), batch, {{0, 1}, {1, 1}});
  std::vector<double> throughput(2, 0);
  for (const SteadyRate& rate : rates) throughput[static_cast<std::size_t>(rate.application)] += rate.rate;
  EXPECT_NEAR(throughput[0], 0.4, 1e-9);
  EXPECT_NEAR(throughput[1], 0.4, 1e-9);
}

TEST(SteadyRates, LeaveOutApplicationsThatAreNotAsked) {
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(1, 2, 1), test::bag(1, 4, 1)}};
  const auto rates = rates_of(test::star({{1, 10}}), batch, {{2, 5}});
  ASSERT_EQ(rates.size(), 1U);
  EXPECT_EQ(rates[0].application, 2);
  EXPECT_NEAR(rates[0].rate, 0.25, 1e-9);
}

struct Loads {
  double port = 0;
  std::vector<double> workers, throughput;
};

Loads loads_of(const Star& star, const BagBatch& batch, const std::vector<SteadyRate>& rates) {
  Loads loads{0, std::vector<double>(star.workers.size(), 0), std::vector<double>(batch.applications.size(), 0)};
  for (const SteadyRate& rate : rates) {
    const auto worker = static_cast<std::size_t>(rate.worker);
    const BagOfTasks& bag = batch.applications[static_cast<std::size_t>(rate.application)];
    loads.port += rate.rate * bag.bytes / star.workers[worker].link.bandwidth;
    loads.workers[worker] += rate.rate * bag.flop / star.workers[worker].speed;
    loads.throughput[static_cast<std::size_t>(rate.application)] += rate.rate;
  }
  return loads;
}

// At the best z either the port or all workers are busy all the time; otherwise some worker could get more of
// everything. An application alone gets its dedicated rate, which was found without a linear program.
TEST(SteadyRates, KeepTheConstraintsAndUseThePlatformUp) {
  RandomStream random(2008);
  for (int i = 0; i < 300; ++i) {
    Star star = test::star({});
    for (std::int64_t u = random.uniform_integer(1, 6); u > 0; --u)
      star.workers.push_back({random.uniform_real(1e8, 1e9), {random.uniform_real(1e6, 1e7), 0}});
    BagBatch batch;
    std::vector<WeightedBag> bags;
    for (int k = 0; k < static_cast<int>(random.uniform_integer(1, 6)); ++k) {
      batch.applications.push_back(test::bag(1, random.uniform_real(1e8, 1e10), random.uniform_real(1e5, 1e7)));
      bags.push_back({k, random.uniform_real(0.1, 10)});
    }
    const Loads loads = loads_of(star, batch, rates_of(star, batch, bags));
    EXPECT_LE(loads.port, 1 + 1e-6);
    EXPECT_LE(*std::ranges::max_element(loads.workers), 1 + 1e-6);
    EXPECT_GE(std::max(loads.port, *std::ranges::min_element(loads.workers)), 1 - 1e-6) << i;
    double least = loads.throughput[0] / bags[0].weight;
    for (std::size_t k = 1; k < bags.size(); ++k) least = std::min(least, loads.throughput[k] / bags[k].weight);
    EXPECT_GT(least, 0);
    for (std::size_t k = 0; k < bags.size(); ++k)
      EXPECT_GE(loads.throughput[k], bags[k].weight * least * (1 - 1e-6)) << i;
    const auto alone = loads_of(star, batch, rates_of(star, batch, {{0, 7}}));
    EXPECT_NEAR(alone.throughput[0], dedicated_rate(star, batch.applications[0]), alone.throughput[0] * 1e-6) << i;
  }
}

}  // namespace
}  // namespace palio
