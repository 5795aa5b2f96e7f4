// Runs as users start them, with progress and without a choice of the engine: first runs look for the quicker one.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/end_to_end/support/descendants.h"
#include "tests/end_to_end/support/program.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::IsEmpty;

// 1,008 scenarios: as many as make a run look for the quicker engine.
std::string probed_study() {
  std::string text(test::k_small_study);
  return text.replace(text.rfind("samples    = 2"), 14, "samples    = 42");
}

// Whether palio has blocked the signal: until then it dies of it, as any program does.
bool blocks(const test::Program& program, int signal) {
  const std::string status = test::content(fmt::format("/proc/{}/status", program.pid()));
  const std::size_t at = status.find("SigBlk:\t");
  return at != std::string::npos && (std::stoull(status.substr(at + 8, 16), nullptr, 16) >> (signal - 1) & 1U) == 1;
}

class DefaultRunsTest : public testing::Test {
protected:
  void SetUp() override { test::adopt_orphans(); }

  std::vector<std::string> run_arguments(const std::string& database) const {
    return {"run", study_, "--db", folder_.file(database)};
  }

  // Interrupts a first run so long after it could be interrupted; whether it was not over yet.
  bool interrupt(const std::string& database, int signal, milliseconds after) {
    test::Program program(folder_.file(""), run_arguments(database));
    while (program.running() && !blocks(program, signal)) std::this_thread::sleep_for(milliseconds(1));
    std::this_thread::sleep_for(after);
    if (!program.running()) return false;
    program.signal(signal);
    const test::Finished finished = program.wait();
    if (finished.status == 0) return false;  // it was just ending
    EXPECT_EQ(finished.status, 130) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("palio resume " + folder_.file(database)));
    EXPECT_THAT(test::processes_left(), IsEmpty());
    return true;
  }

  test::TemporaryFolder folder_;
  std::string study_ = folder_.write("small.toml", probed_study());
};

TEST_F(DefaultRunsTest, AnInterruptedFirstRunIsSavedAndGoesOn) {
  const auto start = std::chrono::steady_clock::now();
  ASSERT_EQ(test::palio(folder_.file(""), run_arguments("whole.db")).status, 0);
  const auto whole_time = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
  const std::string whole = test::results(folder_.file("whole.db"));
  int interrupted = 0, number = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    for (const double moment : {0.0, signal == SIGINT ? 0.1 : signal == SIGTERM ? 0.3 : 0.6}) {
      const std::string database = fmt::format("{}.db", ++number);
      const auto after = std::chrono::duration_cast<milliseconds>(moment * whole_time);
      if (!interrupt(database, signal, after)) continue;
      ++interrupted;
      const std::string file = folder_.file(database);
      EXPECT_EQ(test::count(file, "SELECT count(*) FROM session WHERE how = 'interrupted'"), 1);
      EXPECT_EQ(test::palio(folder_.file(""), {"check", file}).status, 0);
      EXPECT_EQ(test::palio(folder_.file(""), {"resume", file}).status, 0);
      EXPECT_EQ(test::results(file), whole);
    }
  EXPECT_GT(interrupted, 2);
}

// Twice at once, at the very start: before there is a file, while it is made, or as the first scenarios run.
TEST_F(DefaultRunsTest, TwoSignalsAtOnceEndItInOrder) {
  for (int i = 0; i < 12; ++i) {
    const std::string file = folder_.file(fmt::format("{}.db", i));
    test::Program program(folder_.file(""), run_arguments(fmt::format("{}.db", i)));
    while (program.running() && !blocks(program, SIGINT)) std::this_thread::yield();
    while (i >= 4 && program.running() && !std::filesystem::exists(file)) std::this_thread::yield();
    if (i >= 8) std::this_thread::sleep_for(milliseconds(4 * (i - 8)));
    program.signal(SIGINT);
    program.signal(SIGTERM);
    EXPECT_EQ(program.wait().status, 130) << i;
    EXPECT_THAT(test::processes_left(), IsEmpty());
    if (!std::filesystem::exists(file)) continue;
    EXPECT_EQ(test::palio(folder_.file(""), {"resume", file, "--engine", "fluid"}).status, 0) << i;
    EXPECT_EQ(test::count(file, "SELECT count(*) FROM results"), 1008) << i;
  }
}

// Without anything to save: the query would never end.
TEST_F(DefaultRunsTest, ACommandThatOnlyReadsDiesOfTheSignal) {
  ASSERT_EQ(test::palio(folder_.file(""), {"run", study_, "--db", folder_.file("c.db"), "--sample", "2"}).status, 0);
  const std::string endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE i < 0";
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    test::Program program(folder_.file(""), {"query", folder_.file("c.db"), endless});
    while (program.running() && !blocks(program, signal)) std::this_thread::sleep_for(milliseconds(1));
    program.signal(signal);
    EXPECT_EQ(program.wait().status, 128 + signal);
  }
}

}  // namespace
}  // namespace palio
