// palio duel: what it finds is a campaign like any other, the same with any number of workers and after any kill.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include "tests/end_to_end/support/command_test.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class DuelCommand : public test::CommandTest {
protected:
  std::string file(const std::string& name) const { return folder_.file(name); }

  std::vector<std::string> arguments(const std::string& database, const std::vector<std::string>& more = {},
                                     const std::vector<std::string>& strategies = {"HEFT", "FastestNode"}) const {
    std::vector<std::string> all{"duel", "--db", file(database), "-q", "--evaluations", "150"};
    all.insert(all.end(), strategies.begin(), strategies.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  test::Finished duel(const std::string& database, const std::vector<std::string>& more = {},
                      const std::vector<std::string>& strategies = {"HEFT", "FastestNode"}) {
    return palio(arguments(database, more, strategies));
  }

  std::string error_of(const std::vector<std::string>& strategies, const std::vector<std::string>& more = {}) {
    const test::Finished refused = duel("refused.db", more, strategies);
    EXPECT_EQ(refused.status, 1);
    EXPECT_FALSE(std::filesystem::exists(file("refused.db")));
    return refused.err;
  }
};

TEST_F(DuelCommand, IsTheSameWithAnyNumberOfWorkers) {
  for (const char* jobs : {"1", "4"}) {
    const test::Finished finished = duel(fmt::format("{}.db", jobs), {"-j", jobs});
    EXPECT_EQ(finished.status, 0) << finished.err;
  }
  EXPECT_GT(test::count(file("1.db"), "SELECT count(*) FROM results"), 100);
  EXPECT_EQ(test::results(file("1.db")), test::results(file("4.db")));
}

// On a mesh nothing contends: the engines' dates are those of the plans that the search went by.
TEST_F(DuelCommand, SimulationsGiveTheRatiosOfTheSearch) {
  ASSERT_EQ(duel("c.db", {"--restarts", "20"}, {"MinMin", "CPOP"}).status, 0);
  const std::string pairs =
      "FROM results t JOIN results b ON b.platform = t.platform AND b.workload = t.workload AND t.strategy = t.target "
      "AND b.strategy = b.base";
  EXPECT_EQ(test::count(file("c.db"), "SELECT count(*) " + pairs),
            test::count(file("c.db"), "SELECT count(*) / 2 FROM results WHERE outcome = 'completed'"));
  EXPECT_EQ(test::count(file("c.db"),
                        "SELECT count(*) " + pairs + " WHERE abs(t.makespan / b.makespan / t.ratio - 1) > 1e-9"),
            0);
  // Every instance but the starts has its parent, which is not as bad.
  EXPECT_EQ(
      test::count(file("c.db"),
                  "SELECT count(*) FROM results c WHERE parent >= 0 AND NOT EXISTS (SELECT 1 FROM results p WHERE "
                  "p.restart = c.restart AND p.evaluation = c.parent AND p.ratio < c.ratio)"),
      0);
  EXPECT_EQ(palio({"check", file("c.db")}).status, 0);
}

TEST_F(DuelCommand, AKilledOneGoesOnAsIfItHadNeverStopped) {
  const std::vector<std::string> many{"--restarts", "60"};
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(duel("whole.db", many).status, 0);
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
  std::mt19937 random(1);
  for (int kill = 0; kill < 4; ++kill) {
    const std::string database = fmt::format("{}.db", kill);
    test::Program program(folder_.file(""), arguments(database, many));
    std::this_thread::sleep_for(whole * std::uniform_real_distribution<double>(0, 1)(random));
    program.signal(SIGKILL);
    program.wait();
    ASSERT_EQ(duel(database, many).status, 0);
    EXPECT_EQ(test::results(file(database)), test::results(file("whole.db")));
    EXPECT_EQ(palio({"check", file(database)}).status, 0);
  }
}

// As one that was killed at once leaves it.
TEST_F(DuelCommand, AnEmptyFileIsBegun) {
  folder_.write("c.db", "");
  EXPECT_EQ(duel("c.db", {"--restarts", "2"}).status, 0);
  EXPECT_EQ(palio({"check", file("c.db")}).status, 0);
}

// As one that was killed after its first transaction leaves it: the study is there, the files that it names are not.
TEST_F(DuelCommand, AFileWithNothingButItsStudyIsBegun) {
  ASSERT_EQ(duel("c.db", {"--restarts", "2"}).status, 0);
  const std::string before = test::results(file("c.db"));
  const std::string sql =
      "DELETE FROM result; DELETE FROM session; DELETE FROM platform; DELETE FROM workload; "
      "DELETE FROM strategy; DELETE FROM input_file";
  ASSERT_EQ(std::system(("sqlite3 '" + file("c.db") + "' \"" + sql + "\"").c_str()), 0);
  const test::Finished again = duel("c.db", {"--restarts", "2"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(test::results(file("c.db")), before);
}

TEST_F(DuelCommand, MoreRestartsAndPairsJoinThoseThatAreThere) {
  ASSERT_EQ(duel("grown.db", {"--restarts", "3"}).status, 0);
  ASSERT_EQ(duel("grown.db", {"--restarts", "5"}).status, 0);
  ASSERT_EQ(duel("whole.db", {"--restarts", "5"}).status, 0);
  EXPECT_EQ(test::results(file("grown.db")), test::results(file("whole.db")));
  const test::Finished all = duel("grown.db", {"--restarts", "5", "--all"}, {"HEFT", "FastestNode", "MCT"});
  EXPECT_EQ(all.status, 0) << all.err;
  EXPECT_THAT(all.out, AllOf(HasSubstr("worst beside"), HasSubstr("FastestNode"), HasSubstr("MCT")));
  EXPECT_EQ(test::count(file("grown.db"), "SELECT count(DISTINCT target || ' ' || base) FROM results"), 6);
  EXPECT_EQ(test::count(file("grown.db"), "SELECT count(*) FROM results WHERE strategy NOT IN (target, base)"), 0);

  const test::Finished other = duel("grown.db", {"--seed", "2"});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.err, AllOf(HasSubstr("its duels have other settings"), HasSubstr("seed 1"), HasSubstr("seed 2")));
}

TEST_F(DuelCommand, TellsHowToSeeItAgain) {
  const test::Finished found = duel("c.db", {"--out", file("worst"), "--format", "csv"});
  ASSERT_EQ(found.status, 0) << found.err;
  const std::string makespan =
      palio({"query", file("c.db"), "--format", "csv",
             "SELECT makespan FROM results WHERE strategy = target ORDER BY ratio DESC LIMIT 1"})
          .out.substr(9);
  EXPECT_THAT(found.out, HasSubstr(makespan.substr(0, makespan.size() - 1)));
  const std::string scenario = found.out.substr(found.out.find_last_of(',') + 1, 38);
  const test::Finished replayed = palio({"replay", file("c.db"), scenario, "--gantt", file("base.svg")});
  EXPECT_EQ(replayed.status, 0) << replayed.err;
  EXPECT_TRUE(std::filesystem::exists(file("base.svg")));
  const test::Finished simulated =
      palio({"simulate", "--platform", file("worst/platform.json"), "--workload", file("worst/workload.json"),
             "--strategy", "HEFT", "--engine", "fluid", "--format", "json"});
  EXPECT_THAT(simulated.out, HasSubstr("\"makespan\": " + makespan.substr(0, 8)));
  EXPECT_THAT(duel("c.db", {"--out", file("worst")}).out,
              AllOf(HasSubstr("The plans diverge at "), HasSubstr("palio replay " + file("c.db") + " " + scenario),
                    HasSubstr("palio simulate --platform " + file("worst/platform.json"))));
}

// Two tasks side by side and two clusters: the search changes both.
TEST_F(DuelCommand, TakesStrategiesForParallelTasksOnClusters) {
  const std::string workload =
      folder_.write("w.json", R"({"format":"palio-workload","version":1,"applications":[{"name":"app","tasks":[
        {"name":"a","flop":8e9,"alpha":0.1},{"name":"b","flop":4e9,"alpha":0.1},{"name":"c","flop":4e9,"alpha":0.1}],
        "edges":[{"from":"a","to":"b","bytes":1e8},{"from":"a","to":"c","bytes":1e8}]}]})");
  const std::vector<std::string> start{
      "--from",        workload, "--platform", "random-multi-cluster:clusters=2,min_speed=1e9,heterogeneity=2",
      "--restarts",    "2",      "--dates",    "simulated",
      "--evaluations", "40"};
  std::vector<std::string> all{"duel", "M-HEFT", "HCPA", "--db", file("p.db"), "-q"};
  all.insert(all.end(), start.begin(), start.end());
  const test::Finished found = palio(all);
  EXPECT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(test::count(file("p.db"), "SELECT count(*) FROM results WHERE outcome <> 'completed'"), 0);
  // The dates of the search are those that an engine simulates.
  EXPECT_EQ(test::count(file("p.db"),
                        "SELECT count(*) FROM results t JOIN results b ON b.platform = t.platform AND b.workload = "
                        "t.workload AND t.strategy = t.target AND b.strategy = b.base WHERE t.makespan / b.makespan <> "
                        "t.ratio"),
            0);
}

TEST_F(DuelCommand, RefusesWhatCannotBeADuel) {
  EXPECT_THAT(error_of({"HEFT", "HEFT"}), HasSubstr("HEFT is named twice: a strategy is never worse than itself"));
  EXPECT_THAT(error_of({"HEFT"}), HasSubstr("a duel is between two strategies, and one is named"));
  EXPECT_THAT(error_of({"HEFT", "FIFO-RR"}), HasSubstr("strategy FIFO-RR schedules bags of tasks, but a workload has"));
  EXPECT_THAT(error_of({"HEFT", "FastestNod"}), HasSubstr("did you mean \"FastestNode\"?"));
  EXPECT_THAT(error_of({"HEFT", "MCT"}, {"--restarts", "0"}), HasSubstr("--restarts"));
  EXPECT_THAT(error_of({"HEFT", "MCT"}, {"--family", "bags-of-tasks"}), HasSubstr("a duel is about task graphs"));
  EXPECT_THAT(error_of({"HEFT", "MCT"}, {"--from", "w.json"}), HasSubstr("--platform"));
  EXPECT_THAT(error_of({"HEFT", "MCT"}, {"--hottest", "1", "--coldest", "2"}), HasSubstr("--coldest 2 is above"));
  EXPECT_THAT(error_of({"HEFT", "CAFM_SAF"}, {"--dates", "planned"}), HasSubstr("strategy CAFM_SAF"));
  const test::Finished zero = palio({"duel", "HEFT", "MCT", "--db", file("z.db"), "--evaluations", "0"});
  EXPECT_EQ(zero.status, 1);
  EXPECT_THAT(zero.err, HasSubstr("--evaluations"));
  ASSERT_EQ(palio({"run", study_, "--db", file("run.db"), "--sample", "1", "-q"}).status, 0);
  EXPECT_THAT(duel("run.db").err, HasSubstr("it is the campaign of study small, not of a duel"));
}

}  // namespace
}  // namespace palio
