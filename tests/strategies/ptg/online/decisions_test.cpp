#include "strategies/ptg/online/decisions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/builders.h"

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

}  // namespace
}  // namespace palio
