#include "campaign/until/look_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace palio::test {
namespace {

using testing::HasSubstr;

// So many draws that Student's t is the normal quantile up to a thousandth.
constexpr std::int64_t k_many = 100'000;
constexpr double k_normal = 2.1701;  // half-width at 97 %, in standard deviations

Estimate wide(double platforms, double workloads, double most) {
  return {.name = "strategy A",
          .value = 1,
          .margin = 10 * most,
          .most = most,
          .parts = {.platforms = {{platforms, k_many - 1}, k_many}, .workloads = {{workloads, k_many - 1}, k_many}}};
}

LookPlan plan(const Looks& looks, std::vector<Estimate> estimates, const DrawCounts& most = {1000, 1000}) {
  const std::vector<TargetState> states{{{}, std::move(estimates)}};
  return plan_look(looks, most, states, 10 * looks.draws.back().product());
}

// 8 from 2 platforms, 2 from 2 workloads and a half-width of k_normal sqrt(5.05) at most: 16/p + 4/w <= 5.05. Platforms
// and workloads that keep it: 4 and 4, 5 and 3, 6 and 2 (4.67), which take 16, 15 and 12; 5 and 2 are too few (5.2).
TEST(LookPlan, AddsDrawsWhereTheVarianceIs) {
  const Looks looks{.until = {}, .at_most = 0, .draws = {{2, 2}}};
  const LookPlan found = plan(looks, {wide(8, 2, k_normal * std::sqrt(5.05))});
  EXPECT_EQ(found.need, (DrawCounts{6, 2}));
  EXPECT_EQ(found.next, found.need);
}

// A fourth of the half-width takes 16 times the draws; one look has 4 times the instances of the one before.
TEST(LookPlan, TakesALookOnTheWay) {
  const Looks looks{.until = {}, .at_most = 0, .draws = {{10, 1}}};
  const LookPlan found = plan(looks, {wide(16, 0, k_normal + 0.001)}, {1000, 1});
  ASSERT_TRUE(found.next);
  EXPECT_NEAR(static_cast<double>(found.need->platforms), 160, 1);
  EXPECT_EQ(*found.next, (DrawCounts{40, 1}));
}

TEST(LookPlan, StopsBeforeTheBudget) {
  Looks looks{.until = {}, .at_most = 250, .draws = {{10, 1}}};
  EXPECT_EQ(plan(looks, {wide(16, 0, k_normal + 0.001)}, {1000, 1}).next, (DrawCounts{25, 1}));
  looks.at_most = 105;
  const LookPlan ended = plan(looks, {wide(16, 0, k_normal + 0.001)}, {1000, 1});
  EXPECT_EQ(ended.next, std::nullopt);
  EXPECT_TRUE(ended.need);  // what it would take is told
  EXPECT_THAT(ended.why, HasSubstr("105 instances"));
}

TEST(LookPlan, EndsAfterTheLastLook) {
  const Looks looks{.until = {}, .at_most = 0, .draws = std::vector<DrawCounts>(k_most_looks, {10, 1})};
  const LookPlan ended = plan(looks, {wide(16, 0, k_normal + 0.001)}, {1000, 1});
  EXPECT_EQ(ended.next, std::nullopt);
  EXPECT_THAT(ended.why, HasSubstr("6 looks"));
}

// Of 4 draws each, 3 + 3 degrees of freedom: what is narrow by chance is not known well enough. 21 and 21 have 40.
TEST(LookPlan, WantsDegreesOfFreedom) {
  const Looks looks{.until = {}, .at_most = 0, .draws = {{4, 4}}};
  const DrawVariances few{.platforms = {1, 3}, .workloads = {1, 3}};
  EXPECT_FALSE(is_narrow(few, k_level_of_widths, 100));
  EXPECT_TRUE(is_narrow({.platforms = {1, 20}, .workloads = {1, 20}}, k_level_of_widths, 100));
  const Estimate estimate{.name = "",
                          .value = 1,
                          .margin = 10,
                          .most = 100,
                          .parts = {.platforms = {few.platforms, 4}, .workloads = {few.workloads, 4}}};
  const LookPlan found = plan(looks, {estimate});
  ASSERT_TRUE(found.need);
  EXPECT_TRUE(is_narrow(predicted_variances(estimate.parts, {4, 4}, *found.need), k_level_of_widths, 100));
  EXPECT_GT(found.next->product(), 16);
}

TEST(LookPlan, TakesWhatDoesNotVaryAsKnown) {
  EXPECT_TRUE(is_narrow({.platforms = {0, 1}, .workloads = {0, 1}}, k_level_of_widths, 1));
  EXPECT_FALSE(is_narrow({.platforms = {0, 0}, .workloads = {0, 0}}, k_level_of_widths, 1));  // nothing was drawn twice
}

TEST(LookPlan, SaysWhereNoNumberHelps) {
  const Looks looks{.until = {}, .at_most = 0, .draws = {{10, 1}}};
  const LookPlan ended = plan(looks, {wide(16, 0, k_normal + 0.001)}, {100, 1});
  EXPECT_EQ(ended.need, std::nullopt);
  EXPECT_EQ(ended.next, std::nullopt);
}

// Thousands of values, each of which takes other draws: the ones that bind are few.
TEST(LookPlan, MeetsManyValuesAtOnce) {
  std::vector<Estimate> estimates;
  for (int i = 0; i <= 5000; ++i) estimates.push_back(wide(i / 5000.0, 1 - i / 5000.0, 0.1));
  const Looks looks{.until = {}, .at_most = 0, .draws = {{10, 10}}};
  const LookPlan found = plan(looks, estimates, {100'000, 100'000});
  ASSERT_TRUE(found.need);
  for (const Estimate& estimate : estimates) {
    EXPECT_TRUE(is_narrow(predicted_variances(estimate.parts, {10, 10}, *found.need), k_level_of_widths, 0.1));
  }
  // One of the two that vary by one side alone binds on each side: 10 k_normal^2 / 0.1^2 = 4,709.4.
  EXPECT_NEAR(static_cast<double>(found.need->platforms), 4710, 20);
  EXPECT_NEAR(static_cast<double>(found.need->workloads), 4710, 20);
}

constexpr double k_normal_of_verdicts = 2.4573;  // half-width at 98.6 %, in standard deviations

Estimate claim(const std::string& name, double workloads, double most) {
  Estimate estimate = wide(0, workloads, most);
  estimate.name = name;
  return estimate;
}

LookPlan plan_claims(const Looks& looks, std::vector<Estimate> claims) {
  const std::vector<TargetState> states{
      {{.text = "decided", .decided = true, .metric = "", .by = {}}, std::move(claims)}};
  return plan_look(looks, {1, 1000}, states, 10 * looks.draws.back().product());
}

// Of 10 workloads: half the width takes 40; a bound that the value lies on, no number; a tenth of the width 1,000,
// which is 10,000 instances.
TEST(LookPlan, GoesOnWithTheClaimsThatCanBeDecided) {
  Looks looks{.until = {}, .at_most = 5000, .draws = {{1, 10}}};
  const std::vector<Estimate> claims{claim("near", 1, k_normal_of_verdicts / 2 + 0.001), claim("on", 1, 0),
                                     claim("far", 1, k_normal_of_verdicts / 10 + 0.001)};
  const LookPlan found = plan_claims(looks, claims);
  EXPECT_EQ(found.next, (DrawCounts{1, 40}));
  ASSERT_EQ(found.claims.size(), 3U);
  EXPECT_TRUE(found.claims[0].in_reach);
  EXPECT_EQ(found.claims[1].name, "on");
  EXPECT_EQ(found.claims[1].need, std::nullopt);
  EXPECT_EQ(found.claims[2].name, "far");
  EXPECT_FALSE(found.claims[2].in_reach);
  EXPECT_NEAR(static_cast<double>(found.claims[2].need->workloads), 1000, 10);
  looks.at_most = 300;
  const LookPlan ended = plan_claims(looks, claims);
  EXPECT_EQ(ended.next, std::nullopt);
  EXPECT_EQ(ended.claims.size(), 3U);
  EXPECT_THAT(ended.why, HasSubstr("at most 300 instances are allowed"));
}

TEST(LookPlan, SaysThatNoDrawsDecide) {
  const Looks looks{.until = {}, .at_most = 300, .draws = {{1, 10}}};
  EXPECT_THAT(plan_claims(looks, {claim("on", 1, 0)}).why, HasSubstr("no number of draws"));
}

TEST(LookPlan, BringsTheInstancesThatAClaimNeeds) {
  Estimate few = claim("few", 0, 1);
  few.instances = 2.5;
  EXPECT_EQ(plan_claims({.until = {}, .at_most = 0, .draws = {{1, 10}}}, {few}).next, (DrawCounts{1, 25}));
}

}  // namespace
}  // namespace palio::test
