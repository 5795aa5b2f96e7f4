// Real campaigns on a machine that refuses processes, memory, open files or space: no scenario fails of it, the run
// says what is lacking, and goes on where it was when there is enough.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/sanitized.h"
#include "storage/read/campaign_digest.h"
#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Words = std::vector<std::string>;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class ShortageTest : public testing::Test {
protected:
  void SetUp() override { test::adopt_orphans(); }
  void TearDown() override { EXPECT_THAT(test::processes_left(), IsEmpty()); }

  std::string database(const std::string& name = "c.db") const { return folder_.file(name); }
  Words run_arguments(const std::string& patience = "0.2") const {
    return {"run", study_, "--db", database(), "-j", "2", "-q", "--patience", patience};
  }
  test::Finished palio(const Words& arguments, const Words& launcher = {}) const {
    return test::palio(folder_.file(""), arguments, launcher);
  }

  // A user who has no other process, since the limit of processes counts all of them and does not bind root. The folder
  // becomes that user's.
  Words lonely_user() const {
    const auto user = static_cast<uid_t>(100'000 + getpid());
    EXPECT_EQ(chown(folder_.file("").c_str(), user, user), 0);
    return {"setpriv", fmt::format("--reuid={}", user), fmt::format("--regid={}", user), "--clear-groups"};
  }
  // Only the second program that it starts has lost root's right to enter every folder.
  bool user_may_run_palio() const {
    return geteuid() == 0 && palio({"--version"}, joined(lonely_user(), {"env"})).status == 0;
  }

  // Of one limit after the other: a run that ends with a word about it, and stores no failure.
  void expect_named_ends(const std::vector<std::string>& limits, const Words& user, const std::string& lacking) const {
    for (const std::string& limit : limits) {
      const test::Finished finished = palio(run_arguments(), joined(user, {"prlimit", limit}));
      EXPECT_EQ(finished.status, 1) << limit << "\n" << finished.err;
      EXPECT_THAT(finished.err, AllOf(HasSubstr("the machine lacks " + lacking), Not(HasSubstr("internal error"))))
          << limit;
    }
  }

  // Without limits the campaign becomes what it would have been.
  void expect_whole_campaign() const {
    EXPECT_EQ(palio(run_arguments()).status, 0);
    EXPECT_EQ(test::count(database(), "SELECT count(*) FROM failure"), 0);
    ASSERT_EQ(palio({"run", study_, "--db", database("whole.db"), "-q"}).status, 0);
    EXPECT_EQ(digest_campaign(database()).digest, digest_campaign(database("whole.db")).digest);
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", std::string(test::k_small_study));
};

TEST_F(ShortageTest, OfProcessesStopsTheRun) {
  if (!user_may_run_palio()) GTEST_SKIP() << "needs root, and a build that every user can read";
  // palio, its thread for signals and a worker are 3; then the writer, the second slot, the instance, the scenario.
  expect_named_ends({"--nproc=2", "--nproc=3", "--nproc=4", "--nproc=5", "--nproc=6"}, lonely_user(),
                    "processes or threads");
  expect_whole_campaign();
}

TEST_F(ShortageTest, ThatStopsTheRunSaysHowToGoOn) {
  if (k_thread_sanitized) GTEST_SKIP() << "the sanitizer's thread counts against the limit";
  if (!user_may_run_palio()) GTEST_SKIP() << "needs root, and a build that every user can read";
  const test::Finished finished = palio(run_arguments(), joined(lonely_user(), {"prlimit", "--nproc=6"}));
  EXPECT_THAT(finished.err,
              AllOf(HasSubstr("Waiting for it; the run stops after 0.2 s without progress\n"),
                    HasSubstr("stopped: the machine lacks processes or threads: "), HasSubstr("allow more (ulimit -u)"),
                    HasSubstr("When the cause is fixed: palio resume " + database())));
  EXPECT_EQ(test::count(database(), "SELECT count(*) FROM result"), 0);
}

TEST_F(ShortageTest, ThatPassesIsWaitedFor) {
  if (k_thread_sanitized) GTEST_SKIP() << "the sanitizer's thread counts against the limit";
  if (!user_may_run_palio()) GTEST_SKIP() << "needs root, and a build that every user can read";
  // The soft limit alone, so that its user may raise it again.
  test::Program program(folder_.file(""), run_arguments("600"), joined(lonely_user(), {"prlimit", "--nproc=6:1000"}));
  while (program.running() && program.said().find("Waiting for it") == std::string::npos)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto raise = [this](pid_t process) {
    const Words command = joined(lonely_user(), {"prlimit", "--nproc=1000", "--pid", std::to_string(process)});
    return std::system(fmt::format("{} 2> /dev/null", fmt::join(command, " ")).c_str());
  };
  EXPECT_EQ(raise(program.pid()), 0);
  while (program.running()) {  // a worker that was started before has the old limit still, or is gone meanwhile
    for (const pid_t worker : test::children_of(program.pid())) raise(worker);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(program.wait().status, 0);
  expect_whole_campaign();
}

TEST_F(ShortageTest, OfOpenFilesStopsTheRun) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer opens files of its own";
  expect_named_ends({"--nofile=5", "--nofile=6", "--nofile=7", "--nofile=8", "--nofile=9", "--nofile=10"}, {},
                    "open files");
  expect_whole_campaign();
}

TEST_F(ShortageTest, OfSpaceStopsTheRun) {
  expect_named_ends({"--fsize=1024", "--fsize=10240", "--fsize=51200"}, {}, "space for files");
  expect_whole_campaign();
}

// The loader, the worker's begin, the scenario: whoever is refused memory first says so in its own way.
TEST_F(ShortageTest, OfMemoryFailsNoScenario) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer's own memory counts against the limit";
  for (int mebibytes = 30; mebibytes <= 60; mebibytes += 3) {
    const test::Finished finished =
        palio(run_arguments(), {"prlimit", fmt::format("--as={}", std::int64_t{mebibytes} << 20U)});
    EXPECT_THAT(finished.status, AnyOf(0, 1)) << mebibytes << "\n" << finished.err;
    EXPECT_THAT(finished.err, Not(HasSubstr("internal error"))) << mebibytes;
    if (finished.status == 1) {
      EXPECT_THAT(finished.err, AnyOf(HasSubstr("the machine lacks memory"), HasSubstr("no memory for one"),
                                      HasSubstr("before it said hello")));
    }
  }
  expect_whole_campaign();
}

// Few of anything: what needs no more than there is goes well, the rest ends with a word about it.
TEST_F(ShortageTest, OfAnythingIsNamedByEveryCommand) {
  if (k_sanitized) GTEST_SKIP() << "the sanitizer opens files of its own";
  ASSERT_EQ(palio(run_arguments()).status, 0);
  std::string scenario = test::results(database());
  scenario.resize(scenario.find(' '));
  const std::vector<Words> commands{{"resume", database(), "--patience", "0.2"},
                                    {"status", database()},
                                    {"query", database(), "@summary"},
                                    {"report", database(), "-o", folder_.file("report.html")},
                                    {"export", database(), "-o", folder_.file("export.csv")},
                                    {"check", database()},
                                    {"digest", database()},
                                    {"diff", database(), database()},
                                    {"audit", database(), "--sample", "2", "-q", "--patience", "0.2"},
                                    {"replay", database(), scenario},
                                    {"plan", study_}};
  std::vector<Words> launchers;
  for (const char* limit : {"--nofile=5", "--nofile=8", "--nofile=11", "--fsize=10240"})
    launchers.push_back({"prlimit", limit});
  if (user_may_run_palio()) {
    ASSERT_EQ(std::system(fmt::format("chmod a+rw '{}'", database()).c_str()), 0);
    for (const char* limit : {"--nproc=1", "--nproc=3"}) launchers.push_back(joined(lonely_user(), {"prlimit", limit}));
  }
  for (const Words& launcher : launchers)
    for (const Words& command : commands) {
      const test::Finished finished = palio(command, launcher);
      const std::string what = launcher.back() + " " + command.front() + "\n" + finished.err;
      EXPECT_THAT(finished.status, AnyOf(0, 1)) << what;
      EXPECT_THAT(finished.err, Not(HasSubstr("internal error"))) << what;
      if (finished.status == 1) {
        EXPECT_THAT(finished.err, AnyOf(HasSubstr("the machine lacks"), HasSubstr("Too many open files"))) << what;
      }
    }
}

}  // namespace
}  // namespace palio
