#include "strategies/bags/cbs3m/fluid_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

// Application 0: released at 0, 4 s alone; application 1: released at 6, 1 s alone. Deadlines 4 S and 6 + S.
FluidProblem two_epoch_applications() {
  FluidProblem problem;
  problem.applications.push_back({0, 0, 4, 1, 1, 1, {}});
  problem.applications.push_back({6, 6, 1, 1, 1, 1, {}});
  return problem;
}

std::vector<double> dates(const Epochs& epochs, double stretch) {
  std::vector<double> dates;
  for (const MovingDate& date : epochs.dates) dates.push_back(date.when(stretch));
  return dates;
}

TEST(Epochs, ApplicationsAreActiveFromStartToDeadline) {
  // At S = 1.75: 0, 6, 7 (deadline of 0), 7.75 (deadline of 1).
  const Epochs epochs = epochs_at(two_epoch_applications(), 1.75, 1e-7);
  EXPECT_THAT(dates(epochs, 1.75), ElementsAre(0, 6, 7, 7.75));
  EXPECT_THAT(epochs.first, ElementsAre(0, 1));
  EXPECT_THAT(epochs.end, ElementsAre(2, 3));
}

TEST(Epochs, ThoseAtOneDateAreOne) {
  // At S = 2 both deadlines are at 8.
  const Epochs epochs = epochs_at(two_epoch_applications(), 2, 1e-7);
  EXPECT_THAT(dates(epochs, 2), ElementsAre(0, 6, 8));
  EXPECT_THAT(epochs.end, ElementsAre(2, 2));
}

TEST(Epochs, ThoseAlmostAtOneDateAreOneIfAsked) {
  // At S = 2.00000001 the deadlines are 3e-8 s apart in 8 s.
  EXPECT_EQ(epochs_at(two_epoch_applications(), 2.00000001, 1e-7).intervals(), 2);
  EXPECT_EQ(epochs_at(two_epoch_applications(), 2.00000001, 1e-12).intervals(), 3);
}

TEST(Epochs, OrderChangesAtCriticalStretchesOnly) {
  // 4 S = 6 at 1.5, 4 S = 6 + S at 2; deadlines meet their own release at 0 only.
  const FluidProblem problem = two_epoch_applications();
  EXPECT_THAT(critical_stretches(problem, 1), ElementsAre(DoubleEq(1.5), DoubleEq(2)));
  EXPECT_THAT(critical_stretches(problem, 1.5), ElementsAre(DoubleEq(2)));
  const auto at = [&](double stretch) { return epochs_at(problem, stretch, 1e-12); };
  EXPECT_TRUE(have_same_order(at(1.51), at(1.99)));
  EXPECT_FALSE(have_same_order(at(1.49), at(1.51)));
  EXPECT_FALSE(have_same_order(at(1.99), at(2.01)));
  EXPECT_TRUE(have_same_order(at(2.01), at(100)));
}

}  // namespace
}  // namespace palio
