#include "campaign/duel/duel_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/campaign/duel/duel_examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr SearchRules k_rules{.evaluations = 300, .hottest = 0.03, .coldest = 0.0003};

bool never() { return false; }

// The first task's share of the work.
Evaluation first_share(const DuelInstance& instance) {
  double all = 0;
  for (const Task& task : instance.tasks) all += task.flop;
  return {instance.tasks.front().flop / all};
}

TEST(Acceptance, CountsHowMuchLessOrHowMuch) {
  EXPECT_DOUBLE_EQ(chance_of(Acceptance::metropolis, 1, 1, 0.1), 1);
  EXPECT_DOUBLE_EQ(chance_of(Acceptance::metropolis, 1.5, 2, 0.5), std::exp(-1));
  EXPECT_DOUBLE_EQ(chance_of(Acceptance::ratio, 1.5, 2, 0.5), std::exp(-3));
  EXPECT_LT(chance_of(Acceptance::metropolis, 1, 1000, 0.001), 1e-300);
}

TEST(Temperature, FallsByTheSameFactorAsThatOfThePaper) {
  // 459 factors of 0.99 lead from 10 to 0.0993.
  const SearchRules rules{.evaluations = 459, .hottest = 10, .coldest = 0.1};
  EXPECT_DOUBLE_EQ(temperature_at(rules, 1), 10);
  EXPECT_NEAR(temperature_at(rules, 2) / temperature_at(rules, 1), 0.99, 1e-4);
  EXPECT_NEAR(temperature_at(rules, 460), 0.1, 1e-12);
}

TEST(Search, KeepsWhatIsWorseThanAllBeforeWithItsLineage) {
  RandomStream draws(1);
  const auto found = search(test::costly_join(), space_around(test::costly_join()), first_share, k_rules, draws, never);
  ASSERT_TRUE(found);
  const std::vector<Improvement>& all = found->improvements;
  EXPECT_DOUBLE_EQ(all.front().ratio, 0.4);  // 4 of 10 flop
  EXPECT_EQ(all.front().parent, -1);
  EXPECT_EQ(all.front().move, Move::start);
  ASSERT_GT(all.size(), 3U);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_GT(all[i].ratio, all[i - 1].ratio);
    EXPECT_EQ(all[i].parent, all[i - 1].evaluation);
    EXPECT_GE(all[i].steps, 1);
    EXPECT_LE(all[i].steps, all[i].evaluation - all[i].parent);
    EXPECT_EQ(all[i].ratio, first_share(all[i].instance).ratio);
  }
  // The largest share that the ranges allow is 4 of 4 + 0.4 + 0.4 flop.
  EXPECT_LE(all.back().ratio, 4 / 4.8 + 1e-12);
  EXPECT_GT(all.back().ratio, 0.5);
}

TEST(Search, WhatCannotBeEvaluatedIsNoMove) {
  const auto no_more_edges = [](const DuelInstance& instance) {
    return instance.edges.size() > 2 ? Evaluation{0, "too many"} : first_share(instance);
  };
  RandomStream draws(2);
  const auto found =
      search(test::costly_join(), space_around(test::costly_join()), no_more_edges, k_rules, draws, never);
  ASSERT_TRUE(found);
  EXPECT_GT(found->failed, 0);
  EXPECT_EQ(found->failure, "too many");
  for (const Improvement& improvement : found->improvements) EXPECT_LE(improvement.instance.edges.size(), 2U);
}

TEST(Search, RefusesAStartThatCannotBeEvaluated) {
  RandomStream draws(3);
  const auto fails = [](const DuelInstance&) { return Evaluation{0, "HEFT: no"}; };
  EXPECT_EQ(test::error_of([&] { search(test::costly_join(), chain_space(), fails, k_rules, draws, never); }),
            "the instance that a duel starts from: HEFT: no");
}

TEST(Search, AnInterruptedOneHasFoundNothing) {
  RandomStream draws(4);
  int asked = 0;
  const auto soon = [&] { return ++asked > 10; };
  EXPECT_FALSE(search(test::costly_join(), chain_space(), first_share, k_rules, draws, soon));
}

}  // namespace
}  // namespace palio
