// Campaigns that earlier versions of Palio wrote: each command takes them, and nothing that they hold is lost.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <ostream>

#include "storage/file/migrations.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

// A file in tests/end_to_end/campaigns/old_campaigns, as the version of its name wrote it: the study "old" (a platform
// from a file and a drawn one, two batches of two graphs) with S, which completed, and ES, which ran into --timeout
// 1e-06.
struct OldCampaign {
  std::int64_t version;
  std::string digest;  // as that version of Palio printed it
};

// Part of the name that ctest shows; as bytes it would change from run to run.
void PrintTo(const OldCampaign& old, std::ostream* out) { *out << old.digest; }

const std::vector<OldCampaign> k_old_campaigns{
    {1, "6d7296a3be75a4ed5116576d317fc612"}, {2, "6d7296a3be75a4ed5116576d317fc612"},
    {3, "a5fbb52db129fa8ffbd9c3f7e3c22816"}, {4, "6d7296a3be75a4ed5116576d317fc612"},
    {5, "6d7296a3be75a4ed5116576d317fc612"}, {6, "6d7296a3be75a4ed5116576d317fc612"},
    {7, "6d7296a3be75a4ed5116576d317fc612"}};

std::string stored_campaign(std::int64_t version) {
  return fmt::format("{}/tests/end_to_end/campaigns/old_campaigns/version-{}.campaign", PALIO_SOURCE_DIR, version);
}

// Whoever adds a step to the schema stores a campaign of the version before.
TEST(OldCampaigns, AreThereOfEveryEarlierVersion) {
  ASSERT_EQ(std::ssize(k_old_campaigns) + 1, newest_schema());
  for (std::size_t i = 0; i < k_old_campaigns.size(); ++i)
    EXPECT_EQ(k_old_campaigns[i].version, static_cast<std::int64_t>(i) + 1);
}

class OldCampaignTest : public testing::TestWithParam<OldCampaign> {
protected:
  OldCampaignTest() { std::filesystem::copy_file(stored_campaign(GetParam().version), file_); }

  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  std::string csv(const std::string& sql) { return palio({"query", file_, sql, "--format", "csv"}).out; }

  test::TemporaryFolder folder_;
  std::string file_ = folder_.file("old.db");
};

TEST_P(OldCampaignTest, IsMigratedByWhateverReadsItFirst) {
  const test::Finished first = palio({"status", file_});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_THAT(first.err,
              HasSubstr(fmt::format("was migrated from schema version {} to {}", GetParam().version, newest_schema())));
  EXPECT_EQ(palio({"status", file_}).err, "");
}

TEST_P(OldCampaignTest, KeepsItsDigestAndPassesTheCheck) {
  EXPECT_THAT(palio({"digest", file_}).out, HasSubstr(GetParam().digest));
  const test::Finished check = palio({"check", file_});
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("4 completed with metrics, 4 failed without"));
}

// The first version stored no limit.
TEST_P(OldCampaignTest, SaysInWordsWhatItsLastRunWasAskedFor) {
  ASSERT_EQ(palio({"status", file_}).status, 0);
  const std::string limit = GetParam().version == 1 ? "" : R"("--timeout=1.0e-06",)";
  const std::string sql = "SELECT count(*) FROM request WHERE id = (SELECT max(id) FROM request) AND options = '[" +
                          limit + R"("--engine=simgrid"]')";
  EXPECT_EQ(test::count(file_, sql), 1);
}

TEST_P(OldCampaignTest, IsResumed) {
  const test::Finished idle = palio({"resume", file_});
  EXPECT_EQ(idle.status, 0) << idle.err;
  EXPECT_THAT(idle.err, HasSubstr("nothing is missing, 8 scenarios are stored"));
  EXPECT_EQ(palio({"resume", file_, "--retry-failed", "--timeout", "0", "-q"}).status, 0);
  EXPECT_EQ(csv("SELECT strategy, count(makespan) AS n FROM results GROUP BY strategy"), "strategy,n\nES,4\nS,4\n");
  EXPECT_EQ(palio({"check", file_}).status, 0);
  EXPECT_EQ(palio({"audit", file_, "--sample", "100%", "-q"}).status, 0);
}

// The other one becomes a campaign of today first.
TEST_P(OldCampaignTest, IsReadAsOneWithACampaignOfToday) {
  const std::string now = folder_.file("now.db");
  std::filesystem::copy_file(file_, now);
  ASSERT_EQ(palio({"status", now}).status, 0);
  const test::Finished both =
      palio({"query", now, file_, "SELECT count(DISTINCT instance) AS n, count(*) AS all_of FROM results", "--format",
             "csv"});
  EXPECT_EQ(both.out, "n,all_of\n4,16\n");
  EXPECT_THAT(both.err, HasSubstr("was migrated from schema version"));
}

// Two versions stored the same results.
TEST_P(OldCampaignTest, IsEqualToThoseOfTheOtherVersions) {
  for (const OldCampaign& old : k_old_campaigns) {
    const std::string other = folder_.file(fmt::format("version-{}.db", old.version));
    std::filesystem::copy_file(stored_campaign(old.version), other);
    const test::Finished diff = palio({"diff", file_, other});
    EXPECT_EQ(diff.status, 0) << diff.out << diff.err;
  }
}

TEST_P(OldCampaignTest, IsAuditedReplayedComparedReportedAndExported) {
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

// Lists that are errors in a study file now were none then.
TEST_P(OldCampaignTest, WithEmptyListsInItsStudyWorksAsBefore) {
  const std::string sql =
      "UPDATE campaign SET study_text = replace(study_text, 'samples     = 2', "
      "'samples = 2' || char(10) || 'zip = []' || char(10) || 'only = []' || char(10) || "
      "'exclude = []')";
  ASSERT_EQ(std::system(("sqlite3 '" + file_ + "' \"" + sql + "\"").c_str()), 0);
  ASSERT_THAT(csv("SELECT study_text FROM campaign"), HasSubstr("zip = []\nonly = []\nexclude = []"));
  const std::string page = folder_.file("r.html");
  const std::vector<std::vector<std::string>> commands{{"status", file_},
                                                       {"resume", file_, "--retry-failed", "--timeout", "0", "-q"},
                                                       {"audit", file_, "--sample", "100%", "-q"},
                                                       {"check", file_},
                                                       {"report", file_, "-o", page},
                                                       {"prune", file_}};
  for (const std::vector<std::string>& command : commands) {
    const test::Finished done = palio(command);
    EXPECT_EQ(done.status, 0) << command.front() << done.out << done.err;
  }
  EXPECT_EQ(csv("SELECT strategy, count(makespan) AS n FROM results GROUP BY strategy"), "strategy,n\nES,4\nS,4\n");
}

// Whoever may not write it is told what to do.
TEST_P(OldCampaignTest, ThatCannotBeWrittenIsRefusedWithTheNextStep) {
  const std::string copy = folder_.file("readonly.db");
  std::filesystem::copy_file(file_, copy);
  std::filesystem::permissions(copy, std::filesystem::perms(0444));
  std::filesystem::permissions(folder_.file(""), std::filesystem::perms(0755));
  const std::string talk = folder_.file("talk");
  const std::string command =
      "setpriv --reuid=65534 --clear-groups " + std::string(PALIO_PATH " status ") + copy + " 2> " + talk;
  EXPECT_NE(std::system(command.c_str()), 0);
  std::string said((std::istreambuf_iterator<char>(std::ifstream(talk).rdbuf())), {});
  EXPECT_THAT(said, HasSubstr("copy it to where it can be written"));
}

// before-options.campaign: HCPA and MAGS on a product of Strassen, stored before HCPA's stop, MAGS's filling and the
// costs of Strassen's additions were parameters. A study that names them, with their defaults, wants what is stored.
TEST(OldCampaigns, OfRecipesWithoutLaterParametersHoldThoseWithTheirDefaults) {
  const test::TemporaryFolder folder;
  const std::string file = folder.file("before.db");
  std::filesystem::copy_file(PALIO_SOURCE_DIR "/tests/end_to_end/campaigns/old_campaigns/before-options.campaign",
                             file);
  const std::string study = folder.write("before.toml", R"([study]
name = "before"
title = "The same, with its parameters named"
seed = 42

[[platform]]
family        = "random-multi-cluster"
clusters      = 1
min_speed     = 1e9
heterogeneity = 1

[[workload]]
family = "strassen-batch"
batch  = 1
costs  = "graph"

[[strategy]]
name = "HCPA"
stop = "skip"

[[strategy]]
name    = "MAGS"
filling = "backward"
)");
  const test::Finished run = test::palio(folder.file(""), {"run", study, "--db", file});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("nothing is missing, 2 scenarios are stored"));
  EXPECT_THAT(test::palio(folder.file(""), {"digest", file}).out, HasSubstr("08e7061179c63180b2310d82fe7a9c0d"));
  EXPECT_EQ(test::palio(folder.file(""), {"check", file}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Versions, OldCampaignTest, testing::ValuesIn(k_old_campaigns),
                         [](const auto& row) { return fmt::format("Version{}", row.param.version); });

}  // namespace
}  // namespace palio
