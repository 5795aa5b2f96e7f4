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
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(0.42), "0.4 s");
  EXPECT_EQ(duration_text(42), "42 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(3720), "1 h 02 min");
  EXPECT_EQ(duration_text(90000), "1 d 01 h");
}

TEST(Progress, TheRateLeavesOutWhatWasStoredBefore) {
  // 50 of 100 in 10 s: 5/s, 10 s left, whatever an earlier session did.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(100, 900, start);
  for (int i = 0; i < 50; ++i) meter.add(i != 0, 1, start + milliseconds(200 * (i + 1)));
  EXPECT_EQ(meter.line(start + seconds(10)),
            "50 of 100 scenarios (50 %), 1 failed, 900 stored before, 5.0/s, 10 s left");
}

TEST(Progress, StoredResultsAreCountedManyAtATimeAndDoNotFail) {
  // 500 of 2,000 in 2 s: 250/s, 6 s left.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(2000, 0, start, ProgressMeter::Counted::results);
  meter.add_results(200, start + seconds(1));
  meter.add_results(300, start + seconds(2));
  EXPECT_EQ(meter.line(start + seconds(2)), "500 of 2,000 results (25 %), 250.0/s, 6.0 s left");
}

// 50 of 100 ended in 10 s, 20 of them are stored, one of these failed. What was stored says 20 in 4 s: 5/s, 16 s left;
// 6 s later it is 20 in 10 s: 2/s.
TEST(Progress, OfARunCountsWhatIsStored) {
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(100, 0, start, ProgressMeter::Counted::stored_scenarios);
  for (int i = 0; i < 20; ++i) meter.add(i != 0, 1, start + milliseconds(200 * (i + 1)));
  EXPECT_THAT(meter.line(start + seconds(4)), HasSubstr("0 of 100 scenarios (0 %), 0 failed"));
  meter.store(19, 1, meter.pace(start + seconds(4)), start + seconds(4));
  for (int i = 20; i < 50; ++i) meter.add(true, 1, start + milliseconds(200 * (i + 1)));
  EXPECT_EQ(meter.line(start + seconds(4)), "20 of 100 scenarios (20 %), 1 failed, 5.0/s, 16 s left");
  EXPECT_THAT(meter.line(start + seconds(10)), HasSubstr("20 of 100 scenarios (20 %), 1 failed, 2.0/s"));
  EXPECT_EQ(meter.completed() + meter.failed(), 20U);
  EXPECT_EQ(meter.unstored(), 30U);
  meter.wait_for("c.db is locked by another program");
  EXPECT_EQ(meter.line(start + seconds(4), 75),
            "20 of 100 scenarios (20 %), waiting: c.db is locked by another program");
}

TEST(Progress, TheRateFollowsTheLastHalfMinute) {
  // 100 s at 10/s, then 60 s at 1/s.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(10000, 0, start);
  for (int i = 1; i <= 1000; ++i) meter.add(true, 1, start + milliseconds(100 * i));
  for (int i = 1; i <= 60; ++i) meter.add(true, 1, start + seconds(100 + i));
  EXPECT_THAT(meter.line(start + seconds(160)), HasSubstr(", 1.0/s"));
}

TEST(Progress, TheEndSaysHowLongItTook) {
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(1, 0, start);
  meter.add(true, 1, start + seconds(2));
  EXPECT_EQ(meter.line(start + seconds(2)), "1 of 1 scenarios (100 %), 0 failed, in 2.0 s");
}

TEST(Progress, WhatIsLeftIsCountedInWork) {
  // Of 100 units of work 10 are done in 5 s, by 9 of 10 scenarios: 2 units/s, 45 s left.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(10, 0, start);
  meter.expect(0, 100, 0, 0);
  for (int i = 0; i < 9; ++i) meter.add(true, 10.0 / 9, start + seconds(5));
  EXPECT_NEAR(meter.seconds_left(start + seconds(5)), 45, 1e-9);
}

TEST(Progress, BeforeTheFirstResultTheExpectedSpeedCounts) {
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(10, 0, start);
  EXPECT_LT(meter.seconds_left(start + seconds(1)), 0);  // unknown
  meter.expect(0, 100, 0, 4);
  EXPECT_DOUBLE_EQ(meter.seconds_left(start + seconds(1)), 25);
  EXPECT_THAT(meter.line(start + seconds(1)), HasSubstr("0 failed, 25 s left"));
}

TEST(Progress, ANewPredictionKeepsThePace) {
  // 100 of 200 scenarios in 100 s; then it turns out that those were 300 units of work and that 600 are left: 3
  // units/s.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(200, 0, start);
  for (int i = 1; i <= 100; ++i) meter.add(true, 1, start + seconds(i));
  EXPECT_NEAR(meter.seconds_left(start + seconds(100)), 100, 1e-9);
  meter.expect(300, 600, 0, 0);
  EXPECT_NEAR(meter.seconds_left(start + seconds(100)), 200, 1e-9);
}

TEST(Progress, TheForecastFollowsAtOnceWhatIsSlowerThanPredicted) {
  // 600 scenarios of 1 ms were expected on two slots: 0.3 s. Ten minutes it takes really: 2 s for each.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(600, 0, start);
  meter.expect(0, 0.6, 0, 1);
  meter.run({.slots = 2, .scenarios = 2, .seconds = 0, .work = 0.002}, start);
  EXPECT_NEAR(meter.seconds_left(start), 0.3, 0.001);
  // Nothing has ended after 1.5 s: at least 3.001 s for 3 units of 1 ms each; 598 wait, and 3 s run on for a quarter.
  EXPECT_NEAR(meter.seconds_left(start + milliseconds(1500)), (598 * 3.001 / 3 + 0.75) / 2, 0.001);
  // The first of each slot ended after 2 s, and the next begin: 4.001 s for 3 units.
  for (int i = 0; i < 2; ++i)
    meter.add(true, 0.001, 2, {.slots = 2, .scenarios = 2, .seconds = 0, .work = 0.002}, start + seconds(2));
  EXPECT_NEAR(meter.seconds_left(start + seconds(2)), 598 * 4.001 / 3 / 2, 0.001);
}

TEST(Progress, ANarrowLineKeepsWhatMattersMost) {
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(100, 900, start);
  for (int i = 0; i < 50; ++i) meter.add(i != 0, 1, start + milliseconds(200 * (i + 1)));
  const auto line = [&](std::size_t width) { return meter.line(start + seconds(10), width); };
  // 73 characters in all; 17 of them ", 900 stored before", 7 ", 5.0/s", 10 ", 1 failed", 11 ", 10 s left".
  EXPECT_EQ(line(73), "50 of 100 scenarios (50 %), 1 failed, 900 stored before, 5.0/s, 10 s left");
  EXPECT_EQ(line(72), "50 of 100 scenarios (50 %), 1 failed, 5.0/s, 10 s left");
  EXPECT_EQ(line(53), "50 of 100 scenarios (50 %), 1 failed, 10 s left");
  EXPECT_EQ(line(46), "50 of 100 scenarios (50 %), 10 s left");
  EXPECT_EQ(line(36), "50 of 100 scenarios (50 %)");
  EXPECT_EQ(line(9), "50 of 100");
}

// The display of a meter that is at 0 of 100, on a terminal.
class ProgressDisplayTest : public testing::Test {
protected:
  std::string painted(test::PseudoTerminal& terminal, ProgressDisplay& display) {
    now_ += seconds(60);
    const test::StreamOnTerminal redirected(STDERR_FILENO, terminal);
    display.refresh(now_);
    return terminal.written();
  }
  static ProgressDisplay on(const test::PseudoTerminal& terminal, const ProgressMeter& meter) {
    const test::StreamOnTerminal redirected(STDERR_FILENO, terminal);
    return {meter, ProgressDisplay::Mode::automatic};
  }

  ProgressMeter::Clock::time_point now_ = ProgressMeter::Clock::now();
  ProgressMeter meter_{100, 900, now_};
  test::PseudoTerminal terminal_{{.columns = 80, .lines = 24}};
};

// "0 of 100 scenarios (0 %), 0 failed, 900 stored before" has 53 characters, without what was stored 34.
TEST_F(ProgressDisplayTest, FollowsTheWidthOfTheTerminal) {
  setenv("TERM", "xterm", 1);
  ProgressDisplay display = on(terminal_, meter_);
  EXPECT_EQ(painted(terminal_, display), "\r\x1b[J0 of 100 scenarios (0 %), 0 failed, 900 stored before\r");
  terminal_.resize({.columns = 54, .lines = 24});
  EXPECT_EQ(painted(terminal_, display), "\r\x1b[J0 of 100 scenarios (0 %), 0 failed, 900 stored before\r");
  terminal_.resize({.columns = 53, .lines = 24});
  EXPECT_EQ(painted(terminal_, display), "\r\x1b[J0 of 100 scenarios (0 %), 0 failed\r");
}

TEST_F(ProgressDisplayTest, ADumbTerminalGetsLines) {
  setenv("TERM", "dumb", 1);
  ProgressDisplay display = on(terminal_, meter_);
  EXPECT_EQ(painted(terminal_, display), "0 of 100 scenarios (0 %), 0 failed, 900 stored before\n");
}

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
  EXPECT_EQ(activity_text(Activity::references, "HCPA"), "measuring the references of HCPA");
  EXPECT_EQ(activity_text(Activity::scheduling, "HCPA"), "scheduling with HCPA");
  EXPECT_EQ(activity_text(Activity::simulating, "HCPA"), "simulating HCPA");
}

}  // namespace
}  // namespace palio
