#include "strategies/ptg/constrained/constrained.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/builders.h"

namespace palio {
namespace {

// Three graphs: 4 -> {6, 2} flop, 2 -> 8 flop, and 20, 6, 2 flop side by side.
Workload three_graphs() {
  Workload batch = test::workload(test::graph({{4, 0}, {6, 0.5}, {2, 1}}, {{0, 1, 0}, {0, 2, 0}}));
  batch.applications.push_back({"", test::graph({{2, 0}, {8, 0}}, {{0, 1, 0}}), 0});
  batch.applications.push_back({"", test::graph({{20, 0}, {6, 0}, {2, 0}}), 0});
  return batch;
}

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-15) << i;
}

TEST(Contributions, AreTakenOnOneSlowProcessorPerTask) {
  // The slowest processor has 2 flop/s: paths of (4 + 6)/2, (2 + 8)/2 and 20/2 s.
  const Platform platform = test::fast_platform({test::cluster(1, 5), test::cluster(7, 2)});
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::critical_path), (std::vector<double>{5, 5, 10}));
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::width), (std::vector<double>{2, 1, 3}));
  EXPECT_EQ(contributions(platform, three_graphs(), Contribution::work), (std::vector<double>{12, 10, 28}));
}

TEST(Shares, SelfishAndEqualOnesDependOnTheNumberOnly) {
  EXPECT_EQ(selfish_shares(2), (std::vector<double>{1, 1}));
  EXPECT_EQ(equal_shares(4), (std::vector<double>{0.25, 0.25, 0.25, 0.25}));
}

TEST(Shares, FollowContributions) {
  expect_near(proportional_shares(std::array{5.0, 5.0, 10.0}), {0.25, 0.25, 0.5});
  expect_near(proportional_shares(std::array{12.0, 10.0, 28.0}), {0.24, 0.2, 0.56});
}

TEST(Shares, AreWeightedBetweenEqualAndProportional) {
  // mu 0.5: 0.5/3 + 0.5 x (1/3, 1/6, 1/2) = 1/3, 1/4, 5/12.
  expect_near(weighted_shares(std::array{2.0, 1.0, 3.0}, 0.5), {1.0 / 3, 0.25, 5.0 / 12});
  // mu 0.7: 0.35 + 0.3 x (0.75, 0.25) = 0.575, 0.425.
  expect_near(weighted_shares(std::array{6.0, 2.0}, 0.7), {0.575, 0.425});
}

TEST(Shares, OfOneApplicationAreTheWholePlatform) {
  EXPECT_EQ(equal_shares(1), (std::vector<double>{1}));
  EXPECT_EQ(proportional_shares(std::array{7.3}), (std::vector<double>{1}));
  for (const double mu : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0})
    EXPECT_EQ(weighted_shares(std::array{7.3}, mu), (std::vector<double>{1})) << mu;
}

}  // namespace
}  // namespace palio
