#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/bags/mwma.h"
#include "strategies/registry.h"
#include "tests/support/bag_builders.h"
#include "tests/support/closed_bag_engine.h"

namespace palio {
namespace {

using testing::ElementsAre;

struct Outcome {
  std::vector<int> applications;  // in the order of sends
  int programs = 0;
};

Outcome run(const Star& star, const BagBatch& batch, const std::string& name, const std::string& weighting) {
  const auto policy = method_if<BagMethod>(strategy(name))->policy(star, batch, {{"weighting", weighting}});
  Outcome result;
  for (const BagTask& task : test::run_bags(star, batch, *policy).tasks)
    result.applications.push_back(task.application);
  result.programs = policy->lp_use().count;
  return result;
}

std::vector<int> first_sends(const std::string& name, const std::string& weighting, std::size_t count) {
  // One worker of 1 flop/s behind 10 byte/s. Two tasks of 1 flop, MS* = 2 s, and three of 2 flop, MS* = 6 s; 1 byte
  // each.
  const BagBatch batch{{test::bag(2, 1, 1), test::bag(3, 2, 1)}};
  std::vector<int> sent = run(test::star({{1, 10}}), batch, name, weighting).applications;
  EXPECT_EQ(sent.size(), 5U);
  sent.resize(count);
  return sent;
}

// The processor is shared: r0 + 2 r1 = 1. A pair's n-th task is due at n / rate; the earliest goes next.
//   NBT inverse  weights 1/2 and 1/3: rates 3/7 and 2/7, due at 2.33, 4.67 and at 3.5, 7: 0, 1, 0, and only 1 is left
//   NBT literal  2 and 3: 1/4 and 3/8, due at 4, 8 and at 2.67, 5.33: 1, 0, 1
//   MS inverse   2/4 and 3/36: 3/4 and 1/8, due at 1.33, 2.67 and at 8: 0, 0, and only 1 is left
//   MS literal   2 and 6: 1/7 and 3/7, due at 7 and at 2.33, 4.67: 1, 1
TEST(Mwma, SendsWhatIsFurthestBehindItsRate) {
  EXPECT_THAT(first_sends("MWMA-NBT", "inverse", 5), ElementsAre(0, 1, 0, 1, 1));
  EXPECT_THAT(first_sends("MWMA-NBT", "literal", 3), ElementsAre(1, 0, 1));
  EXPECT_THAT(first_sends("MWMA-MS", "inverse", 5), ElementsAre(0, 0, 1, 1, 1));
  EXPECT_THAT(first_sends("MWMA-MS", "literal", 2), ElementsAre(1, 1));
}

// One worker of 10 flop/s behind 1 byte/s; one task, then five, of 1 flop and 1 byte. Weights 1 and 1/5: application 0
// is sent at 0 s (program 1); it has no more tasks at 1 s (program 2) and is computed at 1.1 s (program 3, at 2 s).
TEST(Mwma, ComputesRatesAnewAfterLastSendsAndLastTasks) {
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(5, 1, 1)}};
  const Outcome result = run(test::star({{10, 1}}), batch, "MWMA-NBT", "inverse");
  EXPECT_THAT(result.applications, ElementsAre(0, 1, 1, 1, 1, 1));
  EXPECT_EQ(result.programs, 3);
}

// Application 1 is released at 2.5 s, when two of ten tasks are sent and the third is under way: weights 1/7 and 1/2,
// rates 2/9 and 7/9 of the port, due at 4.5 and at 1.29, 2.57: application 1 twice at 3 and 4 s, then the rest of 0.
// Programs at 0 s, 3 s, 5 s (application 1 is sent) and 6 s (it is computed).
TEST(Mwma, ComputesRatesAnewAtReleases) {
  const BagBatch batch{{test::bag(10, 1, 1), test::bag(2, 1, 1, 2.5)}};
  const Outcome result = run(test::star({{10, 1}}), batch, "MWMA-NBT", "inverse");
  EXPECT_THAT(result.applications, ElementsAre(0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(result.programs, 4);
}

TEST(Mwma, TakesWorkersInProportionToTheirRates) {
  // Workers of 3 and 1 flop/s behind fast links compute 3 and 1 task/s: of 400 tasks 300 and 100, give or take the tie
  // of the last ones.
  const BagBatch batch{{test::bag(400, 1, 1)}};
  const Star star = test::star({{3, 1000}, {1, 1000}});
  const auto policy =
      method_if<BagMethod>(strategy("MWMA-MS"))->policy(star, batch, {{"weighting", std::string("inverse")}});
  int to_first = 0;
  for (const BagTask& task : test::run_bags(star, batch, *policy).tasks) to_first += task.worker == 0 ? 1 : 0;
  EXPECT_NEAR(to_first, 300, 1);
}

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
  for (const SteadyRate& rate : rates) throughput[rate.application] += rate.rate;
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
    const BagOfTasks& bag = batch.applications[rate.application];
    loads.port += rate.rate * bag.bytes / star.workers[worker].link.bandwidth;
    loads.workers[worker] += rate.rate * bag.flop / star.workers[worker].speed;
    loads.throughput[rate.application] += rate.rate;
  }
  return loads;
}

// At the best z either the port or all workers are always busy; otherwise some worker could get more of everything. An
// application alone gets its dedicated rate, which was computed without a linear program.
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
