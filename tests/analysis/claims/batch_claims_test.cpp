#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/analysis/claims/outcomes.h"
#include "tests/analysis/worlds.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
constexpr int k_batch_draws = 50;  // on each of two clusters: as many as M5 needs

// The results of one draw stand for fifty alike.
Outcomes batch_claims(const std::vector<MadeResult>& results) {
  return outcomes("ptg-batch", repeated(results, k_batch_draws));
}

// M6a: stretches 30 / 10 and 60 / 40: 3 / 1.5. M6c: maximum stretches over that of MAGS, in points: 150 -
// 2009.54, 86.32
// - 2009.54; 150 - 200, 140 - 200; CRA_WORK_WEIGHT 149.79 - 200. M6d: (20 / 10) / (40 / 40) over (10 / 10) / (50 / 40).
const Outcomes k_as_the_slides_say = with_verdict(
    "reproduced",
    {{"M1a", "7 %"},         {"M1b", "75.97 %"},     {"M1c", "1909.54 %"},        {"M2a", "21.27 %"},
     {"M2b", "-3.42 %"},     {"M2c", "-13.68 %"},    {"M3a", "-1.99 %"},          {"M3b", "1.77 %"},
     {"M3c", "49.79 %"},     {"M4a", "1.14 %"},      {"M4b", "-0.44 %"},          {"M4c", "38.54 %"},
     {"M5", "none of 19"},   {"M6a", "2"},           {"M6c1", "-1859.54 points"}, {"M6c2", "-1923.22 points"},
     {"M6c3", "-50 points"}, {"M6c4", "-60 points"}, {"M6c5", "-50.21 points"},   {"M6c6", "-60 points"},
     {"M6c7", "-50 points"}, {"M6c8", "-60 points"}, {"M6c9", "-50 points"},      {"M6c10", "-60 points"},
     {"M6d", "2.5"},         {"M7", "0 of 100"}});

TEST(BatchClaims, StudyHasTwentyContenders) { EXPECT_EQ(batch_study_names().size(), 20U); }

TEST(BatchClaims, AllHoldWhereTheSlidesAreRight) { EXPECT_EQ(batch_claims(batch_world()), k_as_the_slides_say); }

// Every contender does as MAGS does: numbers within 5 points of none still agree. MAGS exceeds its bound of 3.9 on gdx.
TEST(BatchClaims, EqualContendersContradictEveryDifference) {
  std::vector<MadeResult> alike = batch_world();
  for (MadeResult& result : alike) {
    result.makespan = 100;
    result.average_stretch = 2;
    result.max_stretch = 4;
    if (!result.applications.empty()) result.applications = short_and_long(10, 40);
    if (result.strategy == "MAGS" && result.platform == "gdx") result.stretch_bound = 3.9;
  }
  const Outcomes got = batch_claims(alike);
  EXPECT_THAT(ids_that(got, "reproduced"), ElementsAre("M2b", "M3a", "M3b", "M4a", "M4b", "M5"));
  EXPECT_THAT(ids_that(got, "not enough data"), IsEmpty());
  EXPECT_EQ(got.at("M1a"), "deviates 0 %");
  EXPECT_EQ(got.at("M6a"), "deviates 1");
  EXPECT_EQ(got.at("M7"), "deviates 50 of 100");
}

// CAFM_SAF 6 % shorter than MAGS and equal otherwise beats it; 4 % is not clear; a longer maximum stretch is a loss.
TEST(BatchClaims, WinnerIsBeatenByOneThatLosesNowhere) {
  std::vector<MadeResult> results = batch_world();
  const auto m5_with = [&](double makespan, double max_stretch) {
    for (MadeResult* result : results_of_strategy(results, "CAFM_SAF")) {
      result->makespan = makespan * (result->platform == "gdx" ? 200 : 100);
      result->average_stretch = 2;
      result->max_stretch = max_stretch;
    }
    return batch_claims(results).at("M5");
  };
  EXPECT_EQ(m5_with(0.94, 4), "deviates CAFM_SAF of 19");
  EXPECT_EQ(m5_with(0.96, 4), "reproduced none of 19");
  EXPECT_EQ(m5_with(0.5, 4.001), "reproduced none of 19");
}

struct RatioInterval {
  double measured = 0, low = 0, high = 0;
};

// Of "word 1.2 [1.1, 1.3]" and "word 1.2 % [1.1, 1.3]".
RatioInterval interval_of(std::string outcome) {
  std::erase(outcome, '%');
  RatioInterval interval;
  const int read =
      std::sscanf(outcome.c_str(), "%*s %lf [%lf, %lf]", &interval.measured, &interval.low, &interval.high);
  EXPECT_EQ(read, 3) << outcome;
  return interval;
}

// Of fifty draws with -1 and 1 in turn, each on two clusters: t of 49 degrees 2.009575 x sqrt(50 x 50 / 49) / 100.
constexpr double k_half_width = 0.143541;

// SELFISH takes 614 s instead of 214 s on gdx in every other draw. Ratios: 1.07 on chti, 1.07 and 3.07 on gdx;
// mean 1.57, while the ratio of means would be 260.5 / 150 = 1.74. A draw on two clusters is one value: its residuals
// are -1 or 1.
TEST(BatchClaims, NumbersAreMeansOfRatios) {
  std::vector<MadeResult> results = repeated(batch_world(), k_batch_draws);
  for (MadeResult* result : results_of_strategy(results, "SELFISH"))
    if (result->platform == "gdx" && result->sample % 2 == 1) result->makespan = 614;
  const RatioInterval makespan = interval_of(outcomes("ptg-batch", results).at("M1a"));
  EXPECT_EQ(makespan.measured, 57);
  EXPECT_NEAR(makespan.low, 57 - 100 * k_half_width, 0.5);
  EXPECT_NEAR(makespan.high, 57 + 100 * k_half_width, 0.5);  // printed as whole numbers
}

// In every other draw the short graph takes 30 s with CAFM_SPTF instead of 10 s: its ratio is 2 / 1.25, that of
// CAFM_LPTF
// 2. Residuals, relative: a draw has 1 / 2 - 1 or 3 / 2 - 1 on either cluster, -1 or 1 together. When it takes 60 s
// instead of 20 s with CAFM_LPTF too, the ratio is 4 / 1.6 in every draw, without an interval to speak of.
TEST(BatchClaims, LongestAndShortestFirstArePairedByDraw) {
  std::vector<MadeResult> results = repeated(batch_world(), k_batch_draws);
  const auto triple = [&](const std::string& strategy) {
    for (MadeResult* result : results_of_strategy(results, strategy))
      if (result->sample % 2 == 1) result->applications.front().finish *= 3;
    return outcomes("ptg-batch", results).at("M6d");
  };
  const RatioInterval ratio = interval_of(triple("CAFM_SPTF"));
  EXPECT_EQ(ratio.measured, 1.25);
  EXPECT_NEAR(ratio.low, 1.25 * (1 - k_half_width), 0.005);
  EXPECT_NEAR(ratio.high, 1.25 * (1 + k_half_width), 0.005);
  EXPECT_EQ(triple("CAFM_LPTF"), "reproduced 2.5");
}

// A further instance that would turn everything over; one contender fails there. MAGS completed it, so M7 counts it.
TEST(BatchClaims, InstancesThatAContenderLacksCountForNone) {
  std::vector<MadeResult> results = repeated(batch_world(), k_batch_draws);
  for (MadeResult result : batch_world()) {
    if (result.platform == "gdx") continue;
    result.sample = k_batch_draws;
    result.makespan = static_cast<double>(result.strategy.size());
    result.average_stretch = result.max_stretch = result.strategy == "MAGS" ? 4 : 1e6;
    if (!result.applications.empty()) result.applications = short_and_long(1, 1e6);
    result.fails = result.strategy == "CRA_NDAGS";
    results.push_back(result);
  }
  Outcomes wanted = k_as_the_slides_say;
  wanted["M7"] = "reproduced 0 of 101";
  EXPECT_EQ(outcomes("ptg-batch", results), wanted);
}

// Other settings and other strategies do better than all, or fail.
TEST(BatchClaims, NothingButTheContendersCounts) {
  std::vector<MadeResult> results = batch_world();
  for (const char* cluster : {"chti", "gdx"})
    for (const char* strategy : {"MAGS:pi=100", "SELFISH:area=classic", "HCPA"})
      results.push_back({.platform = cluster,
                         .strategy = strategy,
                         .makespan = 1,
                         .average_stretch = 1,
                         .max_stretch = 1,
                         .stretch_bound = 0.5,
                         .applications = short_and_long(1, 1000)});
  results.push_back({.platform = "gdx", .strategy = "COMB_C1", .fails = true});
  EXPECT_EQ(batch_claims(results), k_as_the_slides_say);
}

// COMB_C1: stretches 50 / 10 and 60 / 40. The other claims are about the other study.
TEST(BatchClaims, CombinedGraphsHaveAStudyOfTheirOwn) {
  std::vector<MadeResult> results;
  for (const char* cluster : {"chti", "gdx"})
    results.push_back({.platform = cluster,
                       .strategy = "COMB_C1",
                       .average_stretch = 1,
                       .max_stretch = 5,
                       .applications = short_and_long(50, 60)});
  const Outcomes wanted{{"M6b", "reproduced 3.33333"}};
  EXPECT_EQ(outcomes("ptg-combined", repeated(results, 15)), wanted);
  EXPECT_EQ(outcomes("ptg-combined", repeated(results, 14)).at("M6b"), "not enough data 3.33333");
}

// Without CAFM_SAF no one knows whether it would beat MAGS; that another one does is a "no" all the same.
TEST(BatchClaims, WinnerNeedsAllContenders) {
  std::vector<MadeResult> results = batch_world();
  std::erase_if(results, [](const MadeResult& result) { return result.strategy == "CAFM_SAF"; });
  Outcomes wanted = k_as_the_slides_say;
  wanted["M5"] = "not enough data";
  EXPECT_EQ(batch_claims(results), wanted);
  for (MadeResult* result : results_of_strategy(results, "CRA_WIDTH"))
    result->makespan = result->average_stretch = result->max_stretch = 1;
  EXPECT_EQ(batch_claims(results).at("M5"), "deviates CRA_WIDTH of 18");
}

TEST(BatchClaims, WithoutMagsNothingIsHeldAgainstIt) {
  std::vector<MadeResult> results = batch_world();
  std::erase_if(results, [](const MadeResult& result) { return result.strategy == "MAGS"; });
  for (const auto& [id, verdict] : batch_claims(results)) {
    const bool alone = id == "M6a" || id == "M6d";  // compare applications of one strategy
    EXPECT_EQ(verdict, alone ? k_as_the_slides_say.at(id) : "not enough data") << id;
  }
}

// No instance has a result of it.
TEST(BatchClaims, ContenderThatAlwaysFailsLeavesNoData) {
  std::vector<MadeResult> results = batch_world();
  for (MadeResult* result : results_of_strategy(results, "CRA_WIDTH_ORDER")) result->fails = true;
  for (const auto& [id, verdict] : batch_claims(results))
    EXPECT_EQ(verdict, id == "M7" ? k_as_the_slides_say.at(id) : "not enough data") << id;
}

// Two graphs that take 10 s alone: the first is the shortest and the longest, stretches 3 and 3.
TEST(BatchClaims, EqualGraphsFavourNoOne) {
  std::vector<MadeResult> results = batch_world();
  for (MadeResult* result : results_of_strategy(results, "SELFISH"))
    result->applications = {{.finish = 30, .dedicated_makespan = 10}, {.finish = 70, .dedicated_makespan = 10}};
  EXPECT_EQ(batch_claims(results).at("M6a"), "deviates 1");
}

}  // namespace
}  // namespace palio::test
