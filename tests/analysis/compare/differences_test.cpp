#include "analysis/compare/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace palio {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(const Differences& differences) {
  std::vector<std::string> names;
  for (const Difference& difference : differences.first()) names.push_back(difference.scenario);
  return names;
}

Difference metric(const std::string& scenario, double change) {
  return {DifferenceKind::metrics, scenario, "makespan", {}, {}, change};
}

TEST(Differences, KeepsTheLargestWhateverTheirSign) {
  Differences differences(2);
  for (const Difference& difference : {metric("a", 0.1), metric("b", -0.3), metric("c", 0.2)})
    differences.add(difference);
  EXPECT_THAT(names(differences), ElementsAre("b", "c"));
  EXPECT_FALSE(differences.wants(DifferenceKind::metrics, 0.15));
  EXPECT_TRUE(differences.wants(DifferenceKind::metrics, -0.25));
}

TEST(Differences, OfEqualChangesTheFirstNamesWhateverTheOrder) {
  Differences differences(2);
  for (const char* name : {"c", "a", "b"}) differences.add(metric(name, 0.1));
  EXPECT_THAT(names(differences), ElementsAre("a", "b"));
}

TEST(Differences, OutcomesComeFirst) {
  Differences differences(3);
  differences.add({DifferenceKind::only_b, "d", "outcome", {}, {}});
  differences.add({DifferenceKind::only_a, "c", "outcome", {}, {}});
  differences.add(metric("b", 5));
  differences.add({DifferenceKind::outcome, "a", "outcome", {}, {}});
  EXPECT_THAT(names(differences), ElementsAre("a", "b", "c"));
}

// Each comes before all that are kept: moving these aside would take 40,000 x 20,000 moves, seconds.
TEST(Differences, KeepingManyCostsLittleEach) {
  const int count = 40000;
  Differences differences(count);
  const std::clock_t start = std::clock();
  for (int i = 1; i <= count; ++i) differences.add(metric(std::to_string(i), i));
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
  const std::vector<std::string> kept = names(differences);
  ASSERT_EQ(kept.size(), 40000U);
  EXPECT_EQ(kept.front(), "40000");
  EXPECT_EQ(kept.back(), "1");
}

TEST(Differences, WithoutALimitOfAnyKeepsNone) {
  const Differences differences(0);
  EXPECT_FALSE(differences.wants(DifferenceKind::metrics, 5));
  EXPECT_TRUE(differences.first().empty());
}

}  // namespace
}  // namespace palio
