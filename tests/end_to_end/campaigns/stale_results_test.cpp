// A study that changes leaves results behind: they are stored, and count nowhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class StaleResultsTest : public testing::Test {
protected:
  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  test::Finished run(const std::string& study) { return palio({"run", study, "--db", file_, "-q"}); }
  std::string csv(const std::string& sql) { return palio({"query", file_, sql, "--format", "csv"}).out; }
  std::string digest() { return palio({"digest", file_}).out.substr(0, 32); }

  // By a shell that knows nothing of Palio.
  void change(const std::string& sql) {
    ASSERT_EQ(std::system(("sqlite3 -batch '" + file_ + "' '" + sql + "'").c_str()), 0);
  }

  // The small study with another seed: other draws of everything.
  std::string reseeded() {
    std::string text(test::k_small_study);
    const std::size_t at = text.find("seed");
    return folder_.write("reseeded.toml", text.substr(0, at) + "seed = 4711 #" + text.substr(at));
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);
  std::string file_ = folder_.file("c.db");
};

TEST_F(StaleResultsTest, CountNowhereButInAllResults) {
  ASSERT_EQ(run(study_).status, 0);
  const std::int64_t wanted = test::count(file_, "SELECT count(*) FROM results");
  const test::Finished second = run(reseeded());
  ASSERT_EQ(second.status, 0) << second.err;
  EXPECT_THAT(second.err, AllOf(HasSubstr("stored results do not belong to the study"), HasSubstr("palio prune")));
  EXPECT_EQ(test::count(file_, "SELECT count(*) FROM results"), wanted);
  EXPECT_EQ(test::count(file_, "SELECT count(*) FROM all_results"), 2 * wanted);
  EXPECT_EQ(test::count(file_, "SELECT count(*) FROM all_results WHERE stale"), wanted);
  // Statements of users, ready queries and views of Palio see the same.
  EXPECT_EQ(csv("SELECT count(*) AS n FROM result"), csv("SELECT count(*) AS n FROM results"));
  EXPECT_EQ(csv("SELECT count(*) AS n FROM relative_makespans"), csv("SELECT count(*) AS n FROM results"));
  EXPECT_THAT(palio({"status", file_}).out, HasSubstr("stale"));
  EXPECT_EQ(palio({"check", file_}).status, 0);
}

TEST_F(StaleResultsTest, AreThoseOfACampaignThatNeverHadThem) {
  ASSERT_EQ(run(study_).status, 0);
  ASSERT_EQ(run(reseeded()).status, 0);
  const std::string other = folder_.file("other.db");
  ASSERT_EQ(palio({"run", reseeded(), "--db", other, "-q"}).status, 0);
  EXPECT_EQ(digest(), palio({"digest", other}).out.substr(0, 32));
  EXPECT_EQ(palio({"diff", file_, other}).status, 0);
  EXPECT_EQ(palio({"query", file_, "@summary"}).out, palio({"query", other, "@summary"}).out);
}

TEST_F(StaleResultsTest, CountAgainWhenTheStudyWantsThemAgain) {
  ASSERT_EQ(run(study_).status, 0);
  const std::string before = digest();
  ASSERT_EQ(run(reseeded()).status, 0);
  EXPECT_NE(digest(), before);
  const test::Finished back = run(study_);
  EXPECT_THAT(back.err, HasSubstr("nothing is missing"));
  EXPECT_EQ(digest(), before);
  EXPECT_EQ(palio({"check", file_}).status, 0);
}

TEST_F(StaleResultsTest, AreDroppedByPruneWhichAsks) {
  ASSERT_EQ(run(study_).status, 0);
  ASSERT_EQ(run(reseeded()).status, 0);
  const std::string before = digest();
  const std::int64_t wanted = test::count(file_, "SELECT count(*) FROM results");
  const test::Finished unasked = test::palio(folder_.file(""), {"prune", file_});
  EXPECT_EQ(unasked.status, 1);  // nobody can answer in a test
  EXPECT_THAT(unasked.err, HasSubstr("--yes"));
  EXPECT_EQ(palio({"prune", file_, "--dry-run"}).status, 0);
  EXPECT_EQ(test::count(file_, "SELECT count(*) FROM all_results"), 2 * wanted);
  const auto size = std::filesystem::file_size(file_);
  EXPECT_EQ(palio({"prune", file_, "--yes"}).status, 0);
  EXPECT_EQ(test::count(file_, "SELECT count(*) FROM all_results"), wanted);
  EXPECT_LT(std::filesystem::file_size(file_), size);
  EXPECT_EQ(digest(), before);
  EXPECT_EQ(palio({"check", file_}).status, 0);
  EXPECT_THAT(palio({"resume", file_}).err, HasSubstr("nothing is missing"));
}

TEST_F(StaleResultsTest, ResumeRepeatsWhatWasAskedForThoughNoSessionWasStored) {
  ASSERT_EQ(palio({"run", study_, "--db", file_, "--sample", "2", "-q"}).status, 0);
  const std::string before = digest();
  // As if the first run had been killed between its first transaction and its session.
  change("DELETE FROM application_result; DELETE FROM result; DELETE FROM session");
  ASSERT_EQ(palio({"resume", file_, "-q"}).status, 0);
  EXPECT_EQ(digest(), before);
}

TEST_F(StaleResultsTest, FileThatDoesNotSayWhatWasAskedForIsNotResumed) {
  ASSERT_EQ(palio({"run", study_, "--db", file_, "--sample", "2", "-q"}).status, 0);
  change("DELETE FROM result; DELETE FROM session; DELETE FROM request");
  const test::Finished resumed = palio({"resume", file_});
  EXPECT_EQ(resumed.status, 1);
  EXPECT_THAT(resumed.err, HasSubstr(file_ + " does not say what to run: repeat the palio run that began it"));
}

}  // namespace
}  // namespace palio
