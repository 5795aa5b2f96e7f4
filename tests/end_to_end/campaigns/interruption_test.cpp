#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <random>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// 288 instances, 576 scenarios: about a second of simulation.
std::string interrupted_study() {
  std::string text(test::k_small_study);
  text.replace(text.rfind("samples    = 2"), 14, "samples    = 24");
  return text;
}

class InterruptionTest : public testing::Test {
protected:
  std::vector<std::string> run_arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database), "-j", "2", "-q"};
  }
  test::Finished run(const std::string& database) { return test::palio(folder_.file(""), run_arguments(database)); }

  // Not if the run was stopped while it held the locks of the log: they can be read once it goes on.
  static bool has_results(const std::string& database) {
    try {
      return test::count(database, "SELECT count(*) FROM result") > 0;
    } catch (const std::exception&) {
      return false;
    }
  }

  // Until some results are stored. Then it is stopped, so that it cannot end before it is interrupted: SIGCONT. Without
  // a write-ahead log who reads would wait for it.
  void stop_with_results(test::Program& program, const std::string& database) {
    while (program.running()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (!std::filesystem::exists(folder_.file(database + "-wal"))) continue;
      program.signal(SIGSTOP);
      if (has_results(folder_.file(database))) return;
      program.signal(SIGCONT);
    }
  }

  // The workers of a folder's runs are gone soon after their palio, or this ends at the time limit of tests.
  void expect_no_workers() const {
    while (test::worker_processes(folder_.file("")) > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", interrupted_study());
};

TEST_F(InterruptionTest, AKilledRunGoesOnAsIfItHadNeverStopped) {
  ASSERT_EQ(run("whole.db").status, 0);
  std::mt19937 moments(1);
  for (int round = 0; round < 5; ++round) {
    const std::string database = "killed" + std::to_string(round) + ".db";
    int kills = 0;
    while (kills < 20) {
      test::Program program(folder_.file(""), run_arguments(database));
      std::this_thread::sleep_for(std::chrono::milliseconds(10 + moments() % 250));
      if (!program.running()) break;
      program.signal(SIGKILL);
      program.wait();
      ++kills;
    }
    EXPECT_GT(kills, 0);
    EXPECT_EQ(run(database).status, 0);
    EXPECT_EQ(test::results(folder_.file(database)), test::results(folder_.file("whole.db")));
  }
  expect_no_workers();
}

TEST_F(InterruptionTest, CtrlCDrainsAndSaysHowToGoOn) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  stop_with_results(program, "c.db");
  program.signal(SIGINT);
  program.signal(SIGCONT);
  const test::Finished finished = program.wait();
  EXPECT_EQ(finished.status, 130);
  EXPECT_NE(finished.err.find("palio resume " + folder_.file("c.db")), std::string::npos) << finished.err;
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM session WHERE how = 'interrupted'"), 1);
  const std::int64_t stored = test::count(folder_.file("c.db"), "SELECT count(*) FROM result");
  EXPECT_GT(stored, 0);
  EXPECT_LT(stored, 576);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM result WHERE outcome != 'completed'"), 0);
  EXPECT_EQ(test::palio(folder_.file(""), {"resume", folder_.file("c.db"), "-q"}).status, 0);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM result"), 576);
  expect_no_workers();
}

void signal_descendants(pid_t process, int number) {
  for (const pid_t child : test::children_of(process)) {
    signal_descendants(child, number);
    kill(child, number);
  }
}

TEST_F(InterruptionTest, ABatchSystemThatSignalsEveryProcessMakesNoScenarioFail) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  stop_with_results(program, "c.db");
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) signal_descendants(program.pid(), number);
  program.signal(SIGTERM);
  program.signal(SIGCONT);
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_GT(test::count(folder_.file("c.db"), "SELECT count(*) FROM result"), 0);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM result WHERE outcome != 'completed'"), 0);
  expect_no_workers();
}

TEST_F(InterruptionTest, ResumingKeepsToTheShard) {
  std::vector<std::string> arguments = run_arguments("c.db");
  arguments.insert(arguments.end(), {"--shard", "2/2"});
  test::Program program(folder_.file(""), arguments);
  stop_with_results(program, "c.db");
  program.signal(SIGINT);
  program.signal(SIGCONT);
  const test::Finished finished = program.wait();
  EXPECT_EQ(finished.status, 130);
  EXPECT_NE(finished.err.find("palio resume " + folder_.file("c.db") + "\n"), std::string::npos) << finished.err;
  EXPECT_EQ(test::palio(folder_.file(""), {"resume", folder_.file("c.db"), "-q"}).status, 0);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM request WHERE shard = 2 AND shards = 2"), 2);
  EXPECT_EQ(
      test::count(folder_.file("c.db"), "SELECT wanted - (SELECT count(*) FROM result) FROM session WHERE id = 2"), 0);
}

TEST_F(InterruptionTest, CtrlCTwiceStopsAtOnceAndSaves) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  stop_with_results(program, "c.db");
  program.signal(SIGINT);
  program.signal(SIGTERM);
  program.signal(SIGCONT);
  EXPECT_EQ(program.wait().status, 130);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM result WHERE outcome != 'completed'"), 0);
  ASSERT_EQ(run("whole.db").status, 0);
  EXPECT_EQ(run("c.db").status, 0);
  EXPECT_EQ(test::results(folder_.file("c.db")), test::results(folder_.file("whole.db")));
  expect_no_workers();
}

TEST_F(InterruptionTest, ASecondRunOnTheFileIsRefused) {
  test::Program program(folder_.file(""), run_arguments("c.db"));
  stop_with_results(program, "c.db");
  ASSERT_TRUE(program.running());
  const test::Finished second = run("c.db");
  EXPECT_EQ(second.status, 1);
  EXPECT_NE(second.err.find(std::to_string(program.pid())), std::string::npos) << second.err;
  const test::Finished status = test::palio(folder_.file(""), {"status", folder_.file("c.db")});
  EXPECT_EQ(status.status, 0);
  program.signal(SIGCONT);
  EXPECT_EQ(program.wait().status, 0);
}

TEST_F(InterruptionTest, ResumeNeedsOnlyTheDatabase) {
  test::palio(folder_.file(""), {"run", study_, "--db", folder_.file("c.db"), "--sample", "10", "-q"});
  std::filesystem::remove(study_);
  EXPECT_EQ(test::palio(folder_.file(""), {"resume", folder_.file("c.db"), "--sample", "20", "-q"}).status, 0);
  EXPECT_EQ(test::count(folder_.file("c.db"), "SELECT count(*) FROM result"), 40);
}

}  // namespace
}  // namespace palio
