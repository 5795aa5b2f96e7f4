// Intervals and effects of ready queries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "tests/analysis/queries/ready_query_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Two sites, the same two graphs on each: 4 instances, 2 draws of workloads and none of platforms. Ratios A/B of 1/2
// and 1/4 on both sites: mean 3/8. Logarithms -0.693147 and -1.386294: mean -1.039721, so a ratio of 0.353553; error
// 0.346574, times 12.7062 a margin of 4.403635: from exp(-5.443356) to exp(3.363914). t is 3 of one degree of freedom:
// p = 1 - 2 atan(3) / pi = 0.204833.
TEST_F(ReadyQueries, IntervalsAreThoseOfTheDraws) {
  std::vector<MadeResult> results;
  for (const char* site : {"lille", "nancy"})
    for (const int sample : {0, 1}) {
      results.push_back({.platform = site, .sample = sample, .strategy = "A", .makespan = 1});
      results.push_back({.platform = site, .sample = sample, .strategy = "B", .makespan = sample == 0 ? 2.0 : 4});
    }
  store_campaign(file_, results);
  EXPECT_THAT(
      lines(ask("pairs"),
            "instances platform_draws workload_draws mean_ratio ratio low high draws_p draws_holm_p "
            "strategy_is"),
      ElementsAre("4 | 0 | 2 | 0.375 | 0.353553 | 0.00432495 | 28.9021 | 0.204833 | 0.204833 | not told apart"));
  // B: 3 and 12.7062 x sqrt(2 / 2).
  EXPECT_THAT(lines(ask("summary"), "strategy mean low high platform_draws workload_draws"),
              ElementsAre("A | 1 | 1 | 1 | 0 | 2", "B | 3 | 0 | 15.7062 | 0 | 2"));
  // A is always the best; B is 100 and 300 % above it.
  EXPECT_THAT(lines(ask("degradation"), "strategy mean_percent low_percent high_percent"),
              ElementsAre("A | 0 | 0 | 0", "B | 200 | 0 | 1470.62"));
}

// 1 and 1.5: mean 1.25, 12.7062 x 0.25 wide. Nothing is below its optimum, but rounding may be.
TEST_F(ReadyQueries, IntervalsEndWhereTheMetricDoes) {
  const auto summary = [&](double first, double second) {
    std::vector<MadeScenario> scenarios;
    for (const std::int64_t sample : {0, 1})
      scenarios.push_back({.platform = {"star", {{"workers", std::int64_t{2}}}},
                           .workload = {"random-ptg", {{"sample", sample}}},
                           .strategy = "A",
                           .metrics = {{"makespan", 1}, {"relative_max_stretch", sample == 0 ? first : second}}});
    std::filesystem::remove(file_);
    store_scenarios(file_, scenarios);
    return lines(ask("summary", "relative_max_stretch"), "mean low high");
  };
  EXPECT_THAT(summary(1, 1.5), ElementsAre("1.25 | 1 | 4.42655"));
  EXPECT_THAT(summary(0.999998, 0.999998), ElementsAre("0.999998 | 0.999998 | 0.999998"));
}

TEST_F(ReadyQueries, WhatIsNotDrawnHasNoInterval) {
  std::vector<MadeScenario> scenarios;
  for (const std::int64_t workers : {1, 2, 4})
    for (const char* strategy : {"A", "B"})
      scenarios.push_back({.platform = {"star", {{"workers", workers}}},
                           .workload = {"one-file", {{"tasks", std::int64_t{9}}}},
                           .strategy = strategy,
                           .metrics = {{"makespan", 9.0 / static_cast<double>(workers)}}});
  store_scenarios(file_, scenarios);
  for (const char* query : {"summary", "pairs", "degradation", "profile", "ranking"})
    for (const Row& row : ask(query)) {
      const bool percent = row.contains("low_percent");
      EXPECT_EQ(text(row, percent ? "low_percent" : "low"), "") << query;
      EXPECT_EQ(text(row, percent ? "high_percent" : "high"), "") << query;
      EXPECT_EQ(text(row, "platform_draws") + text(row, "workload_draws"), "00") << query;
    }
}

// Ratios A/B of 1/2, 1/2 and 2 in the first row of the table, of 2 in the second; B failed on one instance.
// graph    0    1    2    3
// lille    1/2  1/2  2    -
// nancy    1/2  1/2  2    2
TEST_F(ReadyQueries, EffectsAreThoseOfTheMetricOrOfTheRatioOfTwo) {
  std::vector<MadeResult> results;
  for (const char* site : {"lille", "nancy"})
    for (const int sample : {0, 1, 2, 3}) {
      results.push_back({.platform = site, .sample = sample, .strategy = "A", .makespan = sample < 2 ? 4.0 : 16});
      results.push_back({.platform = site, .sample = sample, .strategy = "B", .makespan = 8});
      results.back().fails = results.size() == 8;
    }
  store_campaign(file_, results);
  const auto part = [&](const std::vector<Row>& rows, const std::string& name) {
    std::vector<Row> found;
    for (const Row& row : rows)
      if (text(row, "part") == name) found.push_back(row);
    return lines(found, "effect level value cases note");
  };
  // Makespans 4, 4, 16 and 4, 4, 16, 16 of A: 2 x 7 values of which 4 are 4 and 3 are 16. In logarithms to base 2 the
  // mean of A is (4 x 2 + 3 x 4) / 7 = 20/7, of B 3, of all 41/14.
  const std::vector<Row> of_metric = ask("effects");
  EXPECT_THAT(part(of_metric, "response"),
              ElementsAre("makespan | geometric mean | 7.61356 | 14 | left out, because not all have a value to "
                          "compare: 2"));
  EXPECT_THAT(part(of_metric, "mean"), testing::Contains("strategy_name | B | 8 | 7 | "));
  EXPECT_THAT(part(of_metric, "cell"), testing::IsEmpty());
  // Mean of the logarithms of the ratios -1/7.
  const std::vector<Row> of_ratio = ask("effects", "makespan", {"A", "B"});
  EXPECT_THAT(part(of_ratio, "response"),
              ElementsAre("A / B | geometric mean | 0.905724 | 7 | left out, as not both have a value above 0: 1"));
  EXPECT_EQ(part(ask("effects", "makespan", {"B", "A"}), "response").front().substr(0, 30),
            "B / A | geometric mean | 1.104");
  EXPECT_THAT(
      [&] {
        ask("effects", "makespan", {"A", "C"});
      },
      ThrowsMessage<UserError>(HasSubstr("the campaign has no strategy C")));
  EXPECT_THAT(
      [&] {
        ask("effects", "makespan", {"A", "A"});
      },
      ThrowsMessage<UserError>(HasSubstr("A / A is one strategy")));
}

// Unfairness 0 has no logarithm: the values themselves are explained. Of a ratio such instances are left out.
TEST_F(ReadyQueries, EffectsOfWhatMayBeZeroAreThoseOfItsValues) {
  store_campaign(file_, with(&MadeResult::unfairness, {{0, 0.5}, {1, 2}}));
  EXPECT_THAT(lines({ask("effects", "unfairness").front()}, "level value low cases"),
              ElementsAre("mean | 0.875 | 0 | 4"));  // no interval goes below
  EXPECT_THAT(lines(ask("effects", "max_stretch"), "effect value cases note"),
              ElementsAre("max_stretch |  | 0 | no instance has a value of all that are compared"));
}

}  // namespace
}  // namespace palio::test
