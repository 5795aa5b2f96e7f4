#include "workloads/model/speedup.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/identity/random_stream.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using enum SpeedupLaw;

// 100 flop at 10 flop/s: 10 s on one processor, but for the overhead of powercom.
Task task(Speedup speedup, double alpha = 0) { return {100, alpha, "", {}, speedup}; }

TEST(SpeedupLaw, RooflineIsFlatBeyondItsProcessors) {
  const Task roof = task({roofline, 4});
  EXPECT_DOUBLE_EQ(execution_time(roof, 1, 10), 10);
  EXPECT_DOUBLE_EQ(execution_time(roof, 4, 10), 2.5);
  EXPECT_DOUBLE_EQ(execution_time(roof, 9, 10), 2.5);
}

// 10 (1/5 + 0.01 x 4) = 2.4 s
TEST(SpeedupLaw, CommunicationAddsAnOverheadPerFurtherProcessor) {
  const Task talker = task({.law = communication, .overhead = 0.01});
  EXPECT_DOUBLE_EQ(execution_time(talker, 1, 10), 10);
  EXPECT_DOUBLE_EQ(execution_time(talker, 5, 10), 2.4);
}

// 10 (0.8 / min(n, 4) + 0.2 + 0.01 (n - 1)): 10, 4.3 and 4.7 s
TEST(SpeedupLaw, GeneralHasAllThree) {
  const Task all = task({general, 4, 0.01}, 0.2);
  EXPECT_DOUBLE_EQ(execution_time(all, 1, 10), 10);
  EXPECT_DOUBLE_EQ(execution_time(all, 4, 10), 4.3);
  EXPECT_DOUBLE_EQ(execution_time(all, 8, 10), 4.7);
}

// 10 (1/4 + 0.05 x 4^0.5) = 3.5 s; on one processor 10 (1 + 0.05)
TEST(SpeedupLaw, PowerCommunicationCountsOneProcessorToo) {
  const Task power = task({.law = powercom, .overhead = 0.05, .exponent = 0.5});
  EXPECT_DOUBLE_EQ(execution_time(power, 1, 10), 10.5);
  EXPECT_DOUBLE_EQ(execution_time(power, 4, 10), 3.5);
}

// Its own time of 6 s on cluster 1 takes the place of flop / speed.
TEST(SpeedupLaw, HoldsForTimesOfClusters) {
  const Task timed{0, 0, "", {3, 6}, {roofline, 2}};
  EXPECT_DOUBLE_EQ(execution_time(timed, 5, 1, 10), 3);
}

TEST(FastestAllocation, IsWhereTheTimeIsLeast) {
  EXPECT_EQ(fastest_allocation(task({}, 0.5), 64), 64);
  EXPECT_EQ(fastest_allocation(task({roofline, 4}), 64), 4);
  EXPECT_EQ(fastest_allocation(task({roofline, 4}), 3), 3);
  EXPECT_EQ(fastest_allocation(task({.law = communication, .overhead = 0.01}), 64), 10);
  EXPECT_EQ(fastest_allocation(task({general, 4, 0.01}, 0.2), 64), 4);
  EXPECT_EQ(fastest_allocation(task({.law = powercom, .overhead = 0.1, .exponent = 0.5}), 64), 7);
  EXPECT_EQ(fastest_allocation(task({.law = powercom, .overhead = 0.1, .exponent = 0.5}), 1), 1);
}

// The time falls up to the fastest allocation and not again beyond it.
TEST(FastestAllocation, IsThatOfASearch) {
  RandomStream random(1);
  for (int draw = 0; draw < 2000; ++draw) {
    const Task power = task({.law = powercom,
                             .overhead = portable_exp(random.uniform_real(-14, 0)),
                             .exponent = random.uniform_real(0, 1)});
    const int most = static_cast<int>(random.uniform_integer(1, 600));
    int best = 1;
    for (int n = 2; n <= most; ++n)
      if (time_factor(power, n) < time_factor(power, best)) best = n;
    ASSERT_EQ(fastest_allocation(power, most), best) << draw;
  }
}

TEST(SpeedupLaw, OfAGraphIncludesThoseOfItsTasks) {
  const Task roof = task({roofline, 4}), talker = task({.law = communication, .overhead = 0.01}),
             power = task({.law = powercom});
  EXPECT_EQ(TaskGraph({roof, roof}, {}).speedup_law(), roofline);
  EXPECT_EQ(TaskGraph({roof, talker}, {}).speedup_law(), general);
  EXPECT_EQ(TaskGraph({roof, talker, power}, {}).speedup_law(), powercom);
}

TEST(SpeedupLaw, ParametersOutOfRangeAreErrors) {
  const auto error = [](const Task& wrong) { return test::error_of([&] { TaskGraph({wrong}, {}); }); };
  EXPECT_EQ(error(task({roofline, 0})), "max_processors of task 0 is 0, must be at least 1");
  EXPECT_EQ(error(task({.law = communication, .overhead = -0.5})),
            "overhead of task 0 is -0.5, must be finite and not negative");
  EXPECT_EQ(error(task({.law = powercom, .exponent = 1.5})), "exponent of task 0 is 1.5, must be from 0 to 1");
  EXPECT_EQ(error(task({.law = powercom, .exponent = NAN})), "exponent of task 0 is nan, must be from 0 to 1");
}

TEST(SpeedupLaw, ParametersOfOtherLawsAreErrors) {
  const auto error = [](const Task& wrong) { return test::error_of([&] { TaskGraph({wrong}, {}); }); };
  EXPECT_EQ(error(task({roofline, 4}, 0.1)), "alpha of task 0 is given, but the speed-up law roofline has none");
  EXPECT_EQ(error(task({amdahl, 4})), "max_processors of task 0 is given, but the speed-up law amdahl has none");
  EXPECT_EQ(error(task({.overhead = 0.1})), "overhead of task 0 is given, but the speed-up law amdahl has none");
  EXPECT_EQ(error(task({.law = general, .exponent = 0.1})),
            "exponent of task 0 is given, but the speed-up law general has none");
}

}  // namespace
}  // namespace palio
