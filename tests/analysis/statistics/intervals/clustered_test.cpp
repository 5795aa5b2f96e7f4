#include "analysis/statistics/intervals/clustered.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "analysis/statistics/intervals/intervals.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

using Names = std::vector<std::pair<std::int64_t, std::string>>;

// Ids from 1 on.
Draws drawn(const std::vector<std::string>& names) {
  Names entries;
  for (const std::string& name : names) entries.emplace_back(std::ssize(entries) + 1, name);
  return Draws(entries);
}

// Draws of one kind, and what is no draw.
Draws drawn(std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t id = 1; id <= count; ++id) names.push_back("star:sample=" + std::to_string(id));
  return drawn(names);
}
const Draws k_fixed{{}};

TEST(Draws, OfOneKindDifferInSampleAndSeedAlone) {
  EXPECT_EQ(kind_of_draw("star:sample=3,seed=7,speed=2"), "star:speed=2");
  EXPECT_EQ(kind_of_draw("graph:alpha=1,sample=12,scale=3,seed=7"), "graph:alpha=1,scale=3");
  EXPECT_EQ(kind_of_draw("star:speed=2,workers=8"), "");
  // What stands in quotes is no parameter.
  EXPECT_EQ(drawn_name(R"(file:digest=ab,path="a,sample=1.json")"), "");
  EXPECT_EQ(kind_of_draw(R"(star:label="x,seed=2,load=3",load=3,sample=1,seed=2)"), R"(star:label="x,seed=2,load=3")");
  const std::vector<std::pair<std::int64_t, std::string>> entries{
      {1, "g:n=1,sample=0,seed=5"}, {2, "g:n=1,sample=1,seed=5"}, {4, "g:n=2,sample=0,seed=5"}, {5, "site:name=lille"}};
  const Draws draws(entries);
  EXPECT_EQ(draws.place(1).kind, draws.place(2).kind);
  EXPECT_NE(draws.place(1).draw, draws.place(2).draw);
  EXPECT_NE(draws.place(1).kind, draws.place(4).kind);
  EXPECT_EQ(draws.count(), 3U);
  for (const std::int64_t id : {0, 3, 5, 99}) {
    EXPECT_EQ(draws.place(id).draw, Draws::k_fixed) << id;
    EXPECT_EQ(draws.place(id).kind, Draws::k_fixed) << id;
  }
}

// Two draws under two loads and two networks are two draws; graphs of a batch are drawn anew, but for random-ptg.
TEST(Draws, ParametersThatLeaveTheDrawsAloneTellNoneApart) {
  const Draws draws = drawn({"bags-of-tasks:load=1,sample=0,seed=5", "bags-of-tasks:load=2,sample=0,seed=5",
                             "bags-of-tasks:load=1,sample=1,seed=5", "fft-batch:batch=2,sample=0,seed=5",
                             "fft-batch:batch=4,sample=0,seed=5", "random-ptg:batch=2,sample=0,seed=5",
                             "random-ptg:batch=4,sample=0,seed=5"});
  EXPECT_EQ(draws.place(1).draw, draws.place(2).draw);
  EXPECT_NE(draws.place(1).draw, draws.place(3).draw);
  EXPECT_EQ(draws.place(1).kind, draws.place(3).kind);
  EXPECT_NE(draws.place(4).kind, draws.place(5).kind);
  EXPECT_EQ(draws.place(6).draw, draws.place(7).draw);
  EXPECT_EQ(draws.count(), 5U);
}

TEST(Draws, AreCountedInWords) {
  EXPECT_EQ(draws_text({.platforms = 10, .workloads = 1200}), "10 draws of platforms and 1,200 of workloads");
  EXPECT_EQ(draws_text({.workloads = 25}), "25 draws of workloads");
  EXPECT_EQ(draws_text({.platforms = 25}), "25 draws of platforms");
}

TEST(Draws, SayWhyThereIsNoInterval) {
  EXPECT_EQ(no_interval_text({}), "nothing was drawn at random");
  EXPECT_EQ(no_interval_text({.platforms = 20, .workloads = 1, .workload_singles = 1}),
            "1 kind of workloads was drawn once, which does not show how draws vary; samples = 2 or a larger "
            "--sample draws them again");
  EXPECT_EQ(no_interval_text({.platforms = 3, .workloads = 2, .platform_singles = 1, .workload_singles = 2}),
            "1 kind of platforms and 2 kinds of workloads were drawn once, which does not show how draws vary; "
            "samples = 2 or a larger --sample draws them again");
  EXPECT_FALSE((DrawsOfInterval{}.exists()));
  EXPECT_TRUE((DrawsOfInterval{.platforms = 2}.exists()));
  EXPECT_FALSE((DrawsOfInterval{.platforms = 2, .workloads = 3, .workload_singles = 1}.exists()));
}

// Both draws of the first kind have come up, one of the two of the second, under two loads, and the one of the third.
TEST(Draws, KindsThatWereDrawnOnceAreCounted) {
  const Draws draws = drawn({"g:load=1,n=1,sample=0", "g:load=1,n=1,sample=1", "g:load=1,n=2,sample=0",
                             "g:load=1,n=2,sample=1", "g:load=2,n=2,sample=1", "g:load=1,n=3,sample=0"});
  SeenDraws seen, one;
  for (const std::int64_t id : {1, 2, 4, 5, 6}) seen.add(id);
  EXPECT_EQ(seen.count(draws), 4);
  EXPECT_EQ(seen.singles(draws), 1);
  one.add(4);
  EXPECT_EQ(one.singles(draws), 1);
}

TEST(Draws, AMeshOfOneValueEachIsNotDrawn) {
  const std::string mesh =
      "mesh:heterogeneity={},hosts=8,max_bandwidth=1e8,max_latency=0,min_bandwidth={},min_latency=0,sample=0,seed=1";
  EXPECT_EQ(drawn_name(fmt::format(fmt::runtime(mesh), "1", "1e8")), "");
  EXPECT_NE(drawn_name(fmt::format(fmt::runtime(mesh), "2", "1e8")), "");
  EXPECT_NE(drawn_name(fmt::format(fmt::runtime(mesh), "1", "1e7")), "");
}

TEST(Draws, FilesAreDrawsOnlyWhereTheStudySaysSo) {
  const Draws draws = drawn({"workflow:alpha=1,digest=aa,path=montage/a.json,sample=files",
                             "workflow:alpha=0,digest=aa,path=montage/copy.json,sample=files",
                             "workflow:alpha=1,digest=bb,path=montage/b.json,sample=files",
                             "workflow:alpha=1,digest=cc,path=blast/c.json,sample=files",
                             "workflow:alpha=1,digest=dd,path=montage/d.json"});
  EXPECT_EQ(draws.place(1).draw, draws.place(2).draw);  // one content
  EXPECT_NE(draws.place(1).draw, draws.place(3).draw);
  EXPECT_EQ(draws.place(1).kind, draws.place(3).kind);
  EXPECT_NE(draws.place(1).kind, draws.place(4).kind);
  EXPECT_EQ(draws.place(5).draw, Draws::k_fixed);
  EXPECT_EQ(draws.count(), 3U);
}

template <class Families>
void expect_known(const Families& families, std::set<std::string>& met) {
  for (const auto& family : families) {
    const bool drawn = std::ranges::any_of(family.parameters, [](const auto& spec) { return spec.name == "sample"; });
    for (const ParameterSpec& spec : family.parameters) {
      if (!drawn) continue;
      const bool leaves = spec.draw_role == DrawRole::leaves_draws;
      EXPECT_EQ(leaves_the_draws(family.name, spec.name), leaves) << family.name << ": " << spec.name;
      if (leaves) met.emplace(spec.name);
    }
  }
}

TEST(Draws, KnowTheParametersOfEveryFamilyThatLeaveTheDrawsAlone) {
  std::set<std::string> met;
  expect_known(platform_families(), met);
  expect_known(workload_families(), met);
  for (const std::string_view name : leaving_parameters())
    EXPECT_TRUE(met.contains(std::string(name))) << name << " is of no family any more";
}

// Two platforms, two workloads, values 1 3 / 5 11: mean 5, residuals -4 -2 / 0 6.
ClusteredRatio two_by_two() {
  ClusteredRatio mean;
  mean.add(1, 1, 1, 1);
  mean.add(3, 1, 1, 2);
  mean.add(5, 1, 2, 1);
  mean.add(11, 1, 2, 2);
  return mean;
}

// Workloads sum to -4 and 4: variance 2 x 32; Student's t of one degree of freedom is 12.7062; 12.7062 x 8 / 4.
TEST(Clustered, FixedPlatformsDoNotVary) {
  EXPECT_DOUBLE_EQ(two_by_two().ratio(), 5);
  EXPECT_NEAR(two_by_two().margin(k_fixed, drawn(2), 0.95), 25.41240947, 1e-8);
}

// Platforms sum to -6 and 6: 2 x 72. Together 208, with 208^2 / (144^2 + 64^2) = 1.7423 degrees of freedom, of which
// R's qt(0.975, 43264 / 24832) is 4.9740309; x sqrt(208) / 4.
TEST(Clustered, BothDrawsAdd) { EXPECT_NEAR(two_by_two().margin(drawn(2), drawn(2), 0.95), 17.934123536, 1e-8); }

// The same values under ids of 48 bits, which come in another order than their draws.
TEST(Clustered, IdsMayBeAnyNumbers) {
  constexpr std::int64_t k_key = std::int64_t{1} << 47;
  const Draws platforms(Names{{7, "g:n=1,sample=2"}, {k_key + 3, "g:n=1,sample=1"}});
  const Draws workloads(Names{{k_key + 1, "g:n=1,sample=2"}, {k_key, "g:n=1,sample=1"}, {k_key + 2, "g:n=1,sample=3"}});
  ClusteredRatio mean, part;
  mean.add(11, 1, 7, k_key + 1);
  mean.add(3, 1, k_key + 3, k_key + 1);
  part.add(5, 1, 7, k_key);
  part.add(1, 1, k_key + 3, k_key);
  mean.add(part);
  EXPECT_EQ(mean.ratio(), 5);
  EXPECT_EQ(mean.margin(platforms, workloads, 0.95), two_by_two().margin(drawn(2), drawn(2), 0.95));
  SeenDraws seen;
  for (const std::int64_t id : {k_key, k_key + 1, k_key + 1, k_key + 9})
    seen.add(id);  // the last is none of the table's
  EXPECT_EQ(seen.count(workloads), 2);
}

// A draw of workloads under two loads is one value: -4 and 4 of two draws, however many loads share them. The instances
// are those of two_by_two() for the first load, and the same again for the second: sums -8 and 8, variance 2 x
// 128, 12.7062 x 16 / 8.
TEST(Clustered, LoadsOfOneDrawAreOneValue) {
  const Draws draws = drawn({"bags-of-tasks:load=1,sample=0", "bags-of-tasks:load=1,sample=1",
                             "bags-of-tasks:load=2,sample=0", "bags-of-tasks:load=2,sample=1"});
  ClusteredRatio mean;
  for (const std::int64_t load : {0, 2}) {
    mean.add(1, 1, 1, 1 + load);
    mean.add(3, 1, 1, 2 + load);
    mean.add(5, 1, 2, 1 + load);
    mean.add(11, 1, 2, 2 + load);
  }
  EXPECT_NEAR(mean.margin(k_fixed, draws, 0.95), 25.41240947, 1e-8);
}

// Mean 5 with the error sqrt(208) / 4 and 1.7423 degrees of freedom: 1 less the integral of
// its density from -20 / sqrt(208) to 20 / sqrt(208), by Simpson's rule in a million steps.
TEST(Clustered, TellsHowLikelyAMeanOfZeroIs) {
  EXPECT_NEAR(two_by_two().p_of_zero(drawn(2), drawn(2)), 0.316379445, 1e-8);
  EXPECT_TRUE(std::isnan(two_by_two().p_of_zero(k_fixed, k_fixed)));
  ClusteredRatio sure;
  for (const std::int64_t workload : {1, 2}) sure.add(7, 1, 1, workload);
  EXPECT_EQ(sure.p_of_zero(k_fixed, drawn(2)), 0);
  ClusteredRatio nothing;
  for (const std::int64_t workload : {1, 2}) nothing.add(0, 1, 1, workload);
  EXPECT_EQ(nothing.p_of_zero(k_fixed, drawn(2)), 1);
}

// The same within two kinds of workloads of two draws each: a difference between the kinds is none between draws.
TEST(Clustered, KindsDifferWithoutUncertainty) {
  const Draws draws = drawn({"g:n=1,sample=0", "g:n=1,sample=1", "g:n=2,sample=0", "g:n=2,sample=1"});
  ClusteredRatio mean;
  for (const std::int64_t workload : {1, 2}) mean.add(1, 1, 1, workload);
  for (const std::int64_t workload : {3, 4}) mean.add(100, 1, 1, workload);
  EXPECT_EQ(mean.margin(k_fixed, draws, 0.95), 0);
}

// One draw of each of two kinds, of 1 and 3, are not two draws of one: their difference is that of the kinds.
TEST(Clustered, SingleDrawsOfTwoKindsHaveNoInterval) {
  const Draws draws = drawn({"g:n=1,sample=0", "g:n=2,sample=0"});
  ClusteredRatio mean;
  mean.add(1, 1, 1, 1);
  mean.add(3, 1, 1, 2);
  EXPECT_TRUE(std::isnan(mean.margin(k_fixed, draws, 0.95)));
  EXPECT_TRUE(std::isnan(mean.p_of_zero(k_fixed, draws)));
}

// Nor is the interval that of the kind that was drawn twice, or of the platforms alone: the single one varies, too.
TEST(Clustered, ASingleDrawAmongOthersLeavesNoInterval) {
  const Draws draws = drawn({"g:n=1,sample=0", "g:n=1,sample=1", "g:n=2,sample=0"});
  ClusteredRatio mean;
  for (const std::int64_t platform : {1, 2})
    for (const std::int64_t workload : {1, 2, 3})
      mean.add(static_cast<double>(workload * platform), 1, platform, workload);
  EXPECT_TRUE(std::isnan(mean.margin(k_fixed, draws, 0.95)));
  EXPECT_TRUE(std::isnan(mean.margin(drawn(2), draws, 0.95)));
  EXPECT_FALSE(std::isnan(mean.margin(drawn(2), k_fixed, 0.95)));
}

// Of a kind that has two draws in the campaign the estimate holds one, of 4, and both of another kind, 1 and 3: mean
// 8/3, residuals 4/3, -5/3 and 1/3. The one adds (4/3)^2, as n draws would of which the others add nothing; the other
// kind 2 x
// 2. Of 5.7778^2 / (5.7778^2 / 2) = 2 degrees of freedom: Student's t is 4.3026527; x sqrt(5.7778) / 3.
TEST(Clustered, ADrawWhoseKindHasOthersIsNotASingleOne) {
  const Draws draws = drawn({"g:n=1,sample=0", "g:n=1,sample=1", "g:n=2,sample=0", "g:n=2,sample=1"});
  ClusteredRatio mean;
  mean.add(1, 1, 1, 1);
  mean.add(3, 1, 1, 2);
  mean.add(4, 1, 1, 3);
  EXPECT_NEAR(mean.margin(k_fixed, draws, 0.95), 4.30265273 * std::sqrt(52.0 / 9) / 3, 1e-7);
  ClusteredRatio of_one;  // its residual is 0, which is no variance
  of_one.add(4, 1, 1, 3);
  EXPECT_TRUE(std::isnan(of_one.margin(k_fixed, draws, 0.95)));
}

TEST(Clustered, NothingDrawnTwiceHasNoInterval) {
  ClusteredRatio mean;
  EXPECT_TRUE(std::isnan(mean.ratio()));
  mean.add(1, 1, 1, 1);
  EXPECT_TRUE(std::isnan(mean.margin(drawn(1), drawn(1), 0.95)));
  EXPECT_TRUE(std::isnan(two_by_two().margin(k_fixed, k_fixed, 0.95)));
}

TEST(Clustered, NoRatioHasNoInterval) {
  ClusteredRatio ratio;
  for (const std::int64_t workload : {1, 2, 3}) ratio.add(static_cast<double>(workload), 0, 1, workload);
  EXPECT_TRUE(std::isnan(ratio.margin(k_fixed, drawn(3), 0.95)));
}

// Where every instance is a workload of its own, the intervals are those of independent pairs.
TEST(Clustered, OneInstanceADrawIsTheDeltaMethod) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> values;
  ClusteredRatio ratio;
  PairMoments pairs;
  for (std::int64_t i = 1; i <= 50; ++i) {
    const double y = values(random), x = y * values(random);
    ratio.add(x, y, 1, i);
    pairs.add(x, y);
  }
  EXPECT_NEAR(ratio.ratio(), ratio_of_means(pairs), 1e-12);
  EXPECT_NEAR(ratio.margin(k_fixed, drawn(50), 0.95), ratio_margin(pairs, 0.95), 1e-12);
}

// Of 1,000 sets of made values, platform + workload + rest, each normal with a deviation of its own and the mean 0: how
// often the interval holds 0; and how often that does which takes every instance for a draw.
struct Coverage {
  int clustered = 0, independent = 0;
};
Coverage coverage(std::int64_t platforms, std::int64_t workloads, double between_platforms, double between_workloads) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  Coverage held;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> platform(static_cast<std::size_t>(platforms)), workload(static_cast<std::size_t>(workloads));
    for (double& effect : platform) effect = between_platforms * normal(random);
    for (double& effect : workload) effect = between_workloads * normal(random);
    ClusteredRatio mean;
    Moments independent;
    for (std::int64_t p = 0; p < platforms; ++p)
      for (std::int64_t w = 0; w < workloads; ++w) {
        const double value =
            platform[static_cast<std::size_t>(p)] + workload[static_cast<std::size_t>(w)] + normal(random);
        mean.add(value, 1, p + 1, w + 1);
        independent.add(value);
      }
    const double margin = mean.margin(drawn(platforms), drawn(workloads), 0.95);
    held.clustered += std::abs(mean.ratio()) <= margin ? 1 : 0;
    held.independent += std::abs(independent.mean()) <= mean_margin(independent, 0.95) ? 1 : 0;
  }
  return held;
}

// 95 % is said, 93 to 97 % is held.
TEST(Clustered, HoldsTheTruthAsOftenAsItSays) {
  for (const auto& [platforms, workloads] : {std::pair<std::int64_t, std::int64_t>{8, 20}, {10, 10}, {5, 25}}) {
    const Coverage held = coverage(platforms, workloads, 1, 1);
    EXPECT_GE(held.clustered, 930) << platforms << " x " << workloads;
    EXPECT_LE(held.clustered, 970) << platforms << " x " << workloads;
    EXPECT_LE(held.independent, 650) << platforms << " x " << workloads;
  }
}

// Where draws differ by less than what both share, that part is counted twice: too wide, as is said.
TEST(Clustered, IsTooWideWhereDrawsHardlyDiffer) {
  const Coverage held = coverage(8, 20, 0.1, 0.1);
  EXPECT_GE(held.clustered, 970);
  EXPECT_GE(held.independent, 800);
}

// Means: rows 2 and 8, columns 3 and 7, all 5. Sums of the residuals: -6 and 6 of the platforms, whose variance is 72,
// -4 and 4 of the workloads, 32; twice that over 4^2 are 9 and 4. What is left in the cells is 1, -1, -1, 1, whose
// squares make 4: the variance of a cell, and 1 in the mean of four.
TEST(CrossedRatio, TellsPlatformsWorkloadsAndTheirProductApart) {
  const Draws draws(Names{{1, "a:sample=1"}, {2, "a:sample=2"}});
  CrossedRatio values;
  values.add(1, 1, 1, 1);
  values.add(3, 1, 1, 2);
  values.add(5, 1, 2, 1);
  values.add(11, 1, 2, 2);
  const DrawParts parts = values.parts(draws, draws);
  EXPECT_DOUBLE_EQ(values.ratio(), 5);
  EXPECT_DOUBLE_EQ(parts.platforms.variance.value, 9);
  EXPECT_EQ(parts.platforms.variance.freedom, 1);
  EXPECT_EQ(parts.platforms.draws, 2);
  EXPECT_DOUBLE_EQ(parts.workloads.variance.value, 4);
  EXPECT_EQ(parts.workloads.draws, 2);
  EXPECT_DOUBLE_EQ(parts.product, 1);
}

TEST(CrossedRatio, HasNoProductOfATableWithAHole) {
  const Draws draws(Names{{1, "a:sample=1"}, {2, "a:sample=2"}});
  CrossedRatio values;
  values.add(1, 1, 1, 1);
  values.add(3, 1, 1, 2);
  values.add(5, 1, 2, 1);
  EXPECT_EQ(values.parts(draws, draws).product, 0);
}

constexpr DrawParts k_parts{.platforms = {{4, 3}, 4}, .workloads = {{1, 1}, 2}, .product = 0.5};

void expect_equal(const DrawVariance& found, const DrawVariance& expected) {
  EXPECT_DOUBLE_EQ(found.value, expected.value);
  EXPECT_DOUBLE_EQ(found.freedom, expected.freedom);
}

// Twice the platforms: 3.5/2 + 0.5/2 = 2 with 8 - 1 degrees of freedom, and 0.5 + 0.5/2 = 0.75 with 2 - 1.
// Few and many values, near and far from each other: the bits of exact sums.
TEST(VarianceBetween, IsThatOfExactSums) {
  std::mt19937 draw(1);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 20000; ++trial) {
    const double middle = std::ldexp(normal(draw), static_cast<int>(draw() % 60) - 30),
                 spread = std::ldexp(1.0, static_cast<int>(draw() % 60) - 45);
    std::vector<DrawSum> values(2 + draw() % (trial % 100 == 0 ? 200 : 6));
    Moments moments;
    for (DrawSum& value : values) {
      value = {.kind = 0, .sum = trial % 7 == 0 ? 0.1 : middle + spread * normal(draw), .of_kind = values.size()};
      moments.add(value.sum);
    }
    ASSERT_EQ(variance_between(values).value, static_cast<double>(values.size()) * moments.variance()) << trial;
  }
}

TEST(PredictedVariances, LessenEachPartByItsDraws) {
  const DrawCounts now{.platforms = 4, .workloads = 2};
  const DrawVariances same = predicted_variances(k_parts, now, now);
  expect_equal(same.platforms, {4, 3});
  expect_equal(same.workloads, {1, 1});
  const DrawVariances more = predicted_variances(k_parts, now, {.platforms = 8, .workloads = 2});
  expect_equal(more.platforms, {2, 7});
  expect_equal(more.workloads, {0.75, 1});
}

TEST(PredictedVariances, OfWhatIsNotDrawnStay) {
  const DrawParts parts{.platforms = {{0, 0}, 0}, .workloads = {{1, 1}, 2}, .product = 0};
  const DrawCounts now{.platforms = 1, .workloads = 2};
  const DrawVariances more = predicted_variances(parts, now, {.platforms = 1, .workloads = 8});
  expect_equal(more.platforms, {0, 0});
  expect_equal(more.workloads, {0.25, 7});
}

// 8/16 + 2/4 = 1 takes 64. The neighbours take more: 14 and 5 are 70, 17 and 4 are 68, 24 and 3 are 72.
TEST(LeastDraws, TakesTheLeastProduct) {
  const auto enough = [](const DrawCounts& draws) {
    return 8.0 / static_cast<double>(draws.platforms) + 2.0 / static_cast<double>(draws.workloads) <= 1;
  };
  EXPECT_EQ(least_draws({1, 1}, {100, 100}, enough), (DrawCounts{16, 4}));
  EXPECT_EQ(least_draws({1, 10}, {100, 100}, enough), (DrawCounts{10, 10}));  // what is there stays
  EXPECT_EQ(least_draws({1, 1}, {8, 100}, enough), std::nullopt);
  EXPECT_EQ(least_draws({20, 4}, {100, 100}, enough), (DrawCounts{20, 4}));
}

}  // namespace
}  // namespace palio::test
