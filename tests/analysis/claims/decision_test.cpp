#include "analysis/claims/decision.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/queries/query_tables.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

Measurement measured(double low, double value, double high) {
  return {.measured = value, .low = low, .high = high, .instances = 1, .shown = {}};
}

// From 5, the upper end may come within 1 of 5, which is half of its 2.
TEST(DecidingWidth, ReachesTheNearerBound) {
  EXPECT_DOUBLE_EQ(deciding_width(measured(3, 5, 7), {{}, 6}), 0.5);
  EXPECT_DOUBLE_EQ(deciding_width(measured(3, 5, 7), {4.5, {}}), 0.25);
  EXPECT_DOUBLE_EQ(deciding_width(measured(3, 5, 7), {2, {}}), 1.5);  // inside as it is
}

// 8 is 2 above the range, its lower end reaches 4 down.
TEST(DecidingWidth, LeavesTheRangeOnTheOtherSide) {
  EXPECT_DOUBLE_EQ(deciding_width(measured(4, 8, 9), {{}, 6}), 0.5);
  EXPECT_DOUBLE_EQ(deciding_width(measured(4, 5, 9), {6, {}}), 0.25);
}

// 5.9 is 0.1 from the bound, a twentieth of 2; half of 4 makes it narrower than the range of 2, and so enough.
TEST(DecidingWidth, IsNoNarrowerThanTheRange) {
  EXPECT_DOUBLE_EQ(deciding_width(measured(3.9, 5.9, 7.9), {4, 6}), 0.5);
}

TEST(DecidingWidth, OnTheBoundNothingDecides) {
  EXPECT_EQ(deciding_width(measured(-1, 0, 1), {0, {}, true}), 0);
  EXPECT_EQ(deciding_width(measured(-1, 0, 1), {0, {}}), 0);
}

// Three graphs on one site; strategy A takes 4, 5 and 6 s.
class Decide : public testing::Test {
protected:
  Decide() {
    std::vector<MadeResult> results;
    for (const int sample : {0, 1, 2}) results.push_back({.sample = sample, .strategy = "A", .makespan = 4.0 + sample});
    store_campaign(folder_.file("made.db"), results);
  }

  ClaimDecision decide_one(const std::string& claim, const IntervalRule& rule) const {
    const OpenReader open = [&](const IntervalRule& of_reader) {
      auto reader = std::make_unique<CampaignReader>(folder_.file("made.db"));
      add_query_functions(*reader, nullptr, of_reader);
      return reader;
    };
    return decide(open, rule, read_claims("own.sql", "-- claim: A1\n-- says: x\n-- paper: 5\n" + claim), "made").at(0);
  }

  static constexpr const char* k_mean =
      "SELECT m AS measured, m - c AS low, m + c AS high, n AS instances "
      "FROM (SELECT avg(makespan) AS m, confidence(makespan, platform_id, workload_id) AS c, count(*) AS n FROM "
      "result)";

  TemporaryFolder folder_;
};

// The mean has the variance 1/3 and 2 degrees of freedom, t = 4.302653: 5 ± 2.484.
TEST_F(Decide, TellsWhatItTakes) {
  const ClaimDecision open = decide_one(std::string("-- accept: 4 .. 6\n") + k_mean, {.least_freedom = 40});
  EXPECT_FALSE(open.is_decided());
  EXPECT_FALSE(open.checked.measurement.low);  // of too few draws
  EXPECT_NEAR(open.margin, 2.484138, 1e-6);
  EXPECT_NEAR(open.most, 1, 1e-9);
  EXPECT_NEAR(open.parts.workloads.variance.value, 1.0 / 3, 1e-9);
  EXPECT_EQ(open.parts.workloads.variance.freedom, 2);
  EXPECT_EQ(open.parts.workloads.draws, 3);
  EXPECT_EQ(open.parts.platforms.variance.value, 0);
}

TEST_F(Decide, AsksForTheFreedomOfItsRule) {
  const std::string claim = std::string("-- accept: 1 .. 9\n") + k_mean;
  EXPECT_TRUE(decide_one(claim, {.least_freedom = 2}).is_decided());
  EXPECT_FALSE(decide_one(claim, {.least_freedom = 3}).is_decided());
  // 5 ± 9.925 / sqrt(3) = 5.73 at 99 %
  EXPECT_FALSE(decide_one(claim, {.level = 0.99}).is_decided());
}

TEST_F(Decide, CountsTheInstancesThatAreMissing) {
  const ClaimDecision open = decide_one("-- accept: 1 .. 9\n-- needs: 12\nSELECT 5 AS measured, 3 AS instances", {});
  EXPECT_FALSE(open.is_decided());
  EXPECT_EQ(open.instances, 4);
  EXPECT_TRUE(std::isinf(open.most));
  EXPECT_EQ(open.parts.workloads.variance.value, 0);
}

// A place is 1 or it is not: twice the draws are tried, whatever the width.
TEST_F(Decide, TriesTwiceTheDrawsForAPlace) {
  for (const char* place : {"1", "2"}) {
    const ClaimDecision open = decide_one(
        std::string("-- accept: 1 .. 1\nSELECT ") + place + " AS measured, 1 AS low, 2 AS high, 3 AS instances", {});
    EXPECT_FALSE(open.is_decided());
    EXPECT_EQ(open.instances, 2);
    EXPECT_TRUE(std::isinf(open.most));
  }
}

TEST_F(Decide, HasNoWayWithoutAnInterval) {
  const ClaimDecision open =
      decide_one("-- accept: 1 .. 9\nSELECT 5 AS measured, NULL AS low, NULL AS high, 3 AS instances", {});
  EXPECT_FALSE(open.is_decided());
  EXPECT_TRUE(std::isnan(open.margin));
  EXPECT_EQ(open.most, 0);
}

}  // namespace
}  // namespace palio::test
