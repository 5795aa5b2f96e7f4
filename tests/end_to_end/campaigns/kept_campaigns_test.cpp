// Campaigns that earlier builds wrote: each command takes them, and nothing that they hold is lost. The first is of the
// build that made the schema of the first release.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "storage/file/schema_version.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

// A file in tests/end_to_end/campaigns/kept_campaigns, as the schema of its name: the study "old" (a platform from a
// file and a drawn one, two batches of two graphs) with S, which completed, and ES, which ran into --timeout 1e-06.
struct KeptCampaign {
  std::int64_t version;
  std::string digest;  // as that version of Palio printed it
};

// Part of the name that ctest shows; as bytes it would change from run to run.
void PrintTo(const KeptCampaign& kept, std::ostream* out) { *out << kept.digest; }

const std::vector<KeptCampaign> k_kept_campaigns{{10, "4ca8209f01155a6e546c10959b9be460"}};

// Whoever changes the schema stores a campaign of the version before.
TEST(KeptCampaigns, AreThereOfEveryVersion) { EXPECT_EQ(k_kept_campaigns.back().version, k_schema_version); }

class KeptCampaignTest : public testing::TestWithParam<KeptCampaign> {
protected:
  KeptCampaignTest() {
    std::filesystem::copy_file(fmt::format("{}/tests/end_to_end/campaigns/kept_campaigns/version-{}.campaign",
                                           PALIO_SOURCE_DIR, GetParam().version),
                               file_);
  }

  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  std::string csv(const std::string& sql) { return palio({"query", file_, sql, "--format", "csv"}).out; }

  test::TemporaryFolder folder_;
  std::string file_ = folder_.file("old.db");
};

TEST_P(KeptCampaignTest, KeepsItsDigestAndPassesTheCheck) {
  EXPECT_THAT(palio({"digest", file_}).out, HasSubstr(GetParam().digest));
  const test::Finished check = palio({"check", file_});
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("4 completed with metrics, 4 failed without"));
}

TEST_P(KeptCampaignTest, IsResumed) {
  const test::Finished idle = palio({"resume", file_});
  EXPECT_EQ(idle.status, 0) << idle.err;
  EXPECT_THAT(idle.err, HasSubstr("nothing is missing, 8 scenarios are stored"));
  EXPECT_EQ(palio({"resume", file_, "--retry-failed", "--timeout", "0", "-q"}).status, 0);
  EXPECT_EQ(csv("SELECT strategy, count(makespan) AS n FROM results GROUP BY strategy"), "strategy,n\nES,4\nS,4\n");
  EXPECT_EQ(palio({"check", file_}).status, 0);
}

TEST_P(KeptCampaignTest, IsAuditedComparedReportedAndExported) {
  const test::Finished audit = palio({"audit", file_, "--sample", "100%", "-q"});
  EXPECT_EQ(audit.status, 0) << audit.out << audit.err;
  EXPECT_THAT(audit.err, HasSubstr("4 equal to the last bit, 0 different"));
  const std::string copy = folder_.file("copy.db");
  std::filesystem::copy_file(file_, copy);
  EXPECT_EQ(palio({"diff", file_, copy}).status, 0);
  EXPECT_EQ(palio({"report", file_, "-o", folder_.file("r.html")}).status, 0);
  EXPECT_EQ(palio({"export", file_, "-o", folder_.file("r.csv")}).status, 0);
  EXPECT_EQ(csv("SELECT count(*) AS n FROM applications"), "n\n8\n");
}

INSTANTIATE_TEST_SUITE_P(Versions, KeptCampaignTest, testing::ValuesIn(k_kept_campaigns),
                         [](const auto& row) { return fmt::format("Version{}", row.param.version); });

// What builds before the first release wrote is refused, and not touched.
TEST(KeptCampaigns, OfBuildsBeforeTheFirstReleaseAreRefused) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("early.db");
  std::filesystem::copy_file(PALIO_SOURCE_DIR "/tests/end_to_end/campaigns/kept_campaigns/version-10.campaign", file);
  ASSERT_EQ(std::system(("sqlite3 '" + file + "' 'PRAGMA user_version = 8'").c_str()), 0);
  for (const std::string command : {"status", "resume", "digest"}) {
    const test::Finished refused = test::palio(folder.file(""), {command, file});
    EXPECT_EQ(refused.status, 1) << command;
    EXPECT_THAT(refused.err,
                HasSubstr("has schema version 8, this Palio reads version 10: it was made before the first "
                          "release; run its study into a new file"));
  }
}

}  // namespace
}  // namespace palio
