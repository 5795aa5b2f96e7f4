#include "analysis/claims/claim_file.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

Verdict judged(std::string_view range, double value, double low, double high) {
  return judge({.measured = value, .low = low, .high = high, .exact = false, .instances = 10, .shown = {}},
               *parse_range(range), 1);
}

Verdict judged_exact(std::string_view range, double value) {
  return judge({.measured = value, .low = {}, .high = {}, .exact = true, .instances = 1, .shown = {}},
               *parse_range(range), 1);
}

TEST(AcceptedRange, HasFiveForms) {
  const auto both = parse_range("-1.5 .. +2e3");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->low, -1.5);
  EXPECT_EQ(both->high, 2000);
  EXPECT_FALSE(both->open);
  EXPECT_EQ(parse_range(".. 2")->low, std::nullopt);
  EXPECT_EQ(parse_range("1 ..")->high, std::nullopt);
  EXPECT_EQ(parse_range("> 1")->low, 1);
  EXPECT_TRUE(parse_range("> 1")->open);
  EXPECT_EQ(parse_range("<0")->high, 0);
}

TEST(AcceptedRange, OtherTextsAreNone) {
  for (const char* text :
       {"", "1", "..", "2 .. 1", "1 .. x", "x ..", "1 - 2", ">", "> 1 .. 2", "nan ..", "1 .. inf", ">= 1"})
    EXPECT_FALSE(parse_range(text)) << text;
}

TEST(AcceptedRange, BoundsCountUnlessTheyAreOpen) {
  EXPECT_TRUE(parse_range("1 .. 2")->holds(1));
  EXPECT_TRUE(parse_range("1 .. 2")->holds(2));
  EXPECT_FALSE(parse_range("1 .. 2")->holds(2.001));
  EXPECT_FALSE(parse_range("< 1")->holds(1));
  EXPECT_TRUE(parse_range("< 1")->holds(0.999));
  EXPECT_FALSE(parse_range("> 1")->holds(1));
}

TEST(Verdict, IntervalInsideIsReproduced) {
  EXPECT_EQ(judged("1 .. 2", 1.5, 1, 2), Verdict::reproduced);
  EXPECT_EQ(judged("< 1", 0.8, 0.7, 0.9), Verdict::reproduced);
}

TEST(Verdict, IntervalOutsideDeviates) {
  EXPECT_EQ(judged("1 .. 2", 2.5, 2.1, 3), Verdict::deviates);
  EXPECT_EQ(judged("1 .. 2", 0.5, 0, 0.9), Verdict::deviates);
  EXPECT_EQ(judged("> 1", 0.5, 0, 1), Verdict::deviates);
}

// Width 0.4 against 1: the middle decides. Width 1.2: too wide to say.
TEST(Verdict, IntervalAcrossABoundTellsIfItIsNarrowerThanTheRange) {
  EXPECT_EQ(judged("1 .. 2", 1.9, 1.7, 2.1), Verdict::reproduced);
  EXPECT_EQ(judged("1 .. 2", 2.1, 1.9, 2.3), Verdict::deviates);
  EXPECT_EQ(judged("1 .. 2", 1.9, 1.3, 2.5), Verdict::not_enough_data);
  EXPECT_EQ(judged("1 .. 2", 1.5, 0, 3), Verdict::not_enough_data);  // across both
}

TEST(Verdict, IntervalAcrossTheOnlyBoundIsNotEnough) {
  EXPECT_EQ(judged("< 1", 0.99, 0.97, 1.01), Verdict::not_enough_data);
  EXPECT_EQ(judged("1 ..", 1.01, 0.99, 1.03), Verdict::not_enough_data);
}

TEST(Verdict, ExactValueNeedsNoInterval) {
  EXPECT_EQ(judged_exact("8 .. 8", 8), Verdict::reproduced);
  EXPECT_EQ(judged_exact("8 .. 8", 7), Verdict::deviates);
}

// One instance has a mean but no interval.
TEST(Verdict, UnknownIntervalIsNotEnough) {
  const Measurement alone{.measured = 8, .low = {}, .high = {}, .exact = false, .instances = 1, .shown = {}};
  EXPECT_EQ(judge(alone, *parse_range("8 .. 8"), 1), Verdict::not_enough_data);
}

TEST(Verdict, NoValueOrTooFewInstancesAreNotEnough) {
  const AcceptedRange range = *parse_range("1 .. 2");
  EXPECT_EQ(judge({}, range, 1), Verdict::not_enough_data);
  Measurement measurement{.measured = 1.5, .low = {}, .high = {}, .exact = true, .instances = 9, .shown = {}};
  EXPECT_EQ(judge(measurement, range, 10), Verdict::not_enough_data);
  measurement.instances = 10;
  EXPECT_EQ(judge(measurement, range, 10), Verdict::reproduced);
}

}  // namespace
}  // namespace palio
