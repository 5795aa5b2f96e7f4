// Runs that fail, give up, are mended and explained, with real workers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

class CampaignControlTest : public testing::Test {
protected:
  test::Finished palio(const std::vector<std::string>& arguments) { return test::palio(folder_.file(""), arguments); }
  // No scenario ends within a microsecond of CPU time.
  test::Finished fail(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"run", study_, "--db", database_, "--timeout", "0.000001", "-j", "2", "-q"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments);
  }
  std::int64_t count(const std::string& what) { return test::count(database_, "SELECT count(*) FROM " + what); }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", test::k_small_study);  // 24 instances, 48 scenarios
  std::string database_ = folder_.file("c.db");
};

TEST_F(CampaignControlTest, RetriesMendACampaignToTheBit) {
  EXPECT_EQ(fail().status, 2);
  const std::int64_t failed = count("result WHERE outcome = 'timeout'");
  EXPECT_GT(failed, 0);
  EXPECT_EQ(count("failure WHERE message LIKE '%--timeout 1e-06%--retry-failed=timeout%'"), failed);
  EXPECT_THAT(palio({"verify", database_, "--as", "ptg-batch"}).err,
              HasSubstr(std::to_string(failed) + " of 48 results failed; claims compare only instances"));
  EXPECT_EQ(palio({"resume", database_, "-q"}).status, 0);
  EXPECT_EQ(count("result WHERE outcome = 'timeout'"), failed);
  EXPECT_EQ(palio({"resume", database_, "--retry-failed", "timeout", "-q"}).status, 0);
  EXPECT_EQ(count("result WHERE outcome = 'completed' AND attempt = 2"), failed);
  EXPECT_EQ(count("failure WHERE attempt = 1"), failed);
  const std::string whole = folder_.file("whole.db");
  EXPECT_EQ(palio({"run", study_, "--db", whole, "-q"}).status, 0);
  EXPECT_EQ(test::results(database_), test::results(whole));
}

TEST_F(CampaignControlTest, AHopelessCampaignGivesUp) {
  const test::Finished run = fail({"--max-failures", "3"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.err, HasSubstr("which reaches --max-failures 3; most often"));
  EXPECT_THAT(run.err, HasSubstr("timeout: longer than the limit"));
  EXPECT_THAT(run.err, HasSubstr("palio resume " + database_ + " --retry-failed"));
  EXPECT_GE(count("result WHERE outcome = 'timeout'"), 3);
  EXPECT_LT(count("result"), 48);
  EXPECT_EQ(palio({"resume", database_, "--retry-failed", "-q"}).status, 0);
  EXPECT_EQ(count("result WHERE outcome = 'completed'"), 48);
}

TEST_F(CampaignControlTest, PlanExplainsEveryScenario) {
  EXPECT_EQ(fail({"--sample", "3"}).status, 2);
  const std::string failed = std::to_string(count("result WHERE outcome = 'timeout'"));
  EXPECT_EQ(palio({"run", study_, "--db", database_, "--sample", "5", "-q"}).status, 0);
  const auto explain = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"plan", study_, "--db", database_, "--explain", "--format", "csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return palio(arguments).out;
  };
  const std::string all = explain({});
  EXPECT_THAT(all, HasSubstr("38,run,never run"));
  EXPECT_THAT(all, HasSubstr("\n" + failed + ",skip,failed before (timeout); --retry-failed=timeout runs it again"));
  EXPECT_THAT(all, HasSubstr("4,skip,\"completed in session 2"));
  EXPECT_THAT(explain({"--retry-failed"}),
              HasSubstr("\n" + failed + ",run,\"failed before (timeout), and --retry-failed\""));
  EXPECT_THAT(explain({"--sample", "4"}), HasSubstr("40,skip,outside --sample 4"));
  const std::string list = explain({"--list", "5"});
  EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 6);  // with the header
}

// 48 rows are more than a stream's buffer holds.
TEST_F(CampaignControlTest, AnOutputThatTakesNothingEndsTheListWithAMessage) {
  const std::string list =
      std::string(PALIO_PATH " plan '") + study_ + "' --explain --list 48 > /dev/full 2> '" + folder_.file("err") + "'";
  const int status = std::system(list.c_str());
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST_F(CampaignControlTest, PlanProbesWhenNothingIsStored) {
  const test::Finished plan = palio({"plan", study_, "--probes", "3"});
  EXPECT_EQ(plan.status, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("Projected from 6 probes, simgrid: "));
  EXPECT_THAT(palio({"plan", study_, "--probes", "0"}).out, testing::Not(HasSubstr("rojected")));
  EXPECT_THAT(palio({"plan", study_, "--probes", "2", "--format", "csv"}).out,
              testing::AllOf(HasSubstr(",probes,4,simgrid,24\n"), HasSubstr(",probes,4,fluid,24\n")));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("small.db")));
}

TEST_F(CampaignControlTest, AWorkerThatDoesNotStartTakesTheProjectionOnly) {
  folder_.write("palio-worker", "no program");
  const test::Finished plan = palio({"plan", study_, "--engine", "simgrid"});
  EXPECT_EQ(plan.status, 0);
  EXPECT_THAT(plan.out, HasSubstr("48 scenarios"));
  EXPECT_THAT(plan.out, HasSubstr("No projection: the probes could not run"));
  EXPECT_THAT(plan.err, HasSubstr("palio: no projection for the engine simgrid: "));
  EXPECT_THAT(plan.err, HasSubstr("palio-worker"));
}

TEST_F(CampaignControlTest, WhereNothingIsToRunNoProbeIsToBlame) {
  ASSERT_EQ(palio({"run", study_, "--db", database_, "-q"}).status, 0);
  const std::string fail_all =
      "sqlite3 '" + database_ + "' \"PRAGMA ignore_check_constraints = ON; UPDATE result SET failure = 'crashed'\"";
  ASSERT_EQ(std::system(fail_all.c_str()), 0);
  EXPECT_THAT(palio({"plan", study_, "--db", database_}).out, HasSubstr("No projection: nothing to run"));
}

TEST_F(CampaignControlTest, WrongLimitsAreRefusedBeforeAnythingRuns) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--memory", "lots"},
                                                {"--max-failures", "-1"},
                                                {"--timeout", "-1"},
                                                {"--retry-failed", "tiemout"}}) {
    std::vector<std::string> arguments{"run", study_, "--db", database_};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    const test::Finished run = palio(arguments);
    EXPECT_EQ(run.status, 1) << wrong.front();
    EXPECT_THAT(run.err, HasSubstr(wrong.front()));
    EXPECT_FALSE(std::filesystem::exists(database_));
  }
}

}  // namespace
}  // namespace palio
