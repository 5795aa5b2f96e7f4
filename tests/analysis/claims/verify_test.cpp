#include "analysis/claims/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/queries/query_tables.h"
#include "core/error.h"
#include "storage/read/campaign_reader.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

constexpr const char* k_head = "-- claim: A1\n-- says: x\n-- paper: 5\n-- accept: 4 .. 6\n-- unit: s\n";

// Three instances; strategy A takes 4, 5 and 6 s.
class Verify : public testing::Test {
protected:
  Verify() {
    std::vector<MadeResult> results;
    for (const int sample : {0, 1, 2}) results.push_back({.sample = sample, .strategy = "A", .makespan = 4.0 + sample});
    store_campaign(folder_.file("made.db"), results);
  }

  std::vector<CheckedClaim> checked(const std::string& text, std::string_view study = "made") const {
    CampaignReader campaign(folder_.file("made.db"));
    add_query_functions(campaign);
    return verify(campaign, read_claims("own.sql", text), study);
  }

  std::string refusal(const std::string& text) const {
    return test::error_of([&] { checked(text); });
  }

  TemporaryFolder folder_;
};

// Student's t(2) = 4.302653, standard deviation 1, n = 3: 4.302653 / sqrt(3) = 2.48.
TEST_F(Verify, MeasuresWithIntervalAndInstances) {
  const auto claims =
      checked(std::string("CREATE TEMP TABLE x AS SELECT makespan AS m FROM result;\n") + k_head +
              "SELECT avg(m) AS measured, avg(m) - confidence(m) AS low, avg(m) + confidence(m) AS high, "
              "count(*) AS instances FROM x");
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].measurement.measured, 5);
  EXPECT_NEAR(*claims[0].measurement.low, 5 - 2.484, 1e-3);
  EXPECT_EQ(claims[0].measurement.instances, 3);
  EXPECT_EQ(claims[0].verdict, Verdict::not_enough_data);  // 5 wide against 2
  EXPECT_EQ(measured_text(claims[0]), "5.0 s [2.5, 7.5]");
}

// Half of 5.14 wide: one decimal, to which -0.02 is 0.0 and -0.06 is -0.1.
TEST_F(Verify, WhatRoundsToZeroHasNoSign) {
  const auto text = [&](const std::string& low) {
    return measured_text(
        checked(std::string(k_head) + ("SELECT 2.5 AS measured, " + low + " AS low, 5.12 AS high, 3 AS instances"))[0]);
  };
  EXPECT_EQ(text("-0.02"), "2.5 s [0.0, 5.1]");
  EXPECT_EQ(text("-0.06"), "2.5 s [-0.1, 5.1]");
}

TEST_F(Verify, ExactNumberHasNoInterval) {
  const auto claims =
      checked(std::string(k_head) + "SELECT max(makespan) AS measured, count(*) AS instances FROM result");
  EXPECT_EQ(claims[0].verdict, Verdict::reproduced);
  EXPECT_EQ(measured_text(claims[0]), "6 s");
}

TEST_F(Verify, ShownTextTakesThePlaceOfTheNumber) {
  const auto claims = checked(std::string(k_head) + "SELECT 3 AS measured, 3 AS instances, '3 of 5' AS shown");
  EXPECT_EQ(claims[0].verdict, Verdict::deviates);
  EXPECT_EQ(measured_text(claims[0]), "3 of 5");
}

TEST_F(Verify, CountsOfVerdictsAreInWords) {
  EXPECT_EQ(verdict_counts(checked(std::string(k_head) + "SELECT 3 AS measured, 3 AS instances")),
            "0 reproduced, 1 deviate, 0 lack data");
}

TEST_F(Verify, NoRowAndNoValueAreNotEnough) {
  for (const char* query :
       {"SELECT 1 AS measured, 1 AS instances WHERE 0", "SELECT NULL AS measured, NULL AS instances"}) {
    const auto claims = checked(std::string(k_head) + query);
    EXPECT_EQ(claims[0].verdict, Verdict::not_enough_data);
    EXPECT_EQ(measured_text(claims[0]), "");
  }
}

// Killed before its first result: the columns that the queries ask for are not there yet.
TEST_F(Verify, EmptyCampaignIsNotEnough) {
  store_campaign(folder_.file("empty.db"), {});
  const CampaignReader campaign(folder_.file("empty.db"));
  const auto claims = verify(campaign, shipped_claims_about("ptg-constrained"), "ptg-constrained");
  ASSERT_FALSE(claims.empty());
  for (const CheckedClaim& claim : claims) EXPECT_EQ(claim.verdict, Verdict::not_enough_data) << claim.claim.id;
}

// A query with the columns of an interval but without values has one instance, say.
TEST_F(Verify, MissingIntervalIsNotEnough) {
  const auto claims = checked(std::string(k_head) + "SELECT 5 AS measured, NULL AS low, NULL AS high, 1 AS instances");
  EXPECT_EQ(claims[0].verdict, Verdict::not_enough_data);
}

TEST_F(Verify, ClaimsOfOtherStudiesAreLeftOut) {
  const std::string text =
      "-- studies: made, other\n" + std::string(k_head) +
      "-- study: other\nSELECT 5 AS measured, 1 AS instances;\n-- claim: A2\n-- says: y\n-- paper: 1\n"
      "-- accept: 1 ..\nSELECT 1 AS measured, 1 AS instances";
  ASSERT_EQ(checked(text).size(), 1U);
  EXPECT_EQ(checked(text)[0].claim.id, "A2");
  EXPECT_EQ(checked(text, "other").size(), 2U);
}

// The second time the table is made anew.
TEST_F(Verify, LeavesNothingBehind) {
  CampaignReader campaign(folder_.file("made.db"));
  const ClaimFile claims = read_claims("own.sql", std::string("CREATE TEMP TABLE x (y);\nINSERT INTO x VALUES (5);\n") +
                                                      k_head + "SELECT sum(y) AS measured, 1 AS instances FROM x");
  verify(campaign, claims, "made");
  EXPECT_EQ(verify(campaign, claims, "made")[0].measurement.measured, 5);
  EXPECT_EQ(campaign.counts().completed, 3);
}

TEST_F(Verify, IntervalThatCannotBeIsRefused) {
  const auto of = [&](const std::string& columns) {
    return refusal(std::string(k_head) + "SELECT 1 AS instances, " + columns);
  };
  EXPECT_THAT(of("5 AS measured, 6 AS low, 4 AS high"),
              HasSubstr("own.sql:1: claim A1: its interval is empty: low 6 is above high 4"));
  EXPECT_THAT(of("9 AS measured, 4.5 AS low, 5.5 AS high"),
              HasSubstr("claim A1: measured 9 is outside its interval from low 4.5 to high 5.5"));
  EXPECT_THAT(of("5 AS measured, 4 AS low"), HasSubstr("claim A1: its query has a column \"low\" without \"high\""));
  EXPECT_THAT(of("5 AS measured, 6 AS high"), HasSubstr("claim A1: its query has a column \"high\" without \"low\""));
  EXPECT_EQ(of("5 AS measured, 5 + 1e-12 AS low, 5 - 1e-12 AS high"), "no error");  // rounding
}

// 9007199254740992 is 2^53.
TEST_F(Verify, NumbersThatAreNotFiniteOrTooLargeAreRefused) {
  const auto of = [&](const std::string& columns) { return refusal(std::string(k_head) + "SELECT " + columns); };
  EXPECT_THAT(of("5 AS measured, 9e999 AS instances"),
              HasSubstr("own.sql:1: claim A1: instances is inf, but must be a finite number below 2^53"));
  EXPECT_THAT(of("5 AS measured, -9e999 AS low, 9e999 AS high, 1 AS instances"), HasSubstr("claim A1: low is -inf"));
  EXPECT_THAT(of("9e999 AS measured, 1 AS instances"), HasSubstr("claim A1: measured is inf"));
  EXPECT_THAT(of("5 AS measured, 9007199254740992 AS instances"), HasSubstr("claim A1: instances is"));
  EXPECT_EQ(of("5 AS measured, 9007199254740991 AS instances"), "no error");
}

TEST_F(Verify, FailuresAreTold) {
  EXPECT_EQ(failures_text({.completed = 3, .failed = {}}), "");
  EXPECT_THAT(failures_text({.completed = 3, .failed = {{"timeout", 1}, {"crashed", 2}}}),
              testing::StartsWith("3 of 6 results failed; claims compare only instances that"));
}

TEST_F(Verify, DrawsAreTold) {
  CampaignReader campaign(folder_.file("made.db"));
  add_query_functions(campaign);
  EXPECT_EQ(intervals_text(campaign), "intervals are for new draws, not just the 3 draws of workloads");
  store_campaign(folder_.file("one.db"), {{.strategy = "A"}});
  CampaignReader one(folder_.file("one.db"));
  add_query_functions(one);
  EXPECT_EQ(intervals_text(one),
            "there is no interval over all instances: 1 kind of workloads was drawn once, which does not show how "
            "draws vary; samples = 2 or a larger --sample draws them again");
}

TEST_F(Verify, RefusalsNameFileClaimAndMistake) {
  EXPECT_THAT(refusal("\n" + std::string(k_head) + "SELECT 1 AS measured"),
              HasSubstr("own.sql:2: claim A1: its query has no column \"instances\""));
  EXPECT_THAT(refusal(std::string(k_head) + "SELECT 1 AS measure, 1 AS instances"),
              HasSubstr("unknown column \"measure\" (did you mean \"measured\"?)"));
  EXPECT_THAT(refusal(std::string(k_head) + "SELECT makespan AS measured, 1 AS instances FROM result"),
              HasSubstr("gives several rows, but must give one"));
  EXPECT_THAT(refusal(std::string(k_head) + "SELECT '5' AS measured, 1 AS instances"),
              HasSubstr("measured is the text \"5\", but must be a number"));
  EXPECT_THAT(refusal(std::string(k_head) + "SELECT 5 AS measured, 1 AS instances, 5 AS shown"),
              HasSubstr("shown is a number, but must be a text"));
  EXPECT_THAT(refusal(std::string(k_head) + "SELECT 5 AS measured, 1 AS instances; SELECT 2"),
              HasSubstr("own.sql:1: claim A1: a query is one statement"));
  EXPECT_THAT(refusal(std::string(k_head) + "DELETE FROM result"), HasSubstr("can only read the campaign"));
  EXPECT_THAT(refusal("CREATE TABLE y (z);\n" + std::string(k_head) + "SELECT 1 AS measured, 1 AS instances"),
              HasSubstr("own.sql: before the first claim: statements that prepare"));
}

// Two platforms, two workloads. A takes 5 s; B takes 3 s, on the second workload 9 s. Ids are in the order of storing.
class VerifyParts : public testing::Test {
protected:
  VerifyParts() {
    std::vector<MadeResult> results;
    for (const char* platform : {"lille", "nancy"})
      for (const int sample : {0, 1})
        for (const char* strategy : {"A", "B"})
          results.push_back({.platform = platform,
                             .sample = sample,
                             .strategy = strategy,
                             .makespan = strategy[0] == 'A' ? 5.0
                                         : sample == 0      ? 3.0
                                                            : 9.0});
    store_campaign(folder_.file("made.db"), results);
    readers_ = read_one_snapshot(folder_.file("made.db"), 2);
    for (const auto& reader : readers_) add_query_functions(*reader);
  }

  const CampaignReader& campaign() const { return *readers_.front(); }

  std::map<std::string, std::int64_t> ids(std::string_view table) const {
    std::map<std::string, std::int64_t> ids;
    for (const auto& [id, label] : campaign().labels(table)) ids[label] = id;
    return ids;
  }

  // All platforms and workloads, and the strategy of that label in A's place.
  CampaignPart with(const std::string& stand_in) const {
    CampaignPart part;
    for (const auto& [label, id] : ids("platform")) part.platforms.push_back(id);
    for (const auto& [label, id] : ids("workload")) part.workloads.push_back(id);
    part.strategies[ids("strategy").at(stand_in)] = "A";
    return part;
  }

  TemporaryFolder folder_;
  std::vector<std::unique_ptr<CampaignReader>> readers_;
};

// By each name that a claim may read it by: 5 s of A; 6 s of B, the mean of 3 and 9.
TEST_F(VerifyParts, AClaimIsMeasuredOnThePartAlone) {
  for (const std::string query :
       {"SELECT avg(makespan) AS measured, count(*) AS instances FROM result r JOIN strategy s ON s.id = r.strategy_id "
        "WHERE s.label = 'A'",
        "SELECT avg(makespan) AS measured, count(*) AS instances FROM results WHERE strategy = 'A'",
        "SELECT avg(m) AS measured, count(*) AS instances FROM instance"}) {
    const ClaimFile claims = read_claims("own.sql", "-- instances: m = makespan of A\n" + std::string(k_head) + query);
    const std::vector<CampaignPart> parts{with("A"), with("B"), with("A")};
    const auto checked = verify_parts(readers_, claims, "made", parts);
    ASSERT_EQ(checked.size(), 3U);
    EXPECT_EQ(checked[0][0].measurement.measured, 5) << query;
    EXPECT_EQ(checked[0][0].verdict, Verdict::reproduced);
    EXPECT_EQ(checked[1][0].measurement.measured, 6) << query;
    EXPECT_EQ(checked[1][0].measurement.instances, 4);
    EXPECT_EQ(checked[2][0].measurement.measured, 5);
    EXPECT_EQ(verify(campaign(), claims, "made")[0].measurement.measured, 5);  // all is there again
  }
}

TEST_F(VerifyParts, APartHasItsPlatformsAndWorkloads) {
  const std::string count = "SELECT avg(makespan) AS measured, count(*) AS instances FROM result";
  const std::string joined =
      count + " r JOIN platform p ON p.id = r.platform_id JOIN workload w ON w.id = r.workload_id";
  CampaignPart part = with("B");
  part.workloads.resize(1);
  for (const std::string& query : {count, joined}) {
    const ClaimFile claims = read_claims("own.sql", k_head + query);
    EXPECT_EQ(verify(campaign(), claims, "made", part)[0].measurement.instances, 2) << query;
    CampaignPart smaller = part;
    smaller.platforms.resize(1);
    EXPECT_EQ(verify(campaign(), claims, "made", smaller)[0].measurement.instances, 1) << query;
    smaller.strategies.clear();
    EXPECT_EQ(verify(campaign(), claims, "made", smaller)[0].verdict, Verdict::not_enough_data);
  }
}

// Values of the workloads 3 and 9 on either platform: draws are counted in the whole campaign once and serve all parts.
TEST_F(VerifyParts, IntervalsKnowTheDrawsOfEveryPart) {
  const ClaimFile claims =
      read_claims("own.sql", std::string(k_head) +
                                 "SELECT workload_draws(workload_id) AS measured, count(*) AS instances FROM result");
  CampaignPart first = with("B");
  first.workloads.resize(1);
  EXPECT_EQ(verify(campaign(), claims, "made", first)[0].measurement.measured, 1);
  EXPECT_EQ(verify(campaign(), claims, "made", with("B"))[0].measurement.measured, 2);
}

TEST(ValueText, IsTheMeasuredValueAlone) {
  CheckedClaim checked;
  checked.claim.unit = "%";
  checked.measurement = {12.34, 11.0, 13.7, false, 3, {}};
  EXPECT_EQ(measured_text(checked), "12.3 % [11.0, 13.7]");
  EXPECT_EQ(value_text(checked), "12.3");
  checked.measurement.shown = "3 of 5 [x]";
  EXPECT_EQ(value_text(checked), "3 of 5 [x]");
}

}  // namespace
}  // namespace palio::test
