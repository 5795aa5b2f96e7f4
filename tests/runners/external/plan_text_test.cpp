#include "runners/external/graph_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runners/external/command_keeper.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Two processors of 1 flop/s on a network that takes no time; two tasks that do not wait for each other.
const Platform k_text_platform = test::fast_platform({test::cluster(2, 1)});
const Workload k_text_workload = test::workload(test::graph({{6, 0}, {4, 0}}));

std::string refused(const std::string& answer) {
  GraphPlan plan(k_text_platform, k_text_workload);
  try {
    read_plan("./mine", answer, plan);
  } catch (const FailedElsewhere& error) {
    EXPECT_EQ(error.failure().kind, FailureKind::protocol);
    return error.what();
  }
  return "";
}

TEST(PlanText, PlacementsAreTakenAsTheyStand) {
  GraphPlan plan(k_text_platform, k_text_workload);
  read_plan("./mine", R"({"placements": [[0, 1, [1]], [0, 0, [0], 0, 6]]})", plan);
  const std::vector<Placement> placed = plan.schedule().placements[0];
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0}));
  EXPECT_EQ(placed[0].finish, 6);
  EXPECT_EQ(placed[1].processors, (std::vector<int>{1}));
}

TEST(PlanText, WhatIsNoJsonIsNoAnswer) {
  EXPECT_THAT(refused("rubbish"),
              StartsWith("the command \"./mine\" answered what is no schedule (it is no JSON): rubbish"));
  EXPECT_THAT(refused(R"({"placements": [[0, 1, "x"]]})"), HasSubstr("no schedule ("));
}

// Of two answers neither is the right one.
TEST(PlanText, AKeyThatIsGivenTwiceIsRefused) {
  EXPECT_THAT(refused(R"({"placements": [], "placements": []})"),
              HasSubstr("(the key \"placements\" is given twice in one object)"));
}

// The object, the list of placements, a placement and its processors are four levels.
TEST(PlanText, DeepAnswersAreRefused) {
  EXPECT_EQ(refused(R"({"placements": [], "note": [[[[[[[]]]]]]]})"), "");
  EXPECT_THAT(refused(R"({"placements": [], "note": [[[[[[[[]]]]]]]]})"), HasSubstr("(nested deeper than 8 levels)"));
  EXPECT_THAT(refused(std::string(10'000'000, '[')), HasSubstr("(nested deeper than 8 levels)"));
}

}  // namespace
}  // namespace palio
