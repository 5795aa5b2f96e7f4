#include "campaign/targets/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Target, IsReadInItsParts) {
  const Target target = parse_target("relative half-width of mean(makespan) by strategy, tasks <= 1.5 %");
  EXPECT_TRUE(target.relative);
  EXPECT_EQ(target.metric, "makespan");
  EXPECT_THAT(target.by, ElementsAre("strategy", "tasks"));
  EXPECT_DOUBLE_EQ(target.most, 0.015);
}

TEST(Target, MayBeInTheUnitOfTheMetric) {
  const Target target = parse_target("half-width of mean( makespan )<=12.5");
  EXPECT_FALSE(target.relative);
  EXPECT_THAT(target.by, IsEmpty());
  EXPECT_DOUBLE_EQ(target.most, 12.5);
}

TEST(Target, IsTheSameHoweverItIsTyped) {
  const Target target = parse_target("relative half-width of mean(makespan) by strategy <= 1 %");
  EXPECT_TRUE(target.same(parse_target("relative  half-width of mean( makespan ) by strategy <= 0.01")));
  EXPECT_FALSE(target.same(parse_target("relative half-width of mean(makespan) <= 1 %")));
  EXPECT_FALSE(target.same(parse_target("decided")));
}

TEST(Target, MayBeAnotherValueThanTheMean) {
  EXPECT_EQ(parse_target("half-width of mean(makespan) <= 1").statistic, Statistic::mean);
  EXPECT_EQ(parse_target("half-width of geometric_mean(makespan) <= 1").statistic, Statistic::geometric_mean);
  const Target quantile = parse_target("relative half-width of quantile( makespan , 0.95 ) by strategy <= 2 %");
  EXPECT_EQ(quantile.statistic, Statistic::quantile);
  EXPECT_EQ(quantile.order, 0.95);
  EXPECT_EQ(quantile.metric, "makespan");
  EXPECT_THAT(quantile.by, ElementsAre("strategy"));
  EXPECT_TRUE(parse_target("half-width of median(makespan) <= 1")
                  .same(parse_target("half-width of quantile(makespan, 0.5) <= 1")));
  EXPECT_FALSE(parse_target("half-width of quantile(makespan, 0.5) <= 1")
                   .same(parse_target("half-width of quantile(makespan, 0.6) <= 1")));
  EXPECT_FALSE(parse_target("half-width of geometric_mean(makespan) <= 1")
                   .same(parse_target("half-width of mean(makespan) <= 1")));
}

struct BadTarget {
  std::string text, place, reason;
};

TEST(Target, SaysWhereItIsWrong) {
  for (const BadTarget& bad : std::vector<BadTarget>{
           {"", "character 1", "\"half-width\" is needed"},
           {"relative width of mean(makespan) <= 1 %", "character 10", "\"half-width\" is needed"},
           {"half-width of mean(makespam) <= 1", "character 20", "makespan"},
           {"half-width of mean(makespan <= 1", "character 29", "\")\" is needed"},
           {"half-width of mean(makespan) bystrategy <= 1", "character 30", "\"<=\" is needed"},
           {"half-width of mean(makespan) by <= 1", "character 33", "a column"},
           {"half-width of mean(makespan) by tasks, tasks <= 1", "character 40", "twice"},
           {"half-width of mean(makespan) < 1", "character 30", "\"<=\" is needed"},
           {"half-width of mean(makespan) <= much", "character 33", "a number"},
           {"half-width of mean(makespan) <= 1 %", "character 33", "relative"},
           {"relative half-width of mean(makespan) <= 5", "character 42", "has a % behind it"},
           {"relative half-width of mean(makespan) <= 0 %", "character 42", "above 0"},
           {"half-width of mean(makespan) <= -3", "character 33", "above 0"},
           {"half-width of mean(makespan) <= 3 s", "character 35", "nothing may follow"},
           {"half-width of (makespan) <= 3", "character 15", "mean, geometric_mean, median or"},
           {"half-width of geomean(makespan) <= 3", "character 15", "(valid: mean, geometric_mean, median, quantile)"},
           {"half-width of medium(makespan) <= 3", "character 15", "did you mean \"median\""},
           {"half-width of mean(makespan, 0.5) <= 3", "character 28", "\")\" is needed"},
           {"half-width of quantile(makespan) <= 3", "character 32", "needs its level"},
           {"half-width of quantile(makespan, 95) <= 3", "character 34", "95 is not a quantile level"},
           {"half-width of quantile(makespan, 0) <= 3", "character 34", "0 is not a quantile level"},
           {"half-width of quantile(makespan, 1) <= 3", "character 34", "1 is not a quantile level"},
           {"half-width of quantile(makespan, nan) <= 3", "character 34", "nan is not a quantile level"},
           {"half-width of quantile(makespan, high) <= 3", "character 34", "a number"}}) {
    const std::string message = error_of<UserError>([&] { parse_target(bad.text); });
    EXPECT_THAT(message, HasSubstr(bad.place + ':')) << bad.text;
    EXPECT_THAT(message, HasSubstr(bad.reason)) << bad.text;
  }
}

}  // namespace
}  // namespace palio::test
