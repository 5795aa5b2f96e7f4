#include "campaign/session/time_left.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// Two slots did 40 units of work in 20 slot seconds; two scenarios of 4 units each run for 1 s each, 100 units are
// left.
constexpr Pace k_pace{.slot_seconds = 20,
                      .work = 40,
                      .slots = 2,
                      .running = 2,
                      .running_seconds = 2,
                      .running_work = 8,
                      .work_left = 100,
                      .results = 10,
                      .seconds = 10};

TEST(TimeLeft, IsWhatWaitsAndTheRestOfWhatRuns) {
  // 0.5 slot seconds per unit; 92 units wait, 46 s; of 4 s that run 2 s are over: 48 s on two slots.
  EXPECT_DOUBLE_EQ(seconds_left(k_pace, 0), 24);
  // Half a second later one slot second less.
  EXPECT_DOUBLE_EQ(seconds_left(k_pace, 0.5), 23.5);
}

TEST(TimeLeft, GrowsAsSoonAsWhatRunsTakesLonger) {
  // After 27 s without a result those that run have taken 2 + 54 = 56 s: at least (20 + 56) / (40 + 8) s per unit. 92
  // units wait, 145.67 s; what runs is overdue and goes on for a quarter of 56 s.
  EXPECT_NEAR(seconds_left(k_pace, 27), (92 * 76.0 / 48 + 14) / 2, 1e-9);
}

TEST(TimeLeft, OfTheLastScenarioIsWhatItLacks) {
  // It runs for 1 s of 0.5 x 8 = 4 s, alone.
  const Pace last{
      .slot_seconds = 20, .work = 40, .running = 1, .running_seconds = 1, .running_work = 8, .work_left = 8};
  EXPECT_DOUBLE_EQ(seconds_left(last, 0), 3);
}

TEST(TimeLeft, IsUnknownWhereNothingEnded) { EXPECT_LT(seconds_left({.work_left = 10}, 0), 0); }

TEST(TimeLeft, TheRateFallsWhileNothingComes) {
  EXPECT_DOUBLE_EQ(rate(k_pace, 0), 1);
  EXPECT_DOUBLE_EQ(rate(k_pace, 10), 0.5);
  EXPECT_EQ(rate({}, 0), 0);
}

TEST(TimeLeft, IsTheSameFromWhatACampaignStores) {
  const Pace stored = pace_of(to_text(k_pace));
  for (const double age : {0.0, 1.0, 27.0}) {
    EXPECT_EQ(seconds_left(stored, age), seconds_left(k_pace, age));
    EXPECT_EQ(rate(stored, age), rate(k_pace, age));
  }
}

TEST(TimeLeft, OfATextThatIsNoPaceIsUnknown) {
  for (const char* text : {"", "7", "[1, 2]", "[1, 2, 3, 4, 5, 6, 7, 8, \"x\"]", "[-1, 2, 3, 4, 5, 6, 7, 8, 9]"})
    EXPECT_LT(seconds_left(pace_of(text), 0), 0) << text;
}

}  // namespace
}  // namespace palio
