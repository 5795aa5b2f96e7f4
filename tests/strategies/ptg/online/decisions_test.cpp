#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/decisions.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Two tasks in a chain and a single one, in applications released at these dates.
Workload released(double chain, double single) {
  Workload workload = test::workload(test::graph({{1, 0}, {2, 0}, {3, 0}}, {{0, 1, 5}, {1, 2, 6}}));
  workload.applications.front().release_date = chain;
  workload.applications.push_back({"", test::graph({{4, 0}}), single});
  return workload;
}

TEST(RemainingBatch, HasWhatDoesNotStartBefore) {
  // At 4 s task 0 runs until 5 s, task 1 would start just then; the other application is planned to be complete.
  const RemainingBatch remaining = remaining_batch(released(0, 1), {{{0, 5}, {4, 9}, {9, 10}}, {{1, 4}}}, 4);
  EXPECT_EQ(remaining.now, 4);
  EXPECT_THAT(remaining.competing, ElementsAre(0));
  EXPECT_THAT(remaining.application, ElementsAre(0));
  EXPECT_THAT(remaining.task, ElementsAre(ElementsAre(1, 2)));
  const Application& open = remaining.open.applications.front();
  EXPECT_EQ(open.release_date, 4);
  ASSERT_EQ(open.graph.task_count(), 2);
  EXPECT_EQ(open.graph.task(0).flop, 2);
  ASSERT_EQ(open.graph.edges().size(), 1U);
  EXPECT_EQ(open.graph.edges()[0].from, 0);
  EXPECT_EQ(open.graph.edges()[0].to, 1);
  EXPECT_EQ(open.graph.edges()[0].bytes, 6);
}

TEST(RemainingBatch, CompetesUntilItIsComplete) {
  const RemainingBatch remaining = remaining_batch(released(0, 9), {{{0, 1}, {1, 3}, {3, 6}}, {{}}}, 4);
  EXPECT_THAT(remaining.competing, ElementsAre(0));  // its last task runs; the other one is not released
  EXPECT_THAT(remaining.application, IsEmpty());
}

TEST(DecideOnline, AtReleasesAndCompletions) {
  // Planned one after the other: 2 s each. The chain from 1 s on: 1, 3, 5 until 7 s. At 2 s the single task comes and
  // is planned between: 3 to 5 s, the rest from 5 to 9 s; its completion at 5 s is one more decision, that at 9 s has
  // nothing to decide on.
  const Workload workload = released(1, 2);
  std::vector<double> decided;
  BatchDates planned{std::vector<PlannedDates>(3), std::vector<PlannedDates>(1)};
  decide_online(workload, [&](const RemainingBatch& remaining) {
    decided.push_back(remaining.now);
    if (remaining.now == 1) planned[0] = {{1, 3}, {3, 5}, {5, 7}};
    if (remaining.now == 2) planned = {{{1, 3}, {5, 7}, {7, 9}}, {{3, 5}}};
    return planned;
  });
  EXPECT_THAT(decided, ElementsAre(1, 2, 5));
}

TEST(DecideOnline, OnceForAllThatIsReleasedTogether) {
  std::vector<double> decided;
  decide_online(released(3, 3), [&](const RemainingBatch& remaining) {
    decided.push_back(remaining.now);
    return BatchDates{{{3, 4}, {4, 5}, {5, 6}}, {{6, 7}}};
  });
  EXPECT_THAT(decided, ElementsAre(3));
}

struct OnlineRow {
  std::size_t processors;
  double start, finish;
};

// Four processors of 1 flop/s. Graph A, released at 0: a, b, c of 8 flop each in a chain, alpha 0, 24 s / p alone.
// Graph B, released at 1: d of 4 flop, 4 s / p alone.
Workload chain_and_latecomer() {
  Workload workload = test::workload(test::graph({{8, 0}, {8, 0}, {8, 0}}, {{0, 1, 0}, {1, 2, 0}}));
  workload.applications.push_back({"", test::graph({{4, 0}}), 1});
  return workload;
}

void expect_rows(std::string_view recipe, const Workload& workload, const std::vector<OnlineRow>& expected) {
  const Schedule schedule = test::scheduled_by(recipe, test::fast_platform({test::cluster(4, 1)}), workload).schedule;
  std::size_t i = 0;
  for (const std::vector<Placement>& application : schedule.placements)
    for (const Placement& placed : application) {
      ASSERT_LT(i, expected.size());
      EXPECT_EQ(placed.processors.size(), expected[i].processors) << recipe << ", task " << i;
      EXPECT_DOUBLE_EQ(placed.start, expected[i].start) << recipe << ", task " << i;
      EXPECT_DOUBLE_EQ(placed.finish, expected[i].finish) << recipe << ", task " << i;
      ++i;
    }
  EXPECT_EQ(i, expected.size());
}

// 0 s: A is alone and gets all four processors. 1 s: a runs until 2 s and stays; A and B get two each: b from 2 to 6 s,
// c planned behind it, d from 2 to 4 s. 4 s: B is complete, A has all four again: b runs and stays, c takes 2 s on
// four.
TEST(OnlineStrategies, EqualSharesFollowArrivalsAndCompletions) {
  const std::vector<OnlineRow> expected{{4, 0, 2}, {2, 2, 6}, {4, 6, 8}, {2, 2, 4}};
  expect_rows("CRA_NDAGS:area_divisor=classic", chain_and_latecomer(), expected);
  expect_rows("ES", chain_and_latecomer(), expected);
}

// Of 28 flop A has 24: 6/7 x 4 = 3.4 processors by RR-6774, and B the one that everybody has; 4 (1/4 + 24/56) = 2.7 and
// 1.3, rounded 3 and 1, by CRA_WORK. b 8/3 s from 2 s on, then c; d from 2 to 6 s. The shares are those of whole
// graphs: what is left of A at 1 s is 16 of 20 flop, which would make them 3.2 and 2.6.
TEST(OnlineStrategies, SharesByWorkFollowArrivals) {
  const std::vector<OnlineRow> expected{{4, 0, 2}, {3, 2, 14.0 / 3}, {3, 14.0 / 3, 22.0 / 3}, {1, 2, 6}};
  expect_rows("CRA_WORK:area_divisor=classic", chain_and_latecomer(), expected);
  expect_rows("PS-work", chain_and_latecomer(), expected);
}

// Every application takes four. SELFISH: from 1 s on by bottom levels: b 4 s, c 2 s, d 1 s. By C*, which is 6 s and 1
// s, d comes first. S: d is ready at 1 s and takes the processors at 2 s, before b is ready.
TEST(OnlineStrategies, TheSelfishMeetWhatRuns) {
  const std::vector<OnlineRow> late{{4, 0, 2}, {4, 2, 4}, {4, 4, 6}, {4, 6, 7}};
  const std::vector<OnlineRow> early{{4, 0, 2}, {4, 3, 5}, {4, 5, 7}, {4, 2, 3}};
  expect_rows("SELFISH:area_divisor=classic", chain_and_latecomer(), late);
  expect_rows("SELFISH_WEIGHT:area_divisor=classic", chain_and_latecomer(), early);
  expect_rows("SELFISH_ORDER:area_divisor=classic", chain_and_latecomer(), early);
  expect_rows("S", chain_and_latecomer(), early);
}

// 1 s: moldable jobs b c of 16/p s and d of 4/p s. The bound of (16 + 4)/4 = 5 s is feasible: b c needs the first
// shelf, four processors, and d the second one, by 2.5 s on two. Longest first: b c in a box from 2 s, when a has
// ended, to 6 s; d behind it; but at 6 s A is complete and d alone, on four. Shortest first: d from 2 to 4 s on two
// processors, then b c.
TEST(OnlineStrategies, MoldableJobsAreWhatIsLeft) {
  const std::vector<OnlineRow> late{{4, 0, 2}, {4, 2, 4}, {4, 4, 6}, {4, 6, 7}};
  const std::vector<OnlineRow> early{{4, 0, 2}, {4, 4, 6}, {4, 6, 8}, {2, 2, 4}};
  for (const std::string name : {"CAFM_LPTF", "CAFM_CRA"})
    expect_rows(name + ":area_divisor=classic", chain_and_latecomer(), late);
  for (const std::string name : {"CAFM_SPTF", "CAFM_SAF", "CAFM_CRA_WEIGHT", "CAFM_CRA_ORDER"})
    expect_rows(name + ":area_divisor=classic", chain_and_latecomer(), early);
}

// Released together at 1 s, a batch is decided on once: as from 0 s on, c keeps two processors when B is complete.
TEST(OnlineStrategies, ABatchReleasedTogetherIsDecidedOnOnce) {
  for (const double release : {0.0, 1.0}) {
    Workload workload = chain_and_latecomer();
    for (Application& application : workload.applications) application.release_date = release;
    const std::vector<OnlineRow> expected{{2, release, release + 4},
                                          {2, release + 4, release + 8},
                                          {2, release + 8, release + 12},
                                          {2, release, release + 2}};
    expect_rows("CRA_NDAGS:area_divisor=classic", workload, expected);
    expect_rows("ES", workload, expected);
  }
}

TEST(OnlineStrategies, MagsTakesNoLatecomer) {
  EXPECT_EQ(test::error_of([] { check_workload(strategy("MAGS"), chain_and_latecomer()); }),
            "strategy MAGS plans all graphs from 0 s on, but application 1 is released at 1 s: SELFISH, CRA and CAFM "
            "take graphs that come later");
}

}  // namespace

}  // namespace palio
