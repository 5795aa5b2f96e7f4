#include "campaign/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

TEST(Progress, Durations) {
  EXPECT_EQ(duration_text(0.42), "0.4 s");
  EXPECT_EQ(duration_text(42), "42 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(3720), "1 h 02 min");
  EXPECT_EQ(duration_text(90000), "1 d 01 h");
}

TEST(Progress, Counts) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1814400), "1,814,400");
}

TEST(Progress, TheRateLeavesOutWhatWasStoredBefore) {
  // 50 of 100 in 10 s: 5/s, 10 s left, whatever an earlier session did.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(100, 900, start);
  for (int i = 0; i < 50; ++i) meter.add(i != 0, start + std::chrono::milliseconds(200 * (i + 1)));
  EXPECT_EQ(meter.line(start + seconds(10)),
            "50 of 100 scenarios (50 %), 1 failed, 900 stored before, 5.0/s, 10 s left");
}

TEST(Progress, TheRateFollowsTheLastHalfMinute) {
  // 100 s at 10/s, then 60 s at 1/s.
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(10000, 0, start);
  for (int i = 1; i <= 1000; ++i) meter.add(true, start + std::chrono::milliseconds(100 * i));
  for (int i = 1; i <= 60; ++i) meter.add(true, start + seconds(100 + i));
  EXPECT_THAT(meter.line(start + seconds(160)), HasSubstr(", 1.0/s"));
}

TEST(Progress, TheEndSaysHowLongItTook) {
  const ProgressMeter::Clock::time_point start{};
  ProgressMeter meter(1, 0, start);
  meter.add(true, start + seconds(2));
  EXPECT_EQ(meter.line(start + seconds(2)), "1 of 1 scenarios (100 %), 0 failed, in 2.0 s");
}

}  // namespace
}  // namespace palio
