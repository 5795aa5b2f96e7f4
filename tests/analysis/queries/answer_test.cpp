#include "analysis/queries/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/queries/query_tables.h"
#include "analysis/queries/usual_metric.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The makespans of strategies on ten instances, alternately these two; 0: it fails.
std::vector<MadeResult> ten(const std::map<std::string, std::pair<double, double>>& makespans) {
  std::vector<MadeResult> results;
  for (int i = 0; i < 10; ++i)
    for (const auto& [strategy, both] : makespans) {
      const double makespan = i % 2 == 0 ? both.first : both.second;
      results.push_back({.sample = i, .strategy = strategy, .fails = makespan == 0, .makespan = makespan});
    }
  return results;
}

class AnswerTest : public testing::Test {
protected:
  void store(const std::vector<MadeResult>& results, const std::string& metric = "") {
    store_campaign(folder_.file("c.db"), results, "made", metric);
    reader_.emplace(folder_.file("c.db"));
    add_query_functions(*reader_);
  }

  CampaignAnswer answer_to(const std::vector<MadeResult>& results, const std::string& metric = "") {
    store(results, metric);
    return campaign_answer(*reader_, usual_metric(*reader_));
  }

  TemporaryFolder folder_;
  std::optional<CampaignReader> reader_;
};

// Factors of B: 2 and 2.2, so 2.1 on average; their deviation is 0.1 sqrt(10/9), the margin 2.262157 x 0.1054 /
// sqrt(10) = 0.0754. A is always the best, so that its factor has no width.
TEST_F(AnswerTest, NamesTheBestWithItsFactorAndInterval) {
  const CampaignAnswer answer = answer_to(ten({{"A", {1, 1}}, {"B", {2, 2.2}}, {"C", {4, 4.4}}}));
  EXPECT_EQ(answer.verdict, "By makespan A is the best of 3 strategies");
  EXPECT_EQ(answer.grounds,
            ", measured by the mean factor behind the best of each of 10 instances: 1, first on 10; the next, B: "
            "2.100 [2.025, 2.175], first on 0. The test (all pairs, Holm's correction, 5 %) distinguishes it from all "
            "others.");
  EXPECT_THAT(answer.remarks, IsEmpty());
  EXPECT_EQ(answer.next, "@pairs");
}

// Factors of 1 and 2: 1.5, and 2.262157 x 0.527 / sqrt(10) = 0.377.
TEST_F(AnswerTest, SaysThatNoWinnerCanBeTold) {
  EXPECT_EQ(answer_to(ten({{"A", {1, 2}}, {"B", {2, 1}}})).sentence(),
            "By makespan there is no clear winner among 2 strategies: A leads, measured by the mean factor behind the "
            "best of each of 10 instances: 1.50 [1.12, 1.88], first on 5; but the test (all pairs, Holm's correction, "
            "5 %) cannot distinguish it from B (1.50 [1.12, 1.88], first on 5).");
  EXPECT_THAT(answer_to(ten({{"A", {1, 2}}, {"B", {2, 1}}, {"C", {1.5, 1.6}}})).sentence(),
              testing::EndsWith(" and 1 more."));
}

// By makespan A is the best, by the study's metric B.
TEST_F(AnswerTest, IsByTheMetricOfTheStudy) {
  std::vector<MadeResult> results = ten({{"A", {1, 1}}, {"B", {2, 2.2}}});
  for (MadeResult& result : results) result.max_stretch = 1 / result.makespan;
  EXPECT_EQ(answer_to(results, "max_stretch").verdict,
            "By maximum stretch (the study's metric) B is the best of 2 strategies");
}

// On seven of twelve instances A takes 9.9 and B 10, on five A takes 100. Factors: A (7 + 5 x 10) / 12 = 4.75, B
// (7 x 10 / 9.9 + 5) / 12 = 1.0059. Ranks: A 17 / 12, B 19 / 12.
TEST_F(AnswerTest, SaysWhereOtherCriteriaDisagree) {
  std::vector<MadeResult> results;
  for (int sample = 0; sample < 12; ++sample) {
    results.push_back({.sample = sample, .strategy = "A", .makespan = sample < 7 ? 9.9 : 100});
    results.push_back({.sample = sample, .strategy = "B", .makespan = 10});
  }
  EXPECT_THAT(answer_to(results).remarks,
              ElementsAre("Other criteria disagree with the mean: A is first on most instances (7 against 5), beats it "
                          "on 7 instances and loses on 5, has the best mean rank."));
}

// A is 2 behind on nine instances and 1 on the last, where B is 64: 64 of B's sum of 73, 88 %. Geometric means: A
// 2^(9/10) = 1.866, B 64^(1/10) = 1.516, although B's mean is 7.3 and A's 1.9.
TEST_F(AnswerTest, NamesTheGeometricMeanWhereOneInstanceDominates) {
  std::vector<MadeResult> results;
  for (int i = 1; i <= 10; ++i) {
    results.push_back({.sample = i, .strategy = "A", .makespan = 2});
    results.push_back({.sample = i, .strategy = "B", .makespan = i == 10 ? 128.0 : 1.0});
  }
  EXPECT_THAT(answer_to(results).grounds,
              testing::StartsWith(": B leads, measured by the geometric mean factor behind the best of each of 10 "
                                  "instances (a single instance makes up 88 % of a strategy's sum, so the mean says "
                                  "little): 1.516, first on 9; but the test"));
}

// One site and one graph: nothing is drawn, so that Wilcoxon's test decides. It cannot tell two strategies of one
// instance apart.
TEST_F(AnswerTest, OfOneInstanceNobodyIsTheBest) {
  EXPECT_EQ(answer_to({{.strategy = "A", .makespan = 1}, {.strategy = "B", .makespan = 2}}).verdict,
            "By makespan there is no clear winner among 2 strategies");
}

TEST_F(AnswerTest, OfOneStrategyOrOfNothing) {
  const CampaignAnswer one = answer_to(ten({{"A", {1, 1}}}));
  EXPECT_EQ(one.sentence(), "");
  EXPECT_EQ(one.next, "@summary");
  EXPECT_THAT(one.remarks, IsEmpty());
}

// C fails on half of the instances and is the quickest on the others; D completes too little to be compared.
TEST_F(AnswerTest, SaysWhatFailedAndWhoIsNotCompared) {
  const CampaignAnswer answer = answer_to(ten({{"A", {3, 1}}, {"B", {4, 2.2}}, {"C", {1, 0}}, {"D", {0, 0}}}));
  EXPECT_EQ(answer.verdict, "By makespan C is the best of 3 strategies");
  EXPECT_THAT(answer.grounds, testing::HasSubstr("each of 5 instances: 1, first on 5, 5 failures aside"));
  EXPECT_THAT(answer.remarks, ElementsAre("Not compared: D (completed nothing)."));
}

// It takes half of what A takes.
TEST_F(AnswerTest, WhatKnowsTheFutureIsShownAndNeverTheBest) {
  const CampaignAnswer answer = answer_to(ten({{"X:knowledge=exact", {0.5, 0.5}}, {"A", {1, 1}}, {"B", {2, 2.2}}}));
  EXPECT_EQ(answer.verdict, "By makespan A is the best of 2 strategies");
  EXPECT_THAT(answer.remarks, ElementsAre("Not compared: X:knowledge=exact (knows the future)."));
  EXPECT_EQ(rows_of(*reader_, "SELECT place, contends, mean_factor, note FROM contenders() ORDER BY place"),
            (std::vector<std::vector<SqlValue>>{{SqlValue(), std::int64_t{0}, 0.5, "knows the future"},
                                                {std::int64_t{1}, std::int64_t{1}, 1.0, SqlValue()},
                                                {std::int64_t{2}, std::int64_t{1}, 2.1, SqlValue()}}));
}

TEST_F(AnswerTest, IsATableForEveryReader) {
  const CampaignAnswer answer = answer_to(ten({{"A", {3, 1}}, {"B", {4, 2.2}}, {"D", {0, 0}}}));
  EXPECT_EQ(rows_of(*reader_, "SELECT part, text FROM answer()"),
            (std::vector<std::vector<SqlValue>>{{"answer", answer.sentence()}, {"remark", answer.remarks.at(0)}}));
}

// Restarts of A against B end with 4.5, the worse of two, and 1.5; that of B against A with 3.
TEST_F(AnswerTest, OfASearchSaysWhatCanHappenAndNothingAboutHowOften) {
  store_scenarios(folder_.file("d.db"),
                  scenarios_of({{.target = "A", .base = "B", .restart = 0, .evaluation = 1, .target_makespan = 2},
                                {.target = "A", .base = "B", .restart = 0, .evaluation = 2, .target_makespan = 4.5},
                                {.target = "A", .base = "B", .restart = 1, .target_makespan = 1.5},
                                {.target = "B", .base = "A", .restart = 0, .target_makespan = 3}}));
  CampaignReader reader(folder_.file("d.db"));
  add_query_functions(reader);
  const CampaignAnswer answer = campaign_answer(reader, "makespan");
  EXPECT_EQ(
      answer.sentence(),
      "A takes 4.5 times as long as B on the worst instance that was found in 2 restarts, whose median is 3; of 2 "
      "pairs it is the worst.");
  EXPECT_THAT(answer.remarks, ElementsAre(testing::HasSubstr("searched, not drawn")));
  EXPECT_EQ(answer.next, "@summary");
}

}  // namespace
}  // namespace palio::test
