#include "analysis/queries/ready_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.h"
#include "storage/write/result_store.h"
#include "tests/analysis/queries/ready_query_fixture.h"
#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// instance     0   1   2   3   4
// A           10  20   5   8   7
// B           12  10  10   -       (fails on 3; 4 has not run)
// C           10  40   6   8
class ThreeStrategies : public ReadyQueries {
protected:
  ThreeStrategies() {
    store_campaign(file_, {made("A", 0, 10), made("B", 0, 12), made("C", 0, 10), made("A", 1, 20), made("B", 1, 10),
                           made("C", 1, 40), made("A", 2, 5), made("B", 2, 10), made("C", 2, 6), made("A", 3, 8),
                           failing("B", 3), made("C", 3, 8), made("A", 4, 7)});
  }
};

TEST_F(ThreeStrategies, SummaryIsOverAllThatAStrategyCompleted) {
  // A: 5 7 8 10 20; B: 10 10 12, quartiles half-way; C: 6 8 10 40, quartiles at 0.75 and 2.25 of 0 to 3.
  EXPECT_THAT(lines(ask("summary"), "strategy completed failed mean least quartile1 median quartile3 largest"),
              ElementsAre("A | 5 | 0 | 10 | 5 | 7 | 8 | 10 | 20", "B | 3 | 1 | 10.6667 | 10 | 10 | 10 | 11 | 12",
                          "C | 4 | 0 | 16 | 6 | 7.5 | 9 | 17.5 | 40"));
}

TEST_F(ThreeStrategies, DegradationIsOverTheInstancesThatAllCompleted) {
  // 0, 1 and 2, best 10, 10, 5. Percent above it: A 0 100 0, B 20 0 100, C 0 300 20. A's margin: ratios 1, 2, 1 have
  // the deviation sqrt(1/3); t(2) = 4.302653 times it / sqrt(3) = 1.434218. From 133.333 % it reaches beyond the best.
  const std::vector<Row> rows = ask("degradation");
  EXPECT_THAT(lines(rows, "strategy instances left_out failed times_best mean_percent median_percent largest_percent"),
              ElementsAre("A | 3 | 2 | 0 | 2 | 33.3333 | 0 | 100", "B | 3 | 0 | 1 | 1 | 40 | 20 | 100",
                          "C | 3 | 1 | 0 | 1 | 106.667 | 20 | 300"));
  EXPECT_THAT(lines({rows.at(0)}, "low_percent high_percent platform_draws workload_draws note"),
              ElementsAre("0 | 176.755 | 0 | 3 | "));
}

// Factors behind the best: A 2 on all instances but the last, 1 on it; B 1 on all but the last, 2^6 on it. F fails.
// Ten instances: means 1.9 and 7.3, geometric means 2^(9/10) = 1.866066 and 2^(6/10) = 1.515717, shares 2/19 and 64/73.
// Nine: means 17/9 and 8, geometric means 2^(8/9) = 1.851749 and 2^(6/9) = 1.587401, shares 2/17 and 64/72.
TEST_F(ReadyQueries, DegradationIsByTheGeometricMeanWhereOneOfTenInstancesDominates) {
  const auto degradation = [&](int instances) {
    std::vector<MadeResult> results;
    for (int i = 1; i <= instances; ++i) {
      results.push_back(made("A", i, 2));
      results.push_back(made("B", i, i == instances ? 128 : 1));
      results.push_back(failing("F", i));
    }
    std::filesystem::remove(file_);
    store_campaign(file_, results);
    return lines(ask("degradation"), "strategy mean_percent geometric_percent largest_share place");
  };
  EXPECT_THAT(degradation(10),
              ElementsAre("B | 630 | 51.5717 | 87.6712 | 1", "A | 90 | 86.6066 | 10.5263 | 2", "F |  |  |  | "));
  EXPECT_THAT(degradation(9),
              ElementsAre("A | 88.8889 | 85.1749 | 11.7647 | 1", "B | 700 | 58.7401 | 88.8889 | 2", "F |  |  |  | "));
}

TEST_F(ThreeStrategies, ProfileIsOverTheInstancesThatAllCompleted) {
  // 0, 1 and 2. Ratios to the best: A 1 2 1, B 1.2 1 2, C 1 4 1.2.
  std::map<std::string, std::vector<std::string>> shares;  // at tau 1, 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10
  const std::vector<Row> rows = ask("profile");
  for (const Row& row : rows) shares[text(row, "strategy")].push_back(fmt::format("{:.4}", text(row, "share")));
  EXPECT_THAT(shares["A"], ElementsAre("0.66", "0.66", "0.66", "0.66", "0.66", "0.66", "0.66", "1", "1", "1", "1"));
  EXPECT_THAT(shares["B"], ElementsAre("0.33", "0.33", "0.33", "0.33", "0.33", "0.66", "0.66", "1", "1", "1", "1"));
  EXPECT_THAT(shares["C"],
              ElementsAre("0.33", "0.33", "0.33", "0.33", "0.33", "0.66", "0.66", "0.66", "0.66", "1", "1"));
  // Of 1, 0, 1 Student's t: 2/3 and 4.302653 x sqrt(1/3) / sqrt(3), cut to what a share can be. Of all of three draws
  // Wilson's: SciPy: binomtest(3, 3).proportion_ci(0.95, 'wilson').
  EXPECT_THAT(lines({rows.front(), rows.back()}, "strategy tau low high instances left_out failed"),
              ElementsAre("A | 1 | 0 | 1 | 3 | 2 | 0", "C | 10 | 0.438503 | 1 | 3 | 1 | 0"));
  EXPECT_EQ(text(rows.at(11), "failed"), "1");  // B
}

TEST_F(ThreeStrategies, PairsAreOverTheInstancesThatBothCompleted) {
  // A/B: 10/12, 2, 1/2, differences -2 10 -5, rank sums 3 and 3: p 1. A/C: 1, 1/2, 5/6, 1, differences -20 and -1: p
  // 1/2. B/C: 1.2, 1/4, 10/6, differences 2 -30 4, rank sums 3 and 3.
  EXPECT_THAT(
      lines(ask("pairs"),
            "strategy other instances left_out failed other_failed mean_ratio wins ties losses wilcoxon_p holm_p"),
      ElementsAre("A | B | 3 | 2 | 0 | 1 | 1.11111 | 2 | 0 | 1 | 1 | 1",
                  "A | C | 4 | 1 | 0 | 0 | 0.833333 | 2 | 2 | 0 | 0.5 | 1",
                  "B | C | 3 | 1 | 1 | 0 | 1.03889 | 1 | 0 | 2 | 1 | 1"));
}

TEST_F(ThreeStrategies, RankingSharesRanksAmongEqualOnes) {
  // Ranks on 0, 1, 2: A 1.5 2 1, B 3 1 3, C 1.5 3 2. SciPy: friedmanchisquare of the three columns gives 1.27273. The
  // critical difference is 3.314493 / sqrt(2) sqrt(12 / 18).
  EXPECT_THAT(
      lines(ask("ranking"),
            "strategy mean_rank groups instances left_out failed critical_difference friedman_chi_squared friedman_p"),
      ElementsAre("A | 1.5 | 1 | 3 | 2 | 0 | 1.91362 | 1.27273 | 0.529213",
                  "C | 2.16667 | 1 | 3 | 1 | 0 | 1.91362 | 1.27273 | 0.529213",
                  "B | 2.33333 | 1 | 3 | 0 | 1 | 1.91362 | 1.27273 | 0.529213"));
}

// X before Z before Y on each of six instances, with six different distances for each pair.
class ClearOrder : public ReadyQueries {
protected:
  ClearOrder() {
    std::vector<MadeResult> results;
    for (int i = 0; i < 6; ++i) {
      results.push_back(made("X", i, 10));
      results.push_back(made("Y", i, 20 + i));
      results.push_back(made("Z", i, 15 + 0.5 * i));
    }
    store_campaign(file_, results);
  }
};

TEST_F(ClearOrder, GroupsOverlapWhereNeighboursCannotBeToldApart) {
  // Ranks 1, 2, 3. The critical difference is 3.314493 / sqrt(2) sqrt(12 / 36) = 1.35314: X and Y differ, Z is like
  // both. Friedman: 12 / (6 x 3 x 4) (6^2 + 12^2 + 18^2) - 3 x 6 x 4 = 12; with 2 degrees of freedom p is exp(-6).
  EXPECT_THAT(
      lines(ask("ranking"), "strategy mean_rank groups friedman_chi_squared friedman_p"),
      ElementsAre("X | 1 | 1 | 12 | 0.00247875", "Z | 2 | 1 2 | 12 | 0.00247875", "Y | 3 | 2 | 12 | 0.00247875"));
}

TEST_F(ClearOrder, HolmsCorrectionNeverFalls) {
  // Each p is 2 / 2^6 = 0.03125; times 3, then at least that.
  EXPECT_THAT(lines(ask("pairs"), "strategy other wins losses wilcoxon_p holm_p"),
              ElementsAre("X | Y | 6 | 0 | 0.03125 | 0.09375", "X | Z | 6 | 0 | 0.03125 | 0.09375",
                          "Y | Z | 0 | 6 | 0.03125 | 0.09375"));
}

TEST_F(ReadyQueries, WhereMoreIsBetterTheLargestIsBest) {
  // Efficiency 0.5 and 0.25: the second is 100 % worse, and 1 / 0.5 divided by 1 / 0.25 is 1/2.
  MadeResult good = made("good", 0, 1);
  good.efficiency = 0.5;
  MadeResult poor = made("poor", 0, 1);
  poor.efficiency = 0.25;
  store_campaign(file_, {good, poor});
  EXPECT_THAT(lines(ask("degradation", "efficiency"), "strategy times_best mean_percent"),
              ElementsAre("good | 1 | 0", "poor | 0 | 100"));
  EXPECT_THAT(lines(ask("pairs", "efficiency"), "strategy mean_ratio wins"), ElementsAre("good | 0.5 | 1"));
  EXPECT_THAT(lines(ask("ranking", "efficiency"), "strategy mean_rank"), ElementsAre("good | 1", "poor | 2"));
  EXPECT_THAT(lines(ask("summary", "efficiency"), "strategy mean"), ElementsAre("good | 0.5", "poor | 0.25"));
}

TEST_F(ReadyQueries, RoundingDecidesNothing) {
  // 0.1 + 0.2 is larger than 0.3 by 6e-17. On the second instance B is 1 part in 10^8 behind, which is no rounding.
  store_campaign(file_, {made("A", 0, 0.3), made("B", 0, 0.1 + 0.2), made("A", 1, 1), made("B", 1, 1 + 1e-8)});
  EXPECT_THAT(lines(ask("degradation"), "strategy times_best mean_percent largest_percent"),
              ElementsAre("A | 2 | 0 | 0", "B | 1 | 5e-07 | 1e-06"));
  EXPECT_THAT(lines(ask("pairs"), "wins ties losses"), ElementsAre("1 | 1 | 0"));
  EXPECT_THAT(lines(ask("ranking"), "strategy mean_rank"), ElementsAre("A | 1.25", "B | 1.75"));
  const std::vector<Row> profile = ask("profile");
  EXPECT_EQ(text(profile.at(0), "share"), "1");     // A at tau 1
  EXPECT_EQ(text(profile.at(11), "share"), "0.5");  // B
}

TEST_F(ReadyQueries, RankingSharesRanksWithinABillionth) {
  // 1 + 0.6e-9 is 1.000000001 in ten digits, and yet as good as 1: both have rank 1.5. C is 2 parts in 10^9 behind B.
  store_campaign(file_, {made("A", 0, 1), made("B", 0, 1 + 0.6e-9), made("C", 0, 1 + 2.6e-9)});
  EXPECT_THAT(lines(ask("ranking"), "strategy mean_rank"), ElementsAre("A | 1.5", "B | 1.5", "C | 3"));
}

TEST_F(ReadyQueries, WhereMoreIsBetterAValueOfZeroIsLeftOutAndCounted) {
  // Efficiencies 0.5 and 0.25, then 0.5 and 0: 1 / 0 is no cost, so only the first instance is compared.
  store_campaign(file_, with(&MadeResult::efficiency, {{0.5, 0.25}, {0.5, 0}}));
  for (const char* query : {"degradation", "ranking"})
    EXPECT_THAT(lines(ask(query, "efficiency"), "strategy instances left_out failed"),
                ElementsAre("A | 1 | 1 | 0", "B | 1 | 1 | 0"))
        << query;
  EXPECT_THAT(lines(ask("pairs", "efficiency"), "instances left_out mean_ratio wins"), ElementsAre("1 | 2 | 0.5 | 1"));
}

TEST_F(ReadyQueries, PairWithoutRatiosHasNoNumbers) {
  // C's efficiency is always 0. The only test is that of A and B, whose p is 1 and, of one test, stays so.
  store_campaign(file_, with(&MadeResult::efficiency, {{0.5, 0.25, 0}}));
  EXPECT_THAT(lines(ask("pairs", "efficiency"), "strategy other instances left_out wilcoxon_p holm_p"),
              ElementsAre("A | B | 1 | 0 | 1 | 1", "A | C | 0 | 2 |  | ", "B | C | 0 | 2 |  | "));
  EXPECT_THAT(lines(ask("ranking", "efficiency"), "strategy mean_rank note"),
              ElementsAre("A | 1 | ", "B | 2 | ", "C |  | no value to compare"));
}

TEST_F(ReadyQueries, InstanceWhoseBestIsZeroIsLeftOutOfRatios) {
  // Unfairness 0 and 0.5, then 1 and 2: only the second has ratios, 1 and 2.
  store_campaign(file_, with(&MadeResult::unfairness, {{0, 0.5}, {1, 2}}));
  EXPECT_THAT(lines(ask("degradation", "unfairness"), "strategy instances left_out times_best mean_percent"),
              ElementsAre("A | 1 | 1 | 1 | 0", "B | 1 | 1 | 0 | 100"));
  EXPECT_THAT(lines(ask("ranking", "unfairness"), "strategy instances mean_rank"),
              ElementsAre("A | 2 | 1", "B | 2 | 2"));
}

// Unfairness of A and B on the instances 0 to 5, which both completed.
using Unfairness = std::vector<std::vector<double>>;

// Where a metric does not apply, what completed has completed; no average counts it.
TEST_F(ReadyQueries, WhatCompletedWithoutTheMetricIsLeftOut) {
  store_campaign(
      file_,
      with(&MadeResult::unfairness,
           Unfairness{{1, 2}, {1, 2}, {2, 1}, {k_absent, k_absent}, {k_absent, k_absent}, {k_absent, k_absent}}));
  EXPECT_THAT(lines(ask("summary", "unfairness"), "strategy completed failed left_out mean"),
              ElementsAre("A | 6 | 0 | 3 | 1.33333", "B | 6 | 0 | 3 | 1.66667"));
  for (const char* query : {"degradation", "ranking"})
    EXPECT_THAT(lines(ask(query, "unfairness"), "strategy instances failed left_out note"),
                ElementsAre("A | 3 | 0 | 3 | ", "B | 3 | 0 | 3 | "))
        << query;
  EXPECT_THAT(lines({ask("profile", "unfairness").front()}, "instances failed left_out"), ElementsAre("3 | 0 | 3"));
  EXPECT_THAT(lines(ask("pairs", "unfairness"), "instances failed other_failed left_out"),
              ElementsAre("3 | 0 | 0 | 6"));
  EXPECT_THAT(lines({ask("effects", "unfairness").front()}, "cases note"),
              ElementsAre("6 | left out, because not all have a value to compare: 6"));
}

// Two of six have it, then none, then A and B have it on other instances, then the best is 0 on each.
TEST_F(ReadyQueries, NotesTellAMetricThatIsMissingFromFailures) {
  const auto degradation = [&](const Unfairness& values) {
    std::filesystem::remove(file_);
    store_campaign(file_, with(&MadeResult::unfairness, values));
    return lines(ask("degradation", "unfairness"), "strategy instances failed left_out note");
  };
  const std::vector<double> none{k_absent, k_absent};
  EXPECT_THAT(degradation({{1, 2}, {1, 2}, none, none, none, none}),
              ElementsAre("A | 0 | 0 | 6 | a value on less than half", "B | 0 | 0 | 6 | a value on less than half"));
  EXPECT_THAT(degradation({none, none}),
              ElementsAre("A | 0 | 0 | 2 | no value of the metric", "B | 0 | 0 | 2 | no value of the metric"));
  EXPECT_THAT(lines(ask("summary", "unfairness"), "completed left_out note"),
              ElementsAre("2 | 2 | no value of the metric", "2 | 2 | no value of the metric"));
  EXPECT_THAT(degradation({{1, k_absent}, {k_absent, 2}}),
              ElementsAre("A | 0 | 0 | 2 | no instance where all have a value",
                          "B | 0 | 0 | 2 | no instance where all have a value"));
  EXPECT_THAT(degradation({{0, 2}, {1, 0}}),
              ElementsAre("A | 0 | 0 | 2 | every best value is 0", "B | 0 | 0 | 2 | every best value is 0"));
}

// B failed on both of its instances: it cannot be compared, and A is not ranked against nobody.
TEST_F(ReadyQueries, StrategyThatFailedEverywhereRanksNobody) {
  store_campaign(file_, {made("A", 0, 10), failing("B", 0), failing("A", 1), failing("B", 1), made("A", 2, 5)});
  for (const char* query : {"degradation", "ranking"})
    EXPECT_THAT(lines(ask(query), "strategy instances left_out failed note"),
                ElementsAre("A | 0 | 2 | 1 | nothing to compare with", "B | 0 | 0 | 2 | completed nothing"))
        << query;
  const std::vector<Row> rows = ask("profile");
  ASSERT_EQ(rows.size(), 22U);  // 11 factors each
  EXPECT_THAT(
      lines({rows[0], rows[21]}, "strategy tau share instances left_out failed note"),
      ElementsAre("A | 1 |  | 0 | 2 | 1 | nothing to compare with", "B | 10 |  | 0 | 0 | 2 | completed nothing"));
  EXPECT_THAT(lines(ask("pairs"), "strategy other instances failed other_failed mean_ratio"),
              ElementsAre("A | B | 0 | 1 | 2 | "));
}

// Of 30 instances A completed the first 18, B all but the first three, which leaves 15 that both did; C completed two,
// in no time, and F none. On its own instances C would lead with the mean rank 1.
TEST_F(ReadyQueries, SurvivorsLeadNothing) {
  std::vector<MadeResult> results;
  for (int i = 0; i < 30; ++i) {
    results.push_back(made("A", i, 10));
    results.back().fails = i >= 18;
    results.push_back(made("B", i, 5));
    results.back().fails = i < 3;
    results.push_back(made("C", i, 1));
    results.back().fails = i >= 2;
    results.push_back(failing("F", i));
  }
  store_campaign(file_, results);
  EXPECT_THAT(lines(ask("ranking"), "strategy mean_rank instances left_out failed note"),
              ElementsAre("B | 1 | 15 | 12 | 3 | ", "A | 2 | 15 | 3 | 12 | ",
                          "C |  | 0 | 2 | 28 | completed less than half", "F |  | 0 | 0 | 30 | completed nothing"));
  EXPECT_THAT(lines(ask("degradation"), "strategy mean_percent instances failed"),
              ElementsAre("B | 0 | 15 | 3", "A | 100 | 15 | 12", "C |  | 0 | 28", "F |  | 0 | 30"));
}

// A completed the first instance alone, B the second.
TEST_F(ReadyQueries, NothingInCommonIsSaid) {
  store_campaign(file_, {made("A", 0, 10), failing("B", 0), failing("A", 1), made("B", 1, 5)});
  for (const char* query : {"degradation", "ranking"})
    EXPECT_THAT(
        lines(ask(query), "strategy instances left_out failed note"),
        ElementsAre("A | 0 | 1 | 1 | no instance that all completed", "B | 0 | 1 | 1 | no instance that all completed"))
        << query;
}

// instance     0   1   2   3
// A           10  20  10
// B           20  10  15
// P           40  10           (for some workloads only, as is F)
// F                   30
// D            -   -   -       (fails everywhere)
// E                        5   (alone)
class StrategiesForSomeWorkloads : public ReadyQueries {
protected:
  StrategiesForSomeWorkloads() {
    std::vector<MadeResult> results{made("A", 0, 10), made("B", 0, 20), made("P", 0, 40), made("A", 1, 20),
                                    made("B", 1, 10), made("P", 1, 10), made("A", 2, 10), made("B", 2, 15),
                                    made("F", 2, 30), made("E", 3, 5)};
    for (int i = 0; i < 3; ++i) results.push_back(failing("D", i));
    store_campaign(file_, results);
  }
};

TEST_F(StrategiesForSomeWorkloads, DegradationComparesThoseThatRunEverywhere) {
  // A and B on 0, 1 and 2. Percent above the best: A 0 100 0, B 100 0 50.
  EXPECT_THAT(lines(ask("degradation"), "strategy instances left_out failed times_best mean_percent note"),
              ElementsAre("A | 3 | 0 | 0 | 2 | 33.3333 | ", "B | 3 | 0 | 0 | 1 | 50 | ",
                          "D | 0 | 0 | 3 |  |  | completed nothing", "E | 0 | 1 | 0 |  |  | not run everywhere",
                          "F | 0 | 1 | 0 |  |  | not run everywhere", "P | 0 | 2 | 0 |  |  | not run everywhere"));
}

TEST_F(StrategiesForSomeWorkloads, ProfileComparesThoseThatRunEverywhere) {
  // Best on 0, 1 and 2: A twice, B once.
  std::vector<Row> first;
  for (const Row& row : ask("profile"))
    if (text(row, "tau") == "1") first.push_back(row);
  EXPECT_THAT(lines(first, "strategy share instances left_out failed"),
              ElementsAre("A | 0.666667 | 3 | 0 | 0", "B | 0.333333 | 3 | 0 | 0", "D |  | 0 | 0 | 3",
                          "E |  | 0 | 1 | 0", "F |  | 0 | 1 | 0", "P |  | 0 | 2 | 0"));
}

TEST_F(StrategiesForSomeWorkloads, RankingIsOfThoseThatRunEverywhere) {
  // Ranks of A 1 2 1, of B 2 1 2. Friedman: 12 x 3 / (2 x 3) x 2 x (1/6)^2 = 1/3, with SciPy's chi2.sf(1/3, 1) the p.
  // Difference: 2.771808 / sqrt(2) x sqrt(2 x 3 / 18).
  EXPECT_THAT(
      lines(ask("ranking"),
            "strategy mean_rank groups instances left_out failed critical_difference friedman_chi_squared friedman_p"),
      ElementsAre("A | 1.33333 | 1 | 3 | 0 | 0 | 1.13159 | 0.333333 | 0.563703",
                  "B | 1.66667 | 1 | 3 | 0 | 0 | 1.13159 | 0.333333 | 0.563703",
                  "D |  |  | 0 | 0 | 3 | 1.13159 | 0.333333 | 0.563703",
                  "E |  |  | 0 | 1 | 0 | 1.13159 | 0.333333 | 0.563703",
                  "F |  |  | 0 | 1 | 0 | 1.13159 | 0.333333 | 0.563703",
                  "P |  |  | 0 | 2 | 0 | 1.13159 | 0.333333 | 0.563703"));
}

// Graph strategies on three graphs, bag strategies on two bags: the latter are not compared, and nothing is lost.
TEST_F(ReadyQueries, StrategiesForOtherWorkloadsAreNamed) {
  std::vector<MadeResult> results;
  for (int i = 0; i < 3; ++i)
    for (const char* graphs : {"G1", "G2"}) results.push_back(made(graphs, i, graphs[1] == '1' ? 1 : 2));
  for (int i = 3; i < 5; ++i)
    for (const char* bags : {"B1", "B2"}) results.push_back(made(bags, i, 1));
  store_campaign(file_, results);
  EXPECT_THAT(lines(ask("ranking"), "strategy mean_rank instances left_out note"),
              ElementsAre("G1 | 1 | 3 | 0 | ", "G2 | 2 | 3 | 0 | ", "B1 |  | 0 | 2 | not run everywhere",
                          "B2 |  | 0 | 2 | not run everywhere"));
}

TEST_F(ReadyQueries, CampaignOfFailuresHasCountsAndNoNumbers) {
  store_campaign(file_, {failing("A", 0)});
  EXPECT_THAT(lines(ask("summary"), "strategy completed failed mean"), ElementsAre("A | 0 | 1 | "));
  EXPECT_THAT(lines(ask("degradation"), "strategy instances failed times_best mean_percent"),
              ElementsAre("A | 0 | 1 |  | "));
  EXPECT_THAT(lines(ask("ranking"), "strategy mean_rank groups failed friedman_p"), ElementsAre("A |  |  | 1 | "));
  EXPECT_THAT(lines(ask("profile"), "share instances left_out failed"), testing::Each(" | 0 | 0 | 1"));
  EXPECT_TRUE(ask("pairs").empty());
}

TEST_F(ReadyQueries, EmptyCampaignHasNoRows) {
  { const ResultStore store(file_, study_info("empty")); }
  for (const ReadyQuery& query : ready_queries()) EXPECT_TRUE(ask(query.name).empty()) << query.name;
}

TEST_F(ReadyQueries, NamesAndMetricsThatThereAreNotAreRefused) {
  EXPECT_THAT([] { ready_sql("degradaton", "makespan"); },
              ThrowsMessage<UserError>(AllOf(HasSubstr("@degradaton"), HasSubstr("did you mean \"degradation\"?"))));
  EXPECT_THAT([] { ready_sql("pairs", "makspan"); },
              ThrowsMessage<UserError>(AllOf(HasSubstr("no metric makspan"), HasSubstr("did you mean \"makespan\"?"))));
  EXPECT_THAT([] { ready_sql("pairs", "makespan; DROP TABLE result"); },
              ThrowsMessage<UserError>(HasSubstr("no metric")));
  EXPECT_THAT([] { ready_sql("pairs", "processors"); },
              ThrowsMessage<UserError>(AllOf(HasSubstr("processors describes a scenario"), HasSubstr("@summary"))));
  EXPECT_THAT(ready_sql("summary", "processors"), HasSubstr("avg(processors)"));
}

TEST_F(ReadyQueries, OnlyEffectsAreAboutTwoStrategies) {
  const std::vector<std::string> two{"A'B", "C)"};
  EXPECT_THAT(ready_sql("effects", "efficiency", two), HasSubstr("FROM effects('efficiency of A''B / C)')"));
  EXPECT_THAT([&] { ready_sql("effects", "makespan", std::span(two).first(1)); },
              ThrowsMessage<UserError>(HasSubstr("name two instead of A'B")));
  EXPECT_THAT([&] { ready_sql("pairs", "makespan", two); },
              ThrowsMessage<UserError>(HasSubstr("leave A'B and C) out, or ask @effects about two of them")));
}

TEST_F(ReadyQueries, EachSaysWhatItAnswers) {
  std::vector<std::string> names;
  for (const ReadyQuery& query : ready_queries()) {
    names.push_back(query.name);
    EXPECT_FALSE(query.says.empty()) << query.name;
  }
  EXPECT_THAT(names,
              ElementsAre("answer", "degradation", "effects", "pairs", "profile", "ranking", "robustness", "summary"));
}

TEST_F(ReadyQueries, OnlyTheWholeWordIsTheMetric) {
  const std::string sql = ready_sql("degradation", "average_makespan");
  EXPECT_THAT(sql, HasSubstr("FROM contest('average_makespan')"));
  EXPECT_THAT(sql, testing::Not(HasSubstr("average_average_makespan")));
}

}  // namespace
}  // namespace palio::test
