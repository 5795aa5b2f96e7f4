#include "campaign/run/limits/failure_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::HasSubstr;

Outcome failed(FailureKind kind, const std::string& message) { return Failure{kind, 0, message, {}}; }

TEST(FailureLimit, ANumberCountsFailures) {
  FailureWatch watch(parse_failure_limit("2"));
  watch.add(Completed{});
  watch.add(failed(FailureKind::crashed, "bang"));
  EXPECT_FALSE(watch.reached());
  watch.add(failed(FailureKind::crashed, "bang again"));
  EXPECT_TRUE(watch.reached());
}

TEST(FailureLimit, AShareWaitsForAHundredResults) {
  // 10 failures in the first 10 results are 100 %, but of too few; 10 of 100 are the 10 %.
  FailureWatch watch(parse_failure_limit("10%"));
  for (int i = 0; i < 10; ++i) watch.add(failed(FailureKind::deadlock, "stuck"));
  for (int i = 10; i < 99; ++i) watch.add(Completed{});
  EXPECT_FALSE(watch.reached());
  watch.add(Completed{});
  EXPECT_TRUE(watch.reached());
}

TEST(FailureLimit, AShareThatIsNotReachedStopsNothing) {
  // The last 9 of every 100 fail: 9 of 100 and 18 of 200 are below 10 %.
  FailureWatch watch(parse_failure_limit("10%"));
  for (int i = 0; i < 200; ++i) watch.add(i % 100 > 90 ? failed(FailureKind::deadlock, "stuck") : Completed{});
  EXPECT_FALSE(watch.reached());
}

TEST(FailureLimit, WithoutALimitNothingStops) {
  FailureWatch watch({});
  for (int i = 0; i < 1000; ++i) watch.add(failed(FailureKind::crashed, "bang"));
  EXPECT_FALSE(watch.reached());
}

TEST(FailureLimit, TheSummaryNamesTheMostFrequentFailure) {
  FailureWatch watch(parse_failure_limit("3"));
  watch.add(failed(FailureKind::crashed, "signal 11"));
  watch.add(failed(FailureKind::deadlock, "task 7 never started"));
  watch.add(failed(FailureKind::deadlock, "task 8 never started"));
  EXPECT_EQ(watch.summary(),
            "3 of 3 scenarios failed, which reaches --max-failures 3; most often (2 times) deadlock: task 7 never "
            "started");
}

TEST(FailureLimit, WhatIsNoLimitIsRefusedByName) {
  for (const char* text : {"", "0", "-1", "x", "5x", "0%", "101%", "%"}) {
    EXPECT_THAT(test::error_of([&] { parse_failure_limit(text); }), HasSubstr(std::string("--max-failures ") + text))
        << text;
  }
}

}  // namespace
}  // namespace palio
