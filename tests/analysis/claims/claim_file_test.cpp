#include "analysis/claims/claim_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "campaign/study/study.h"
#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view k_claim = "-- claim: A1\n-- says: x\n-- paper: 1\n-- accept: 1 .. 2\n";

std::string claim_refusal(const std::string& text) {
  return test::error_of([&] { read_claims("own.sql", text); });
}

TEST(ClaimFile, HoldsWhatItsCommentsSay) {
  const ClaimFile file =
      read_claims("own.sql",
                  "-- paper: Somebody, 2010\n-- studies: one, two\nCREATE TEMP VIEW v AS SELECT 1;\n"
                  "-- claim: A1\n-- study: two\n-- place: figure 3\n-- says: shorter\n-- paper: 5 %\n"
                  "-- accept: 4 .. 6\n-- tolerance: 1 point\n-- unit: %\n-- needs: 30\nSELECT 5\n");
  EXPECT_EQ(file.paper, "Somebody, 2010");
  EXPECT_THAT(file.studies, ElementsAre("one", "two"));
  EXPECT_EQ(file.temporary_sql, "CREATE TEMP VIEW v AS SELECT 1;");
  ASSERT_EQ(file.claims.size(), 1U);
  const Claim& claim = file.claims.front();
  EXPECT_EQ(claim.id, "A1");
  EXPECT_EQ(claim.studies, std::vector<std::string>{"two"});
  EXPECT_EQ(claim.place, "figure 3");
  EXPECT_EQ(claim.says, "shorter");
  EXPECT_EQ(claim.paper, "5 %");
  EXPECT_EQ(claim.range, "4 .. 6");
  EXPECT_EQ(claim.accepted.high, 6);
  EXPECT_EQ(claim.tolerance, "1 point");
  EXPECT_EQ(claim.unit, "%");
  EXPECT_EQ(claim.needs, 30);
  EXPECT_EQ(claim.sql, "SELECT 5");
  EXPECT_EQ(claim.line, 4U);
}

TEST(ClaimFile, NamesTheColumnsOfTheTableOfInstances) {
  const std::string columns =
      "-- instances: a = makespan of CPA; b = max_stretch of S:mu=0.5,x=\"of = y\";\n--   c = efficiency of S\n";
  const ClaimFile file = read_claims("own.sql", columns + std::string(k_claim) + "SELECT 1");
  ASSERT_EQ(file.instances.size(), 3U);
  EXPECT_EQ(file.instances[1].name, "b");
  EXPECT_EQ(file.instances[1].metric, "max_stretch");
  EXPECT_EQ(file.instances[1].strategy, "S:mu=0.5,x=\"of = y\"");
  EXPECT_EQ(file.instances[2].strategy, "S");
  EXPECT_THAT(claim_refusal("-- instances: a = makespan\n" + std::string(k_claim) + "SELECT 1"),
              HasSubstr("own.sql:1: instances: \"a = makespan\" is not a column; write NAME = METRIC of STRATEGY"));
}

TEST(ClaimFile, WithoutStudiesIsAboutAny) {
  const ClaimFile file = read_claims("own.sql", std::string(k_claim) + "SELECT 1");
  EXPECT_TRUE(file.is_about("anything"));
  EXPECT_EQ(file.claims.front().needs, 1);
}

TEST(ClaimFile, RefusalsNameTheClaimAndTheNextStep) {
  EXPECT_EQ(claim_refusal("-- claim: A1\n-- paper: 1\n-- accept: 1 ..\nSELECT 1"),
            "own.sql:1: claim A1 does not say `-- says: ...`");
  EXPECT_THAT(claim_refusal("-- claim: A1\n-- says: x\n-- paper: 1\n-- accept: about 1\nSELECT 1"),
              HasSubstr("own.sql:4: claim A1 accepts \"about 1\", which is not a range"));
  EXPECT_THAT(claim_refusal("-- needs: few\n" + std::string(k_claim) + "SELECT 1"),
              HasSubstr("own.sql:1: claim A1 needs \"few\""));
  EXPECT_THAT(claim_refusal("-- claims: claim | says | paper | accept\n--   A1 | x | 1 | 1 ..\n"
                            "--   A2 | y | 2 | two\nSELECT 1"),
              HasSubstr("own.sql:3: claim A2 accepts \"two\", which is not a range"));
  EXPECT_THAT(claim_refusal(std::string(k_claim)), HasSubstr("claim A1 has no query"));
  EXPECT_THAT(claim_refusal(std::string(k_claim) + "-- needs: few\nSELECT 1"), HasSubstr("needs \"few\""));
  EXPECT_THAT(claim_refusal(std::string(k_claim) + "-- needs: 0\nSELECT 1"), HasSubstr("needs \"0\""));
  EXPECT_THAT(claim_refusal("-- studies: one\n" + std::string(k_claim) + "-- study: two\nSELECT 1"),
              HasSubstr("about study two, which is not in the file's"));
  EXPECT_THAT(claim_refusal("SELECT 1"), HasSubstr("own.sql has no claims"));
}

TEST(ShippedClaims, EveryFileNamesItsPaperAndEveryClaimItsPlace) {
  std::set<std::string> studies;
  for (const ClaimFile& file : shipped_claims()) {
    EXPECT_THAT(file.paper, Not(IsEmpty())) << file.file;
    EXPECT_THAT(file.studies, Not(IsEmpty())) << file.file;
    for (const std::string& study : file.studies) EXPECT_TRUE(studies.insert(study).second) << study;
    for (const Claim& claim : file.claims) EXPECT_THAT(claim.place, Not(IsEmpty())) << file.file << ' ' << claim.id;
  }
}

// What is embedded is what lies in the folder, to the last byte.
TEST(ShippedClaims, AreTheFilesOfTheFolder) {
  for (const ClaimFile& file : shipped_claims()) {
    const ClaimFile read = read_claims(file.file, read_text_file(std::string(PALIO_ANALYSIS "/claims/") + file.file));
    ASSERT_EQ(file.claims.size(), read.claims.size());
    EXPECT_EQ(file.temporary_sql, read.temporary_sql);
    EXPECT_EQ(file.claims.back().sql, read.claims.back().sql);
  }
}

TEST(ShippedClaims, AreFoundByTheStudy) {
  EXPECT_EQ(shipped_claims_about("ptg-constrained-mu").file, "ptg-constrained.sql");
  const std::string error = test::error_of([&] { shipped_claims_about("mine"); });
  EXPECT_THAT(error, HasSubstr("no claims about the study mine come with Palio"));
  EXPECT_THAT(error, HasSubstr("--claims FILE"));
  EXPECT_THAT(error, HasSubstr("ptg-batch"));
}

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
}  // namespace palio::test
