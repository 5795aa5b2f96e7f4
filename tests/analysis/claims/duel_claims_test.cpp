#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/analysis/claims/outcomes.h"
#include "tests/analysis/made_campaign.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> k_fifteen_strategies{"BIL", "CPOP",   "DLS",         "Duplex", "ETF",
                                                    "FCP", "FLB",    "FastestNode", "HEFT",   "MCT",
                                                    "MET", "MaxMin", "MinMin",      "OLB",    "WBA"};

// All pairs once. Each strategy takes as long as any other one, but 5 times as long as the first of the others if it is
// among the first so many, else 2 times.
std::vector<MadeDuel> matrix(const std::vector<std::string>& strategies, std::size_t fivefold) {
  std::vector<MadeDuel> duels;
  for (std::size_t target = 0; target < strategies.size(); ++target) {
    const std::size_t first = target == 0 ? 1 : 0;
    for (std::size_t base = 0; base < strategies.size(); ++base)
      if (base != target)
        duels.push_back({.target = strategies[target],
                         .base = strategies[base],
                         .target_makespan = base != first       ? 3.0
                                            : target < fivefold ? 15.0
                                                                : 6.0,
                         .base_makespan = 3});
  }
  return duels;
}

TEST(DuelClaims, AnInstanceIsAProof) {
  const auto checked = verified("duel", scenarios_of(matrix(k_fifteen_strategies, 10)));
  EXPECT_THAT(reproduced(checked), ElementsAre("W1", "W2", "W3", "W4"));
  EXPECT_EQ(checked.at("W1").measurement.shown, "15 of 15");
  EXPECT_EQ(checked.at("W2").measurement.shown, "10 of 15");
  EXPECT_NEAR(checked.at("W4").measurement.measured.value(), 200.0 / 3, 1e-12);
  EXPECT_EQ(checked.at("W5").measurement.measured, 1);
}

// A longer search might find what this one did not.
TEST(DuelClaims, WhatWasNotFoundMayStillExist) {
  const auto nine = verified("duel", scenarios_of(matrix(k_fifteen_strategies, 9)));
  EXPECT_THAT(undecided(nine), ElementsAre("W2", "W4", "W5", "W6"));
  EXPECT_EQ(nine.at("W2").measurement.shown, "9 of 15");
}

// A sixteenth that is never behind contradicts nothing of the fifteen, who must all have met.
TEST(DuelClaims, OfAllThatWereSearchedAndOfTheFifteen) {
  std::vector<std::string> strategies = k_fifteen_strategies;
  strategies.emplace_back("Sufferage");
  std::vector<MadeDuel> duels = matrix(strategies, 11);
  for (MadeDuel& duel : duels)
    if (duel.target == "Sufferage") duel.target_makespan = duel.base_makespan;
  const auto all = verified("duel", scenarios_of(duels));
  EXPECT_THAT(reproduced(all), ElementsAre("W1", "W2", "W4"));
  EXPECT_EQ(all.at("W3").measurement.shown, "15 of 16");
  EXPECT_EQ(all.at("W4").measurement.shown, "11 of 16");
  duels.erase(duels.begin());  // BIL beside CPOP
  const auto one_less = verified("duel", scenarios_of(duels));
  EXPECT_EQ(one_less.at("W1").measurement.instances, 14);
  EXPECT_THAT(reproduced(one_less), IsEmpty());
}

constexpr const char* k_paper =
    "a chain on a mesh, seed 1: 459 evaluations, metropolis, from 0.3 to 0.003, planned dates";

// Searches of ten restarts of HEFT against FastestNode, of which the fourth is worst: 4 times so many of them, else 6.
std::vector<MadeScenario> searches(int count, int four_times) {
  std::vector<MadeDuel> duels;
  for (int restart = 0; restart < 10 * count; ++restart) {
    const double worst = restart % 10 != 3 ? 1 : restart / 10 < four_times ? 4 : 6;
    for (const std::int64_t evaluation : {0, 5, 9})
      duels.push_back({.target = "HEFT",
                       .base = "FastestNode",
                       .restart = restart,
                       .evaluation = evaluation,
                       .target_makespan = evaluation == 5 ? worst : 1});
  }
  return scenarios_of(duels);
}

// 10 of 20 at or below 4.34; 0 of 20 are at most 16 %, an interval that crosses 2.5 % and is narrower than the range.
TEST(DuelClaims, APublishedRatioIsHeldAgainstSearchesOfItsEffort) {
  const auto half = verified("duel", searches(20, 10), k_paper);
  EXPECT_THAT(reproduced(half), ElementsAre("W5", "W6"));
  EXPECT_EQ(half.at("W5").measurement.measured, 6);
  EXPECT_EQ(half.at("W6").measurement.measured, 50);
  EXPECT_EQ(half.at("W6").measurement.shown, "10 of 20, median 5.0");
  EXPECT_THAT(deviating(verified("duel", searches(20, 0), k_paper)), ElementsAre("W6"));
  EXPECT_THAT(undecided(verified("duel", searches(20, 20), k_paper)), ElementsAre("W1", "W2", "W3", "W4", "W5"));
}

TEST(DuelClaims, FewSearchesOrOthersAreNotEnough) {
  EXPECT_THAT(reproduced(verified("duel", searches(19, 10), k_paper)), ElementsAre("W5"));
  const std::string other = "a chain on a mesh, seed 1: 1459 evaluations, metropolis, from 0.3 to 0.003, planned dates";
  EXPECT_EQ(verified("duel", searches(20, 10), other).at("W6").measurement.instances, 0);
}

// Of two strategies of which one failed there is no ratio.
TEST(DuelClaims, FailuresProveNothing) {
  std::vector<MadeScenario> made = scenarios_of({{.target = "HEFT", .base = "FastestNode", .target_makespan = 9},
                                                 {.target = "HEFT", .base = "FastestNode", .evaluation = 3}});
  made.front().metrics.clear();
  EXPECT_EQ(verified("duel", made).at("W5").measurement.measured, 1);
}

}  // namespace
}  // namespace palio::test
