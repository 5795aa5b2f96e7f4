#include "strategies/ptg/list_mapping.h"

#include <gtest/gtest.h>

#include "core/identity/random_stream.h"
#include "tests/support/builders.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

TEST(ReferenceCluster, HasTheSlowestSpeedAndThePlatformsPowerRoundedDown) {
  // 3 x 1 + 2 x 2.75 = 8.5 processors of 2 flop/s.
  const Platform platform = test::platform({test::cluster(3, 2), test::cluster(2, 5.5)});
  EXPECT_DOUBLE_EQ(reference_processors(platform), 8.5);
  const ReferenceCluster reference = reference_cluster(platform);
  EXPECT_EQ(reference.processors, 8);
  EXPECT_EQ(reference.speed, 2);
}

TEST(Translation, WithoutSerialPartDividesBySpeedRatio) {
  const Task task{100, 0, ""};
  EXPECT_EQ(translated_allocation(task, 4, 1, 2), 2);
  EXPECT_EQ(translated_allocation(task, 5, 1, 2), 3);
  EXPECT_EQ(translated_allocation(task, 1, 1, 8), 1);
}

TEST(Translation, WithSerialPartNeedsFewerProcessorsOnFasterClusters) {
  // alpha = 0.25, n = 4, speed ratio 2: 0.75 / (2 (0.25 + 0.1875) - 0.25) = 1.2: two processors.
  EXPECT_EQ(translated_allocation({100, 0.25, ""}, 4, 1, 2), 2);
}

TEST(Translation, OnEqualSpeedsIsTheSameNumber) {
  for (int n = 1; n <= 200; ++n)
    for (const double alpha : {0.0, 0.01, 0.1, 0.25, 0.333, 0.9})
      EXPECT_EQ(translated_allocation({1e9, alpha, ""}, n, 0.7e9, 0.7e9), n) << "alpha " << alpha;
}

TEST(Translation, IsTheSmallestAllocationThatIsNoSlower) {
  RandomStream random(7);
  for (int i = 0; i < 5000; ++i) {
    const Task task{random.uniform_real(1e9, 1e12), random.uniform_real(0, 0.25), ""};
    const double reference = random.uniform_real(0.25e9, 1e9);
    const double speed = reference * random.uniform_real(1, 5);
    const int n = static_cast<int>(random.uniform_integer(1, 500));
    const int translated = translated_allocation(task, n, reference, speed);
    const double wanted = execution_time(task, n, reference);
    EXPECT_LE(execution_time(task, translated, speed), wanted * (1 + 1e-9));
    if (translated > 1) {
      EXPECT_GT(execution_time(task, translated - 1, speed), wanted * (1 - 1e-9));
    }
  }
}

TEST(Translation, FeasibleWhereSomeClusterIsLargeEnough) {
  const Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 2)});
  const Task task{100, 0, ""};
  EXPECT_TRUE(some_cluster_holds(platform, task, 4, 1));   // 2 processors of the second cluster
  EXPECT_FALSE(some_cluster_holds(platform, task, 5, 1));  // would take 5 or 3
}

}  // namespace
}  // namespace palio
