#include "analysis/claims/claim_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "campaign/study/study.h"
#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
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
              HasSubstr("own.sql:1: instances: \"a = makespan\" is no column; write NAME = METRIC of STRATEGY"));
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
              HasSubstr("own.sql:4: claim A1 accepts \"about 1\", which is no range"));
  EXPECT_THAT(claim_refusal("-- needs: few\n" + std::string(k_claim) + "SELECT 1"),
              HasSubstr("own.sql:1: claim A1 needs \"few\""));
  EXPECT_THAT(claim_refusal("-- claims: claim | says | paper | accept\n--   A1 | x | 1 | 1 ..\n"
                            "--   A2 | y | 2 | two\nSELECT 1"),
              HasSubstr("own.sql:3: claim A2 accepts \"two\", which is no range"));
  EXPECT_THAT(claim_refusal(std::string(k_claim)), HasSubstr("claim A1 has no query"));
  EXPECT_THAT(claim_refusal(std::string(k_claim) + "-- needs: few\nSELECT 1"), HasSubstr("needs \"few\""));
  EXPECT_THAT(claim_refusal(std::string(k_claim) + "-- needs: 0\nSELECT 1"), HasSubstr("needs \"0\""));
  EXPECT_THAT(claim_refusal("-- studies: one\n" + std::string(k_claim) + "-- study: two\nSELECT 1"),
              HasSubstr("about study two, which the file does not name"));
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

}  // namespace
}  // namespace palio
