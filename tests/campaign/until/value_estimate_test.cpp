#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "analysis/statistics/distributions.h"
#include "campaign/until/campaign_looks.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const Draws k_no_draws{{}};

Draws drawn(std::size_t count) {
  std::vector<std::pair<std::int64_t, std::string>> names;
  for (std::size_t id = 0; id < count; ++id) names.emplace_back(id, "graph:sample=" + std::to_string(id));
  return Draws(names);
}

// Of workloads 0, 1, ... on one platform that is not drawn.
Estimate estimate(const std::string& target, const std::vector<double>& numbers) {
  std::vector<DrawnValue> values;
  for (const double number : numbers) values.push_back({number, 0, std::ssize(values)});
  return estimate_value(parse_target(target), "", values, k_no_draws, drawn(numbers.size()));
}

// Draws of workloads that the target needs, from the number that there is.
std::int64_t needed(const Estimate& estimate, std::int64_t now) {
  const std::vector<TargetState> states{{Target{}, {estimate}}};
  const Looks looks{.until = {}, .at_most = 0, .draws = {{1, now}}};
  return plan_look(looks, {1, 100'000}, states, now).need.value().workloads;
}

// The least n whose half-width t sqrt(variance / n) is at most `most`.
std::int64_t least_draws_of(double variance, double most) {
  std::int64_t n = 2;
  while (student_quantile(0.97, static_cast<double>(n - 1)) * std::sqrt(variance / static_cast<double>(n)) > most) ++n;
  return n;
}

std::vector<double> repeated(const std::vector<double>& numbers, int times) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), numbers.begin(), numbers.end());
  return all;
}

// Logarithms 0 and 2: mean 1, residuals -1 and 1 of variance 2; 2 x 2 / 2^2 = 1. Of one degree of freedom.
TEST(ValueEstimate, OfAGeometricMeanIsThatOfLogarithms) {
  const double two = std::exp(2);
  const Estimate relative = estimate("relative half-width of geometric_mean(makespan) <= 50 %", {1, two});
  const double margin = student_quantile(0.97, 1);
  EXPECT_NEAR(relative.value, std::exp(1), 1e-12);
  EXPECT_NEAR(relative.margin, margin, 1e-9);
  EXPECT_NEAR(relative.most, std::log(1.5), 1e-12);
  EXPECT_NEAR(relative.reach / (std::exp(1) * (std::exp(margin) - 1)), 1, 1e-9);
  // e / 2 upwards is as far as 50 %.
  const Estimate absolute = estimate("half-width of geometric_mean(makespan) <= 1.3591409142295225", {1, two});
  EXPECT_NEAR(absolute.most, std::log(1.5), 1e-12);
}

// 100 logarithms of -1 or 1, whose variance is 100 / 99: with n draws t sqrt(100 / 99 / n) <= log(1.1), as
// n >= 2.174^2 x 1.0101 / 0.09531^2 = 525.6 and a little more for t.
TEST(ValueEstimate, OfAGeometricMeanSaysHowManyDrawsItNeeds) {
  const std::vector<double> values = repeated({std::exp(-1), std::exp(1)}, 50);
  const Estimate found = estimate("relative half-width of geometric_mean(makespan) <= 10 %", values);
  EXPECT_FALSE(found.holds);
  EXPECT_EQ(needed(found, 100), least_draws_of(100.0 / 99, std::log(1.1)));
  EXPECT_NEAR(static_cast<double>(needed(found, 100)), 527, 1);
  EXPECT_TRUE(estimate("relative half-width of geometric_mean(makespan) <= 10 %", repeated(values, 6)).holds);
}

// Of 1, ..., 101 the median is 51; from 46 to 56 lie 0.05 of the shares to either side. 50 of 101 are below it:
// variance 50 x 51 / 101^2 x 101 / 100 = 0.25248 per draw; n >= 2.17^2 x 0.25248 / 0.05^2.
TEST(ValueEstimate, OfAMedianSaysHowManyDrawsItNeeds) {
  std::vector<double> values;
  for (int i = 1; i <= 101; ++i) values.push_back(i);
  const Estimate found = estimate("half-width of median(makespan) <= 5", values);
  EXPECT_EQ(found.value, 51);
  EXPECT_NEAR(found.most, 0.05, 1e-12);
  EXPECT_NEAR(found.margin, student_quantile(0.97, 100) * std::sqrt(50.0 * 51 / 101 / 100 / 101), 1e-12);
  EXPECT_NEAR(found.reach, 100 * found.margin, 1e-9);
  EXPECT_EQ(needed(found, 101), least_draws_of(50.0 * 51 / 101 / 100, 0.05));
  EXPECT_NEAR(static_cast<double>(needed(found, 101)), 478, 2);
}

// Of 101 values 5 exceed the quantile of order 0.95, the 96th: 95 are below. An interval of the share that reaches
// beyond 1 has no end, however wide the quantile's may be.
TEST(ValueEstimate, OfAQuantileWantsValuesBeyondIt) {
  std::vector<double> values;
  for (int i = 1; i <= 101; ++i) values.push_back(i);
  const Estimate found = estimate("half-width of quantile(makespan, 0.95) <= 1000", values);
  EXPECT_EQ(found.value, 96);
  EXPECT_NEAR(found.most, 0.05, 1e-12);
  EXPECT_GT(found.margin, 0.04);
  EXPECT_TRUE(estimate("half-width of quantile(makespan, 0.95) <= 1000", repeated(values, 2)).holds);
  const Estimate few = estimate("half-width of quantile(makespan, 0.99) <= 1000", values);
  EXPECT_FALSE(few.holds);
  EXPECT_TRUE(std::isinf(few.reach));
  EXPECT_THAT(state_text({parse_target("half-width of quantile(makespan, 0.99) <= 1000"), {few}}),
              HasSubstr("not known"));
}

// Two platforms and two workloads, 1 and 2 across: each has one value below the median. The rest of the two-way table
// is -0.5 or 0.5: 2 x 2 x 1 / 4^2 = 0.25, half of it on each side, with one degree of freedom each: 2 together.
TEST(ValueEstimate, OfAMedianCountsWhatSinglePairsVaryBy) {
  const std::vector<DrawnValue> values{{1, 0, 0}, {2, 0, 1}, {2, 1, 0}, {1, 1, 1}};
  const Target target = parse_target("relative half-width of median(makespan) <= 90 %");
  const Estimate found = estimate_value(target, "", values, drawn(2), drawn(2));
  EXPECT_NEAR(found.margin, student_quantile(0.97, 2) * 0.5, 1e-12);
  EXPECT_FALSE(found.holds);
}

// The median lies between two kinds of graphs: two values are below it with any draws, but it may be anywhere there.
TEST(ValueEstimate, OfSharesThatDoNotVaryDoesNotHold) {
  const Draws kinds(
      {{{0, "graph:n=1,sample=0"}, {1, "graph:n=1,sample=1"}, {2, "graph:n=9,sample=0"}, {3, "graph:n=9,sample=1"}}});
  const Target target = parse_target("relative half-width of median(makespan) <= 90 %");
  std::vector<DrawnValue> values{{1, 0, 0}, {2, 0, 1}, {100, 0, 2}, {120, 0, 3}};
  const Estimate found = estimate_value(target, "", values, k_no_draws, kinds);
  EXPECT_EQ(found.margin, 0);
  EXPECT_FALSE(found.holds);
  for (DrawnValue& value : values) value.value = 3;
  EXPECT_TRUE(estimate_value(target, "", values, k_no_draws, kinds).holds);
}

// Of a median a share of 0.2 instead of 0.1 needs four times the draws, and the interval of A, 12 of 100, is 12 % wide;
// that of B reaches 30 of 100 with 1.5 times the share that it may have. C holds.
TEST(ValueEstimate, TheWidestIsNotTheOneThatNeedsMostDraws) {
  const Target target = parse_target("relative half-width of median(makespan) by strategy <= 10 %");
  const Estimate a{.name = "strategy A", .value = 100, .margin = 0.2, .most = 0.1, .reach = 12};
  const Estimate b{.name = "strategy B", .value = 100, .margin = 0.15, .most = 0.1, .reach = 30};
  const Estimate c{.name = "strategy C", .value = 500, .margin = 0.1, .most = 0.1, .holds = true, .reach = 40};
  EXPECT_EQ(state_text({target, {a, b, c}}),
            "30 % at strategy B, 1 of 3 hold; farthest from the target: 12 % at strategy A");
  EXPECT_EQ(state_text({target, {b, c}}), "30 % at strategy B, 1 of 2 hold");
  // D is narrow by chance: 9 of 1,000. C holds, and is 8 % wide.
  const Estimate d{.name = "strategy D", .value = 1000, .margin = 0, .most = 0.1, .reach = 9};
  EXPECT_EQ(state_text({target, {c, d}}),
            "8 % at strategy C, 1 of 2 hold; farthest from the target: 0.9 % at strategy D but from too few draws");
}

// Absolute: the mean of X extends 4 of 5, that of Y 3; relative to the values Y is wider, 3 of 10 against 4 of 100.
TEST(ValueEstimate, TheWidestIsTheOneOfTheTargetsKind) {
  const Estimate x{.name = "strategy X", .value = 100, .margin = 4, .most = 5, .holds = true, .reach = 4};
  const Estimate y{.name = "strategy Y", .value = 10, .margin = 3, .most = 5, .holds = true, .reach = 3};
  EXPECT_EQ(state_text({parse_target("half-width of mean(makespan) by strategy <= 5"), {x, y}}),
            "4 at strategy X, 2 of 2 hold");
  EXPECT_EQ(state_text({parse_target("relative half-width of mean(makespan) by strategy <= 50 %"), {x, y}}),
            "30 % at strategy Y, 2 of 2 hold");
}

TEST(ValueEstimate, HasNoGeometricMeanOfZero) {
  const Estimate found = estimate("relative half-width of geometric_mean(makespan) <= 50 %", {1, 0, 3});
  EXPECT_TRUE(std::isnan(found.value));
  const TargetState state{parse_target("relative half-width of geometric_mean(makespan) <= 50 %"), {found}};
  EXPECT_FALSE(state.holds());
  EXPECT_EQ(state_text(state), "no geometric mean: a makespan is 0 or below");
  const LookPlan plan = plan_look({.until = {}, .at_most = 0, .draws = {{1, 3}}}, {1, 100}, {{state}}, 3);
  EXPECT_EQ(plan.need, std::nullopt);
}

// Of 100 realizations the means have errors of 0.3 and 0.4. With the same realizations the mean of both has the error
// 0.35 and 99 degrees of freedom; else sqrt(0.09 + 0.16) / 2 = 0.25 and 198.
TEST(ValueEstimate, OfRealizationsCountsThoseThatInstancesShare) {
  const Target target = parse_target("half-width of mean(mean_makespan) <= 0.3");
  const Estimate same = estimate_realized(target, "", std::vector<RealizedMean>{{10, 3, 7}, {20, 4, 7}}, 100);
  EXPECT_EQ(same.value, 15);
  EXPECT_NEAR(same.margin, 0.35 * student_quantile(0.97, 99), 1e-12);
  EXPECT_FALSE(same.holds);
  const Estimate others = estimate_realized(target, "", std::vector<RealizedMean>{{10, 3, 7}, {20, 4, 8}}, 100);
  EXPECT_NEAR(others.margin, 0.25 * student_quantile(0.97, 198), 1e-12);
  // n realizations: 3.5 / sqrt(n) x t <= 0.3.
  EXPECT_EQ(needed(same, 100), least_draws_of(3.5 * 3.5, 0.3));
}

// One link of 0.1 byte/s: 999 of 1,008.
TEST(ValueEstimate, OfAMeanSaysWhatRulesIt) {
  const std::string target = "relative half-width of mean(makespan) <= 5 %";
  std::vector<double> values(9, 1.0);
  values.push_back(999);
  const Estimate ruled = estimate(target, values);
  EXPECT_EQ(ruler_text({parse_target(target), {ruled}}),
            "one of 10 instances makes up 99.1 % of the sum: the mean says nothing about the others, and needs very "
            "many to become precise; ask for geometric_mean(makespan) instead of mean(makespan)");
  values.front() = 0;
  EXPECT_THAT(ruler_text({parse_target(target), {estimate(target, values)}}), HasSubstr("ask for median(makespan)"));
  values.pop_back();  // nine are too few to say so
  values.front() = 999;
  EXPECT_THAT(ruler_text({parse_target(target), {estimate(target, values)}}), IsEmpty());
  const std::string other = "relative half-width of geometric_mean(makespan) <= 5 %";
  EXPECT_THAT(ruler_text({parse_target(other), {estimate(other, values)}}), IsEmpty());
}

// Ten platforms with two workloads each: the two values of one make up 200 of 218, neither of them more than half.
TEST(ValueEstimate, OfAMeanSaysWhichSideRulesIt) {
  std::vector<DrawnValue> values;
  for (std::int64_t platform = 0; platform < 10; ++platform)
    for (const std::int64_t workload : {0, 1}) values.push_back({platform == 3 ? 100.0 : 1.0, platform, workload});
  const Target target = parse_target("relative half-width of mean(makespan) by strategy <= 5 %");
  const Estimate found = estimate_value(target, "strategy HEFT", values, drawn(10), drawn(2));
  EXPECT_THAT(ruler_text({target, {found}}),
              AllOf(HasSubstr("one of 10 platforms makes up 91.7 % of the sum at strategy HEFT")));
}

}  // namespace
}  // namespace palio::test
