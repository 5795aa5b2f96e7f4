#include "campaign/plan/missing_jobs.h"

#include <gtest/gtest.h>

#include "tests/campaign/restricted_study.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

TEST(DoneSet, KnowsScenariosByTheirDatabaseIds) {
  const Study study = test::study(test::k_small_study);
  DoneSet done(study, {{10, 3, 7, 1}, {1, 2, 3, 4, 5, 6}, {9, 2}});
  done.add({3, 6, 9});   // platform 1, workload 5, strategy 0
  done.add({10, 1, 2});  // platform 0, workload 0, strategy 1
  done.add({99, 1, 2});  // platforms, workloads and strategies of an earlier version of the study
  done.add({10, 70, 2});
  done.add({10, 1, 1});
  done.seal();
  EXPECT_EQ(done.size(), 2U);
  EXPECT_TRUE(done.contains({1, 5}, 0));
  EXPECT_TRUE(done.contains({0, 0}, 1));
  EXPECT_FALSE(done.contains({0, 0}, 0));
  EXPECT_FALSE(done.contains({1, 5}, 1));
}

TEST(DoneSet, IdZeroIsNotStored) {
  const Study study = test::study(test::k_small_study);
  DoneSet done(study, {{0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0}});
  done.add({0, 0, 0});
  done.seal();
  EXPECT_EQ(done.size(), 0U);
}

TEST(DoneSet, PassesOverWhatAStrategyDoesNotTake) {
  // M-HEFT-MAX (2) takes workload 1 and not workload 3, M-HEFT (3) neither.
  const Study study = test::restricted_study();
  DoneSet done(study, {{1, 2, 3, 4}, {1, 2, 3, 4, 5, 6, 7}, {1, 2, 3}});
  done.add({1, 1, 2});
  done.add({1, 3, 2});
  done.add({1, 1, 3});
  done.seal();
  EXPECT_EQ(done.size(), 1U);
  EXPECT_TRUE(done.contains({0, 0}, 1));
}

}  // namespace
}  // namespace palio
