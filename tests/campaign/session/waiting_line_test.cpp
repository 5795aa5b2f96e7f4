#include "campaign/session/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>

#include "campaign/run/one_run.h"
#include "tests/support/pseudo_terminal.h"

namespace palio {
namespace {

using std::chrono::milliseconds;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

class WaitingLineTest : public testing::Test {
protected:
  void SetUp() override { setenv("TERM", "xterm", 1); }

  // What a terminal got from a line that lived until it was painted twice.
  std::string painted_twice(const std::string& text) const {
    const test::StreamOnTerminal redirected(STDERR_FILENO, terminal_);
    std::atomic<int> asked = 0;
    {
      const WaitingLine line(
          [&] {
            ++asked;
            asked.notify_one();
            return text;
          },
          milliseconds(0));
      for (int seen = 0; seen < 2; seen = asked) asked.wait(seen);
    }
    return terminal_.written();
  }

  test::PseudoTerminal terminal_{{.columns = 30, .lines = 24}};
};

TEST_F(WaitingLineTest, IsRepaintedAndLeavesNothingBehind) {
  EXPECT_THAT(painted_twice("scheduling with HCPA"),
              MatchesRegex("\r\x1b\\[Jscheduling with HCPA: 0\\.[0-9] s\r"
                           "(\r\x1b\\[Jscheduling with HCPA: [^\r]* s\r)+\r\x1b\\[J"));
}

TEST_F(WaitingLineTest, IsCutToTheWidthOfTheTerminal) {
  const std::string text(40, 'x');
  EXPECT_THAT(painted_twice(text), StartsWith("\r\x1b[J" + text.substr(0, 29) + "\r\r\x1b[J"));
}

TEST_F(WaitingLineTest, WhatIsSoonOverIsNotWorthALine) {
  const test::StreamOnTerminal redirected(STDERR_FILENO, terminal_);
  {
    const WaitingLine line([] { return "scheduling"; }, std::chrono::hours(1));
  }
  EXPECT_THAT(terminal_.written(), IsEmpty());
}

// It has no thread then: the text would be asked for at once.
TEST_F(WaitingLineTest, PipesAndDumbTerminalsAreSpared) {
  std::atomic<int> asked = 0;
  const auto ask = [&] {
    ++asked;
    return std::string("scheduling");
  };
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const int before = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  { const WaitingLine line(ask, milliseconds(0)); }
  dup2(before, STDERR_FILENO);
  for (const int descriptor : {before, ends[0], ends[1]}) close(descriptor);
  setenv("TERM", "dumb", 1);
  const test::StreamOnTerminal redirected(STDERR_FILENO, terminal_);
  { const WaitingLine line(ask, milliseconds(0)); }
  EXPECT_EQ(asked, 0);
  EXPECT_THAT(terminal_.written(), IsEmpty());
}

TEST(OneRun, SaysWhatAWorkerIsDoing) {
  EXPECT_EQ(activity_text(Activity::unknown, "HCPA"), "running HCPA");
  EXPECT_EQ(activity_text(Activity::building, "HCPA"), "building platform and workload");
  EXPECT_EQ(activity_text(Activity::references, "HCPA"), "measuring what HCPA is held against");
  EXPECT_EQ(activity_text(Activity::scheduling, "HCPA"), "scheduling with HCPA");
  EXPECT_EQ(activity_text(Activity::simulating, "HCPA"), "simulating HCPA");
}

}  // namespace
}  // namespace palio
