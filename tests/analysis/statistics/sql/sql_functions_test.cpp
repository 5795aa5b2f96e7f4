#include "analysis/statistics/sql/sql_functions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "core/error.h"
#include "storage/write/result_store.h"
#include "tests/analysis/made_campaign.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class SqlFunctions : public testing::Test {
protected:
  SqlFunctions() {
    { const ResultStore store(file_, study_info("any")); }
    reader_.emplace(file_);
    add_statistics(*reader_);
  }

  std::vector<std::vector<SqlValue>> rows(const std::string& sql) { return rows_of(*reader_, sql); }
  SqlValue value(const std::string& sql) { return rows(sql).at(0).at(0); }
  /// The value of an expression over five pairs and two with a NULL.
  SqlValue of_pairs(const std::string& expression) {
    return value(
        fmt::format("WITH pair(x, y) AS (VALUES (2, 1), (4.0, 5), (4, 2), (NULL, 3), (5, 6), (10, 7.0), (9, NULL)) "
                    "SELECT {} FROM pair",
                    expression));
  }
  double real_of_pairs(const std::string& expression) { return std::get<double>(of_pairs(expression)); }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  std::optional<CampaignReader> reader_;
};

const SqlValue k_null;

TEST_F(SqlFunctions, OneColumnWithoutItsNulls) {
  // x is 2, 4, 4, 5, 10, 9: sorted 2 4 4 5 9 10; mean 34/6, squared distances 242 - 34^2/6 = 49 1/3, divided by 5.
  EXPECT_EQ(of_pairs("median(x)"), SqlValue(4.5));
  EXPECT_EQ(of_pairs("quantile(x, 0.1)"), SqlValue(3.0));
  EXPECT_NEAR(real_of_pairs("variance(x)"), 148.0 / 15, 1e-12);
  EXPECT_NEAR(real_of_pairs("stddev(x)"), 3.141125063837266, 1e-12);
  // (2 x 4 x 4 x 5 x 10 x 9)^(1/6) = 14400^(1/6).
  EXPECT_NEAR(real_of_pairs("geomean(x)"), 4.932424148660938, 1e-12);
  // t(5) = 2.5705818 times stddev / sqrt(6); at 80 % 1.4758840.
  EXPECT_NEAR(real_of_pairs("confidence(x)"), 3.2964085913613785, 1e-12);
  EXPECT_NEAR(real_of_pairs("confidence(x, 0.8)"), 1.8926131006422269, 1e-12);
}

// The campaign gave 5, resamples 4, 5, 6, 7: 2.5 % of the way from 4 to 7 is 4.075, 97.5 % is 6.925.
TEST_F(SqlFunctions, WhatResamplesGaveIsAnInterval) {
  const auto of = [&](const std::string& expression, const std::string& values) {
    return value(fmt::format("WITH again(r, x) AS (VALUES {}) SELECT {} FROM again", values, expression));
  };
  const std::string four = "(0, 5), (1, 4), (2, 5), (3, 6), (4, 7), (5, NULL)";
  EXPECT_NEAR(std::get<double>(of("resampled_low(x, r)", four)), 4.075, 1e-12);
  EXPECT_NEAR(std::get<double>(of("resampled_high(x, r)", four)), 6.925, 1e-12);
  EXPECT_EQ(of("resampled_share(x, r)", four), SqlValue(0.25));
  // The campaign's own value is in its interval.
  EXPECT_EQ(of("resampled_low(x, r)", "(0, 5), (1, 6), (2, 6)"), SqlValue(5.0));
  EXPECT_EQ(of("resampled_high(x, r)", "(0, 5), (1, 4), (2, 4)"), SqlValue(5.0));
  for (const char* function : {"resampled_low", "resampled_high", "resampled_share"}) {
    EXPECT_EQ(of(fmt::format("{}(x, r)", function), "(0, 5)"), k_null) << function;
    EXPECT_EQ(of(fmt::format("{}(x, r)", function), "(1, 5), (2, 5)"), k_null) << function;
  }
}

TEST_F(SqlFunctions, PairsWithoutThoseThatHaveANull) {
  // x: 2 4 4 5 10, y: 1 5 2 6 7. Ratios 2, 0.8, 2, 5/6, 10/7, mean 1.41238.
  EXPECT_NEAR(real_of_pairs("mean_ratio(x, y)"), 1.4123809523809523, 1e-15);
  EXPECT_NEAR(real_of_pairs("ratio_of_means(x, y)"), 25.0 / 21, 1e-15);
  EXPECT_NEAR(real_of_pairs("ratio_margin(x, y)"), 0.5620560959150214, 1e-12);
  EXPECT_EQ(of_pairs("wins(x, y)"), SqlValue(std::int64_t{2}));
  EXPECT_EQ(of_pairs("ties(x, y)"), SqlValue(std::int64_t{0}));
  EXPECT_EQ(of_pairs("losses(x, y)"), SqlValue(std::int64_t{3}));
  EXPECT_EQ(of_pairs("ties(x, x)"), SqlValue(std::int64_t{6}));
  // Differences 1, -1, 2, -1, 3: ranks 2, 2, 4, 2, 5; 8 of 32 choices of signs have a rank sum of at most 4.
  EXPECT_EQ(of_pairs("wilcoxon(x, y)"), SqlValue(0.5));
}

TEST_F(SqlFunctions, RatioIntervalHoldsTheRatioAndKeepsItsEndsInOrder) {
  // The mean 1.41238 of five ratios -+ t(4) = 2.7764451 times their deviation 0.59185323 / sqrt(5).
  EXPECT_NEAR(real_of_pairs("ratio_low(x, y)"), 0.6774981007227864, 1e-12);
  EXPECT_NEAR(real_of_pairs("ratio_high(x, y)"), 2.1472638040391185, 1e-12);
  // Two groups in one statement do not get each other's interval: the ratios are 3 and 7 throughout.
  EXPECT_THAT(rows("WITH t(g, x, y) AS (VALUES (1, 3, 1), (2, 7, 1), (1, 6, 2), (2, 14, 2)) "
                   "SELECT ratio_low(x, y), ratio_high(x, y) FROM t GROUP BY g ORDER BY g"),
              ElementsAre(ElementsAre(SqlValue(3.0), SqlValue(3.0)), ElementsAre(SqlValue(7.0), SqlValue(7.0))));
}

TEST_F(SqlFunctions, NothingGivesNull) {
  for (const char* call : {"median(x)", "quantile(x, 0.5)", "variance(x)", "stddev(x)", "geomean(x)", "confidence(x)",
                           "confidence(x, 0.9)", "mean_ratio(x, x)", "ratio_low(x, x)", "ratio_high(x, x)",
                           "ratio_of_means(x, x)", "ratio_margin(x, x)", "wilcoxon(x, x)"}) {
    EXPECT_EQ(value(fmt::format("SELECT {} FROM (SELECT NULL AS x)", call)), k_null) << call;
    EXPECT_EQ(value(fmt::format("SELECT {} FROM (SELECT 1 AS x) WHERE x = 2", call)), k_null) << call;
  }
  EXPECT_EQ(value("SELECT wins(x, x) FROM (SELECT NULL AS x)"), SqlValue(std::int64_t{0}));
  EXPECT_EQ(value("SELECT share_low(NULL, 10)"), k_null);
  EXPECT_EQ(value("SELECT share_high(0, 0)"), k_null);
}

TEST_F(SqlFunctions, OneValueHasAMeanButNoSpread) {
  EXPECT_EQ(value("SELECT median(7)"), SqlValue(7.0));
  EXPECT_EQ(value("SELECT mean_ratio(7, 2)"), SqlValue(3.5));
  for (const char* call : {"variance(7)", "stddev(7)", "confidence(7)", "ratio_low(7, 2)", "ratio_margin(7, 2)"})
    EXPECT_EQ(value(fmt::format("SELECT {}", call)), k_null) << call;
}

TEST_F(SqlFunctions, RatioToZeroIsNotDefined) {
  const std::string pairs = "FROM (SELECT 1 AS x, 0 AS y UNION ALL SELECT 2, 4)";
  EXPECT_EQ(value("SELECT mean_ratio(x, y) " + pairs), k_null);
  EXPECT_EQ(value("SELECT ratio_low(x, y) " + pairs), k_null);
  EXPECT_EQ(value("SELECT ratio_high(x, y) " + pairs), k_null);
  EXPECT_EQ(value("SELECT ratio_of_means(x, y) " + pairs), SqlValue(0.75));
  EXPECT_EQ(value("SELECT ratio_of_means(1, 0)"), k_null);
}

TEST_F(SqlFunctions, GeometricMeanOfZeroAndOfNegativeValues) {
  EXPECT_EQ(value("SELECT geomean(x) FROM (SELECT 0 AS x UNION ALL SELECT 4)"), SqlValue(0.0));
  EXPECT_EQ(value("SELECT geomean(x) FROM (SELECT -1 AS x UNION ALL SELECT 4)"), k_null);
}

TEST_F(SqlFunctions, InfinityIsAValue) {
  const std::string values = "FROM (SELECT 9e999 AS x UNION ALL SELECT 1 UNION ALL SELECT 2)";
  EXPECT_EQ(value("SELECT median(x) " + values), SqlValue(2.0));
  EXPECT_EQ(value("SELECT wilcoxon(x, x) " + values), SqlValue(1.0));
}

TEST_F(SqlFunctions, RoundingNeitherWinsNorLoses) {
  // 0.1 + 0.2 is larger than 0.3 by 6e-17; 1 and 1 + 1e-8 do differ, and so do infinity and 1.
  const std::string pairs =
      "FROM (SELECT 0.1 + 0.2 AS x, 0.3 AS y UNION ALL SELECT 0.3, 0.1 + 0.2 UNION ALL SELECT 0, 0 UNION ALL "
      "SELECT 1, 1 + 1e-8 UNION ALL SELECT 9e999, 1)";
  EXPECT_THAT(
      rows("SELECT wins(x, y), ties(x, y), losses(x, y) " + pairs),
      ElementsAre(ElementsAre(SqlValue(std::int64_t{1}), SqlValue(std::int64_t{3}), SqlValue(std::int64_t{1}))));
  EXPECT_EQ(value("SELECT wilcoxon(x, y) " + pairs + " WHERE y < 1"), SqlValue(1.0));
}

TEST_F(SqlFunctions, Scalars) {
  EXPECT_NEAR(std::get<double>(value("SELECT share_low(8, 10)")), 0.4901624715366418, 1e-12);
  EXPECT_NEAR(std::get<double>(value("SELECT share_high(8, 10)")), 0.9433178485456248, 1e-12);
  EXPECT_NEAR(std::get<double>(value("SELECT chi_squared_p(7.2, 3)")), 0.06578905268507099, 1e-15);
  EXPECT_NEAR(std::get<double>(value("SELECT critical_difference(4, 14)")), 1.2535591471176057, 1e-9);
  EXPECT_EQ(value("SELECT critical_difference(1, 14)"), k_null);
  EXPECT_EQ(value("SELECT chi_squared_p(7.2, 0)"), k_null);
}

TEST_F(SqlFunctions, WrongArgumentsAreNamed) {
  const auto refuses = [&](const std::string& expression, const char* words) {
    EXPECT_THAT([&] { of_pairs(expression); }, ThrowsMessage<UserError>(HasSubstr(words))) << expression;
  };
  refuses("median('many')", "median() takes numbers, here it got the text 'many'");
  refuses("wins(x, 'y')", "wins() takes numbers");
  refuses("quantile(x, 50)", "the p of quantile() is 50; it must lie between 0 and 1");
  refuses("quantile(x, x / 10.0)", "must be the same in every row");
  refuses("confidence(x, 0.5, 1)", "0.5 is not an id of a platform or workload");
  refuses("ratio_margin(x, 1, -1, 1)", "-1 is not an id");
  refuses("confidence(x, 95)", "the level of confidence() is 95");
  refuses("share_low(11, 10)", "11 of 10 is not a share");
  refuses("share_low(0.5, 1)", "0.5 of 1 is not a share: share_low() and share_high() take two counts");
  refuses("share_low(1e19, 2e19)", "1e+19 of 2e+19 is not a share");
  refuses("share_high(1, 9e999)", "1 of inf is not a share");
  refuses("critical_difference(2, 1e19)", "1e+19 is not a count of instances");
  refuses("critical_difference(2, 9007199254740992)", "is not a count of instances");
  refuses("quantile(x)", "wrong number of arguments to function quantile()");
}

TEST_F(SqlFunctions, EveryFunctionOfTheTableIsThere) {
  for (const FunctionInfo& function : function_table()) {
    // With a NULL for each argument.
    const auto name = function.call.substr(0, function.call.find('('));
    const auto commas = std::ranges::count(function.call, ',');
    std::string call = fmt::format("SELECT {}(NULL", name);
    for (auto i = 0; i < commas; ++i) call += ", NULL";
    EXPECT_NO_THROW(value(call + ")")) << function.call;
  }
}

// Values of very different sizes, in 100 orders; wilcoxon() has ties and quantile() equal values.
TEST_F(SqlFunctions, OrderOfRowsChangesNothing) {
  std::mt19937_64 random(17);
  std::lognormal_distribution<double> value(0, 5);
  std::vector<std::string> pairs;
  for (int i = 0; i < 60; ++i)
    pairs.push_back(fmt::format("({}, {}, {}, {})", value(random), value(random), i % 7, i % 11));
  std::optional<std::vector<SqlValue>> first;
  for (int order = 0; order < 100; ++order) {
    std::vector<std::vector<SqlValue>> answers = rows(fmt::format(
        "WITH t(x, y, p, w) AS (VALUES {}) SELECT avg(x), sum(x), total(x), median(x), quantile(x, 0.3), variance(x), "
        "stddev(x), geomean(x), confidence(x), confidence(x, 0.9), mean_ratio(x, y), ratio_low(x, y), ratio_high(x, "
        "y), "
        "ratio_of_means(x, y), ratio_margin(x, y), wilcoxon(x, y), wins(x, y), sum(x) FILTER (WHERE p > 2) FROM t",
        fmt::join(pairs, ", ")));
    if (!first) first = answers.at(0);
    EXPECT_EQ(answers.at(0), *first) << order;
    std::ranges::shuffle(pairs, random);
  }
}

// The same 24 instances, 3 x 4 draws under two loads, in 20 orders of storing: ids differ, no bit does.
TEST(SqlFunctionsOfDraws, OrderOfStoringChangesNothing) {
  std::mt19937_64 random(19);
  std::lognormal_distribution<double> value(0, 5);
  std::vector<MadeScenario> scenarios;
  for (std::int64_t platform = 0; platform < 3; ++platform)
    for (std::int64_t workload = 0; workload < 4; ++workload)
      for (const double load : {1.0, 2.0})
        scenarios.push_back({.platform = {"random-star", {{"sample", platform}}},
                             .workload = {"bags-of-tasks", {{"load", load}, {"sample", workload}}},
                             .strategy = "S",
                             .metrics = {{"makespan", value(random)}, {"total_work", value(random)}}});
  std::optional<std::vector<SqlValue>> first;
  for (int order = 0; order < 20; ++order) {
    const TemporaryFolder folder;
    store_scenarios(folder.file("made.db"), scenarios);
    CampaignReader reader(folder.file("made.db"));
    add_statistics(reader);
    const std::vector<SqlValue> row =
        rows_of(
            reader,
            "SELECT avg(makespan), confidence(makespan, platform_id, workload_id), ratio_margin(makespan, total_work, "
            "platform_id, workload_id), mean_p(ln(makespan), platform_id, workload_id), platform_draws(platform_id), "
            "workload_draws(workload_id), resampled_means(makespan, platform_id, workload_id) FROM result")
            .at(0);
    if (!first) first = row;
    EXPECT_EQ(row, *first) << order;
    EXPECT_EQ(row[4], SqlValue(std::int64_t{3}));
    EXPECT_EQ(row[5], SqlValue(std::int64_t{4}));  // of 8 workloads: the loads share them
    std::ranges::shuffle(scenarios, random);
  }
}

// The same graphs, with makespans of 1 and 3, on both of two sites: two values, not four. Mean 2, half-width 12.7062 x
// sqrt(2 / 2); of twice the makespan over it, 0.
TEST(SqlFunctionsOfDraws, GraphsThatRunOnAllSitesCountOnce) {
  const TemporaryFolder folder;
  std::vector<MadeResult> results;
  for (const char* site : {"lille", "nancy"})
    for (const int sample : {0, 1})
      results.push_back({.platform = site, .sample = sample, .strategy = "S", .makespan = 1.0 + 2 * sample});
  store_campaign(folder.file("made.db"), results);
  CampaignReader reader(folder.file("made.db"));
  add_statistics(reader);
  const std::vector<SqlValue> row =
      rows_of(reader,
              "SELECT confidence(makespan, platform_id, workload_id), confidence(makespan), "
              "ratio_margin(2 * makespan, makespan, platform_id, workload_id) FROM result")
          .at(0);
  // Of two draws one is resampled: its makespan is the mean.
  EXPECT_THAT(rows_of(reader,
                      "SELECT min(value), max(value), count(*), max(value) FILTER (WHERE key = 0) "
                      "FROM json_each((SELECT resampled_means(makespan, platform_id, workload_id) FROM result))"),
              ElementsAre(std::vector<SqlValue>{1.0, 3.0, std::int64_t{201}, 2.0}));
  EXPECT_THAT(rows_of(reader,
                      "SELECT confidence(makespan, platform, workload), confidence(makespan), "
                      "ratio_margin(2 * makespan, makespan, platform, workload) FROM results"),
              ElementsAre(row));
  EXPECT_THAT([&] { rows_of(reader, "SELECT confidence(makespan, 'nowhere', workload) FROM results"); },
              ThrowsMessage<UserError>(HasSubstr("'nowhere' is no platform of this campaign")));
  EXPECT_THAT([&] { rows_of(reader, "SELECT confidence(strategy, platform, workload) FROM results"); },
              ThrowsMessage<UserError>(HasSubstr("confidence() takes numbers, here it got the text 'S'")));
  EXPECT_NEAR(std::get<double>(row[0]), 12.7062, 1e-4);
  EXPECT_NEAR(std::get<double>(row[1]), 1.8374, 1e-4);  // 3.18245 x sqrt(4 / 3 / 4)
  EXPECT_EQ(row[2], SqlValue(0.0));
}

}  // namespace
}  // namespace palio::test
