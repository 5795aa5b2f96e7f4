#include "campaign/replay/replay.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace palio {
namespace {

Completed completed(double makespan) {
  Completed made;
  made.metrics["makespan"] = makespan;
  made.metrics["processors"] = 8;
  made.applications = {{0, 1, 5}, {2, 3, 7, 4}};
  return made;
}

TEST(Comparison, EqualResultsHaveNoDifference) { EXPECT_TRUE(differences(completed(7), completed(7)).empty()); }

TEST(Comparison, TheLastBitCounts) {
  const double next = std::nextafter(7.0, 8.0);
  const std::vector<ReplayDifference> found = differences(completed(7), completed(next));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].what, "makespan");
  EXPECT_EQ(std::get<double>(found[0].stored), 7);
  EXPECT_EQ(std::get<double>(found[0].replayed), next);
}

TEST(Comparison, AMetricThatNoLongerAppliesIsADifference) {
  Completed replayed = completed(7);
  replayed.metrics["processors"] = std::numeric_limits<double>::quiet_NaN();
  const std::vector<ReplayDifference> found = differences(completed(7), replayed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(std::get<std::int64_t>(found[0].stored), 8);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(found[0].replayed));
}

TEST(Comparison, ApplicationsAreComparedOneByOne) {
  Completed replayed = completed(7);
  replayed.applications[1].finish = 6;
  replayed.applications[1].dedicated_makespan = 5;
  std::vector<ReplayDifference> found = differences(completed(7), replayed);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].what, "application 1: finish");
  EXPECT_EQ(found[1].what, "application 1: dedicated_makespan");
  replayed.applications.pop_back();
  found = differences(completed(7), replayed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].what, "applications");
  EXPECT_EQ(std::get<std::int64_t>(found[0].replayed), 1);
}

TEST(Comparison, FailuresOfOneKindAreEqualWhateverTheirMessage) {
  const Failure stored{FailureKind::crashed, 11, "at 0x1234", "a"};
  EXPECT_TRUE(differences(stored, Failure{FailureKind::crashed, 6, "at 0x5678", "b"}).empty());
  const std::vector<ReplayDifference> found = differences(stored, Failure{FailureKind::deadlock, 0, "", ""});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].what, "outcome");
  EXPECT_EQ(std::get<std::string>(found[0].stored), "crashed");
  EXPECT_EQ(std::get<std::string>(found[0].replayed), "deadlock");
}

TEST(Comparison, CompletedAndFailedDifferInTheOutcomeAlone) {
  EXPECT_EQ(differences(completed(7), Failure{FailureKind::timeout, 0, "", ""}).size(), 1U);
  EXPECT_EQ(differences(Failure{FailureKind::timeout, 0, "", ""}, completed(7)).size(), 1U);
}

}  // namespace
}  // namespace palio
