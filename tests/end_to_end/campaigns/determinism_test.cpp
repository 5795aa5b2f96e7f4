#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

class DeterminismTest : public testing::Test {
protected:
  test::Finished run(const std::string& database, const std::vector<std::string>& more = {},
                     const std::string& study = "small.toml") {
    std::vector<std::string> arguments{"run", folder_.file(study), "--db", folder_.file(database), "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::palio(folder_.file(""), arguments);
  }
  std::string results(const std::string& database) const { return test::results(folder_.file(database)); }
  std::int64_t stored(const std::string& database) const {
    return test::count(folder_.file(database), "SELECT count(*) FROM result");
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);
};

TEST_F(DeterminismTest, SameBitsWithOneWorkerAndWithTwo) {
  EXPECT_EQ(run("one.db", {"-j", "1"}).status, 0);
  EXPECT_EQ(run("two.db", {"-j", "2"}).status, 0);
  EXPECT_EQ(run("five.db", {"-j", "5"}).status, 0);
  EXPECT_EQ(stored("one.db"), 48);
  EXPECT_EQ(results("one.db"), results("two.db"));
  EXPECT_EQ(results("one.db"), results("five.db"));
}

TEST_F(DeterminismTest, SampleByGrowingSampleIsTheWholeStudy) {
  EXPECT_EQ(run("whole.db").status, 0);
  EXPECT_EQ(run("grown.db", {"--sample", "5"}).status, 0);
  EXPECT_EQ(stored("grown.db"), 10);
  EXPECT_EQ(run("grown.db", {"--sample", "11"}).status, 0);
  EXPECT_EQ(stored("grown.db"), 22);
  EXPECT_EQ(run("grown.db").status, 0);
  EXPECT_EQ(results("grown.db"), results("whole.db"));
}

TEST_F(DeterminismTest, ShardsIntoOneFileAreTheWholeStudy) {
  EXPECT_EQ(run("whole.db").status, 0);
  EXPECT_EQ(run("parts.db", {"--shard", "2/3"}).status, 0);
  EXPECT_EQ(run("parts.db", {"--shard", "1/3"}).status, 0);
  EXPECT_EQ(run("parts.db", {"--shard", "3/3"}).status, 0);
  EXPECT_EQ(results("parts.db"), results("whole.db"));
}

TEST_F(DeterminismTest, AnotherStrategyRunsNothingElse) {
  EXPECT_EQ(run("c.db").status, 0);
  const std::string before = results("c.db");
  folder_.write("extended.toml", std::string(test::k_small_study) + "\n[[strategy]]\nname = \"HCPA-OPT\"\n");
  EXPECT_EQ(run("c.db", {}, "extended.toml").status, 0);
  EXPECT_EQ(stored("c.db"), 72);
  // The second session ran the 24 scenarios of the new strategy alone.
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT planned FROM session ORDER BY id DESC LIMIT 1"), 24);
  EXPECT_EQ(test::count(folder_.file("c.db"),
                        "SELECT count(*) FROM result r JOIN strategy s ON s.id = r.strategy_id "
                        "WHERE r.session_id = 2 AND s.name != 'HCPA-OPT'"),
            0);
  EXPECT_EQ(run("fresh.db", {}, "extended.toml").status, 0);
  EXPECT_EQ(results("c.db"), results("fresh.db"));
}

TEST_F(DeterminismTest, MoreSamplesRunNothingElse) {
  EXPECT_EQ(run("c.db").status, 0);
  std::string more(test::k_small_study);
  const std::size_t samples = more.rfind("samples    = 2");
  folder_.write("more.toml", more.replace(samples, 14, "samples    = 3"));
  EXPECT_EQ(run("c.db", {}, "more.toml").status, 0);
  EXPECT_EQ(stored("c.db"), 72);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT planned FROM session ORDER BY id DESC LIMIT 1"), 24);
}

TEST_F(DeterminismTest, ASecondRunDoesNothing) {
  EXPECT_EQ(run("c.db").status, 0);
  const test::Finished again = run("c.db");
  EXPECT_EQ(again.status, 0);
  EXPECT_NE(again.err.find("nothing is missing, 48 scenarios are stored"), std::string::npos) << again.err;
}

TEST_F(DeterminismTest, AFinishedCampaignIsOnePlainFile) {
  EXPECT_EQ(run("c.db").status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder_.file("c.db")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db-wal")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("c.db-shm")));
}

// Known answers: what was published is what every later version computes, to the last bit.
TEST_F(DeterminismTest, ShippedStudiesHaveTheseDigestsForEver) {
  const std::vector<std::array<std::string, 3>> samples{
      {"mixed-parallel", "30", "47c3821de8fc31b699b52ade01fa2647"},
      {"ptg-batch", "6", "ad5d196b0867ba57417e056be8f1abd6"},
      {"ptg-constrained", "6", "b4390aecff0dc0013ff045edada841d3"},
      {"classic-random", "6", "d0023230f0d4a3660c306b1f236196dd"},
      {"shared-files-table1", "13", "bd063e92a74c90dda4372cc2cb35f440"},
      {"bag-of-tasks", "4", "19799a59b9be6f7e4b5564eeccdf3b9e"}};
  for (const auto& [study, sample, digest] : samples) {
    const std::string database = folder_.file(study + ".db");
    const test::Finished ran = test::palio(folder_.file(""), {"run", study, "--engine", "fluid", "--sample", sample,
                                                              "--audit", "0%", "--db", database, "-q"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(test::palio(folder_.file(""), {"digest", database}).out.substr(0, 32), digest) << study;
  }
}

}  // namespace
}  // namespace palio
