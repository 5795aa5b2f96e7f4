#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strategies/ptg/cluster_batch/mags/mags.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using PeriodProcessors = std::vector<std::vector<int>>;

TEST(StretchPeriods, DoubleUntilTheLongestApplicationIsDone) {
  // By C*: 1, 3, 8; sums 1, 4, 12. S* = max(1/1, 4/3, 12/8) = 1.5. t_1 = 1.5 x 1, then 3, 6 and 12 = 1.5 x 8.
  // The applications' dates 12, 1.5 and 4.5 are in periods 3, 0 and 2; those that equal an end belong to it.
  const StretchPeriods periods = stretch_periods(std::vector<double>{8, 1, 3}, 0);
  EXPECT_EQ(periods.stretch, 1.5);
  EXPECT_EQ(periods.lambda, 1);
  EXPECT_THAT(periods.dates, ElementsAre(0, 1.5, 3, 6, 12));
  EXPECT_THAT(periods.last, ElementsAre(3, 0, 2));
}

TEST(StretchPeriods, OneApplicationHasOnePeriodAsLongAsItself) {
  const StretchPeriods periods = stretch_periods(std::vector<double>{7}, 0);
  EXPECT_EQ(periods.stretch, 1);
  EXPECT_THAT(periods.dates, ElementsAre(0, 7));
  EXPECT_THAT(periods.last, ElementsAre(0));
}

TEST(StretchPeriods, GrowFasterForALargeSmallestPeriod) {
  // Sums 2, 4, 12: S* = max(1, 4/2, 12/8) = 2; t_1 = 4. lambda = max(1, 12/4) = 3: t_2 = 4 x 4 = 16 = 2 x 8. A smallest
  // period of 4 s asks for no more than doubling: 4, 8, 16.
  const StretchPeriods longer = stretch_periods(std::vector<double>{2, 2, 8}, 12);
  EXPECT_EQ(longer.lambda, 3);
  EXPECT_THAT(longer.dates, ElementsAre(0, 4, 16));
  EXPECT_THAT(longer.last, ElementsAre(0, 0, 1));
  const StretchPeriods doubled = stretch_periods(std::vector<double>{2, 2, 8}, 4);
  EXPECT_EQ(doubled.lambda, 1);
  EXPECT_THAT(doubled.dates, ElementsAre(0, 4, 8, 16));
  EXPECT_THAT(doubled.last, ElementsAre(0, 0, 2));
}

TEST(MalleableAllocation, FillsThePeriodsBackwards) {
  // C* 8, 1, 3 on 4 processors; the periods end at 1.5, 3, 6 and 12. Work in seconds of the whole cluster:
  //   6 to 12:  only the long one may run: 6 of its 8                                   -> 4, -, -
  //   3 to 6:   2 and 3 left: shares 1.6 and 2.4; 3 of 5 done, 0.8 and 1.2 left         -> 2, -, 2
  //   1.5 to 3: shares 1.6 and 2.4; 1.5 of 2 done, 0.2 and 0.3 left                     -> 2, -, 2
  //   0 to 1.5: 0.2, 1 and 0.3: shares 0.53, 2.67 and 0.8; the last two are rounded up  -> 0, 3, 1
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4),
              ElementsAreArray(PeriodProcessors{{0, 2, 2, 4}, {3, 0, 0, 0}, {1, 2, 2, 0}}));
}

TEST(MalleableAllocation, FillsThePeriodsForwards) {
  // The same. Work in seconds of the whole cluster:
  //   0 to 1.5: 8, 1 and 3: shares 2.67, 0.33 and 1, so 3, 0 and 1; the second must have one -> 2, 1, 1
  //   1.5 to 3: 7 and 2.6 left: shares 2.9 and 1.1                                            -> 3, -, 1
  //   3 to 6:   in the same proportion                                                        -> 3, -, 1
  //   6 to 12:  only the long one may run                                                     -> 4, -, -
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4, PeriodFilling::forward),
              ElementsAreArray(PeriodProcessors{{2, 3, 3, 4}, {1, 0, 0, 0}, {1, 1, 1, 0}}));
}

TEST(MalleableAllocation, FillsThePeriodsAtConstantRates) {
  // The same. Rates 8/12, 1/1.5 and 3/6 of the cluster:
  //   0 to 1.5: shares 1.45, 1.45 and 1.09: the fourth to the shorter of the equal ones -> 1, 2, 1
  //   1.5 to 6: shares 2.29 and 1.71                                                    -> 2, -, 2
  //   6 to 12:  only the long one may run                                               -> 4, -, -
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4, PeriodFilling::constant),
              ElementsAreArray(PeriodProcessors{{1, 2, 2, 4}, {2, 0, 0, 0}, {1, 2, 2, 0}}));
}

TEST(MalleableAllocation, PeriodsWithoutWorkStayIdle) {
  // S* = max(1, 2, 3, 13/10) = 3: the periods end at 3, 6, 12, 24 and 48 >= 30. The last one has room for all the work
  // of the long application. The first one is for the others, 4/3 processors each: the fourth goes to the first.
  const std::vector<double> dedicated{1, 10, 1, 1};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4),
              ElementsAreArray(PeriodProcessors{{2, 0, 0, 0, 0}, {0, 0, 0, 0, 4}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}}));
}

TEST(MalleableAllocation, WhatRoundingLeavesIsNoWork) {
  // 0.2 s of work fill the second period, whose 0.3 - 0.1 is a little less in doubles: the first one has nothing to do.
  ASSERT_LT(0.3 - 0.1, 0.2);
  const StretchPeriods periods{1, 2, {0, 0.1, 0.3}, {1}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{0.2}, periods, 4), ElementsAreArray(PeriodProcessors{{0, 4}}));
}

TEST(MalleableAllocation, EqualRemaindersGoToTheShorterApplication) {
  // One period; 5 processors: shares 3.75 and 1.25 of the first are no tie. 6 processors: 4.5 and 1.5: the sixth goes
  // to the second application, which is the shorter one.
  const StretchPeriods periods{4, 1, {0, 4}, {0, 0}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{3, 1}, periods, 5),
              ElementsAreArray(PeriodProcessors{{4}, {1}}));
  EXPECT_THAT(malleable_allocation(std::vector<double>{3, 1}, periods, 6),
              ElementsAreArray(PeriodProcessors{{4}, {2}}));
}

TEST(MalleableAllocation, EachApplicationHasAProcessorInItsLastPeriod) {
  // Shares 2.4, 0.3 and 0.3 of 3 processors: the third goes to the largest remainder, 0.4. Both short ones take one.
  const StretchPeriods periods{10, 1, {0, 10}, {0, 0, 0}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{8, 1, 1}, periods, 3),
              ElementsAreArray(PeriodProcessors{{1}, {1}, {1}}));
}

TEST(MalleableAllocation, TheOnlyProcessorIsNotTakenAway) {
  // Shares 2/3, 2/3 and 2/3 of 2 processors: no one has two of them.
  const std::vector<double> dedicated{1, 1, 1};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 2),
              ElementsAreArray(PeriodProcessors{{1}, {1}, {0}}));
}

}  // namespace
}  // namespace palio
