#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/analysis/claims/outcomes.h"
#include "tests/analysis/shipped_queries.h"
#include "tests/analysis/worlds.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

std::string mu_label(const std::string& strategy, double standard, int tenths) {
  const double mu = tenths / 10.0;
  return mu == standard ? strategy : fmt::format("{}:mu={}", strategy, mu);
}

// The unfairness falls by 1 for each step up to 0.7 and by 0.25 for each of the three above; the makespan rises by 10 s
// and by 20 s. Times the batch size and twice that, so that its mean is 6.
std::vector<MadeResult> mu_world() {
  std::vector<MadeResult> results;
  for (const int batch : k_sizes)
    for (int tenths = 0; tenths <= 10; ++tenths) {
      const int above = std::max(0, tenths - 7);
      results.push_back({.batch = batch,
                         .strategy = mu_label("WPS-work", 0.7, tenths),
                         .makespan = batch * (100.0 + 10 * tenths + 10 * above),
                         .unfairness = batch * (20.0 - tenths + 0.75 * above)});
    }
  return results;
}

// The results of one draw stand for ten alike: as many as orders need.
Outcomes mu_claims(const std::vector<MadeResult>& results) {
  return outcomes("ptg-constrained-mu", repeated(results, 10));
}

// Mean batch 6: steps of at least 6 x 0.25 and 6 x 10 s. Whole gain 7 + 0.75 = 7.75, above 0.7: 0.75 / 7.75 = 9.677 %.
// Mean batch 6: 6 x 20 s against 6 x 10 s a step.
const Outcomes k_mu_as_published =
    with_verdict("reproduced", {{"R11a", "-1.5"}, {"R11b", "60 s"}, {"R11c", "9.67742 %"}, {"R11d", "60 s"}});

TEST(MuClaims, KnowsTheLabelsOfTheStudy) {
  std::vector<std::string> labels;
  for (const auto& [strategy, standard] : {std::pair{"WPS-work", 0.7}, {"WPS-cp", 0.5}, {"WPS-width", 0.5}})
    for (int tenths = 0; tenths <= 10; ++tenths) labels.push_back(mu_label(strategy, standard, tenths));
  EXPECT_EQ(study_labels("ptg-constrained-mu"), labels);
}

TEST(MuClaims, AllHoldWhereThePaperIsRight) { EXPECT_EQ(mu_claims(mu_world()), k_mu_as_published); }

// The curves the other way round: the unfairness rises with mu, so there is no gain; the makespan falls, by 20 s first.
TEST(MuClaims, OppositeCurvesContradictAll) {
  std::vector<MadeResult> results = mu_world();
  for (MadeResult& result : results) {
    result.makespan = 1000.0 * result.batch - result.makespan;
    result.unfairness = 1000.0 * result.batch - result.unfairness;
  }
  EXPECT_EQ(mu_claims(results),
            with_verdict("deviates", {{"R11a", "6"}, {"R11b", "-120 s"}, {"R11c", "no gain"}, {"R11d", "-60 s"}}));
}

// The last step of the unfairness falls by 0.25 and rises and falls by 1 more in turns.
TEST(MuClaims, StepWithinItsIntervalIsNotEnough) {
  std::vector<MadeResult> results = repeated(mu_world(), 10);
  for (MadeResult& result : results)
    if (result.strategy == "WPS-work:mu=1") result.unfairness += result.sample % 2 == 0 ? result.batch : -result.batch;
  const Outcomes got = outcomes("ptg-constrained-mu", results);
  // Deviation of a size b sqrt(10 / 9), t(9) = 2.262157: b x 0.754052; sqrt(4 + 16 + 36 + 64 + 100) / 5 = 2.966479 of
  // it is 2.236881. The largest low end is that of the two steps before, which are all alike.
  EXPECT_EQ(got.at("R11a"), "not enough data -1.5 [-1.5, 0.7]");
  EXPECT_EQ(got.at("R11b"), "reproduced 60 s");
  // The same draws on a second site tell no more.
  EXPECT_EQ(outcomes("ptg-constrained-mu", on_two_sites(results)), got);
}

// At mu = 0.7 the unfairness of b graphs is 0.5 b more and less in turns, the makespan 21 b s. Two sites are no further
// draws. R11c: x - r y is +-0.5 b: variance of ten draws b^2 / 3.6, of all five sizes 10 x 220 / 3.6 = 611.111; t(45) =
// 2.014103, mean 6 x 7.75 of 50 draws: 2.014103 x sqrt(611.111) / 2325 = 2.1415 %. R11d: +-(7 + 3) b s: the margin of a
// size is b x 7.54052 as above, of their mean 2.966479 x 7.54052 = 22.3688.
TEST(MuClaims, SharesAndBendsHaveIntervals) {
  std::vector<MadeResult> results = repeated(mu_world(), 10);
  for (MadeResult& result : results)
    if (result.strategy == "WPS-work") {
      const double sign = result.sample % 2 == 0 ? 1 : -1;
      result.unfairness += sign * 0.5 * result.batch;
      result.makespan += sign * 21 * result.batch;
    }
  const Outcomes got = outcomes("ptg-constrained-mu", on_two_sites(results));
  EXPECT_EQ(got.at("R11c"), "reproduced 9.7 % [7.5, 11.8]");
  EXPECT_EQ(got.at("R11d"), "reproduced 60 s [38, 82]");
}

// 10 less at mu = 1, of 20 - 10 + 2.25 - 10 = 2.25: of the gain of 17.75 lie 10.75 above 0.7.
TEST(MuClaims, LargeGainAboveIsNotLittle) {
  std::vector<MadeResult> results = mu_world();
  for (MadeResult& result : results)
    if (result.strategy == "WPS-work:mu=1") result.unfairness -= 10.0 * result.batch;
  EXPECT_EQ(mu_claims(results).at("R11c"), "deviates 60.5634 %");
}

TEST(MuClaims, IncompleteInstancesOtherKindsAndOtherStrategiesDoNotCount) {
  std::vector<MadeResult> results = repeated(mu_world(), 10);
  for (MadeResult result : mu_world()) {
    result.unfairness = result.makespan = 1;
    result.sample = 10;
    result.fails = result.strategy == "WPS-work:mu=0.4";
    results.push_back(result);
    result.fails = false;
    result.family = "fft-batch";
    results.push_back(result);
    result.family = "random-batch";
    result.sample = 0;
    result.strategy += "," + std::string("packing=off");
    results.push_back(result);
  }
  EXPECT_EQ(outcomes("ptg-constrained-mu", results), k_mu_as_published);
}

TEST(MuClaims, MissingBatchSizeOrMuIsNoData) {
  const Outcomes wanted = with_verdict("not enough data", {{"R11a", ""}, {"R11b", ""}, {"R11c", ""}, {"R11d", ""}});
  std::vector<MadeResult> results = mu_world();
  std::erase_if(results, [](const MadeResult& result) { return result.batch == 6; });
  EXPECT_EQ(mu_claims(results), wanted);
  results = mu_world();
  std::erase_if(results, [](const MadeResult& result) { return result.strategy == "WPS-work"; });
  EXPECT_EQ(mu_claims(results), wanted);
}

// Two draws at 2 graphs, the second with twice the numbers; a strategy needs all of its own settings, not the others'.
TEST(MuFigure, RowsAreMeansOverInstances) {
  std::vector<MadeResult> results = mu_world();
  const std::vector<MadeResult> regular = results;
  for (MadeResult result : regular) {
    result.makespan *= 2;
    result.unfairness *= 2;
    result.sample = 1;
    if (result.batch == 2) results.push_back(result);
    result.family = "fft-batch";
    result.strategy = "WPS-cp";
    if (result.batch == 2 && result.unfairness == 80) results.push_back(result);
  }
  const auto rows = answer("ptg-constrained-mu-figure", results);
  ASSERT_EQ(rows.size(), 55U);
  // Unfairness (40 + 80) / 2, makespan (200 + 400) / 2; at mu = 0.7 (26 + 52) / 2 and (340 + 680) / 2.
  EXPECT_THAT(rows[0], ElementsAre("random", "WPS-work", "2", "0.0", "2", "60.000", "300.0"));
  EXPECT_THAT(rows[7], ElementsAre("random", "WPS-work", "2", "0.7", "2", "39.000", "510.0"));
  EXPECT_THAT(rows[54], ElementsAre("random", "WPS-work", "10", "1.0", "1", "122.500", "2300.0"));
}

}  // namespace
}  // namespace palio::test
