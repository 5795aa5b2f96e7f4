#include "strategies/ptg/cluster_batch/list_plan.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/identity/random_stream.h"
#include "strategies/ptg/list_mapping.h"

namespace palio {
namespace {

TEST(ProcessorGroups, StartsWhenEnoughAreFree) {
  // Three processors from 1 s on; one of them is then busy until 4.
  ProcessorGroups free(3, 1);
  EXPECT_EQ(free.start(3, 0), 1);
  free.occupy(1, 0, 4);
  EXPECT_EQ(free.start(2, 0), 1);
  EXPECT_EQ(free.start(2, 2), 2);
  EXPECT_EQ(free.start(3, 2), 4);
}

TEST(ProcessorGroups, TakesTheMostRecentlyFreedFirst) {
  // Free since 0, 2 and 3. A task of one processor that is ready at 2 takes the second: left are 0, 3 and its finish 9.
  ProcessorGroups free(3, 0);
  free.occupy(1, 0, 2);
  free.occupy(1, 0, 3);
  free.occupy(1, 2, 9);
  EXPECT_EQ(free.start(1, 0), 0);
  EXPECT_EQ(free.start(2, 0), 3);
  EXPECT_EQ(free.start(3, 0), 9);
}

// Small whole dates meet often.
TEST(ProcessorGroups, CountsWhatTheTimelineNumbers) {
  RandomStream random(5);
  for (int round = 0; round < 2000; ++round) {
    const auto processors = static_cast<int>(random.uniform_integer(1, 12));
    const auto draw = [&](int largest) {
      return round % 2 == 0 ? static_cast<double>(random.uniform_integer(0, largest)) : random.uniform_real(0, largest);
    };
    const double begin = draw(3);
    ProcessorGroups groups(processors, begin);
    ClusterTimeline timeline(processors);
    std::vector<int> all(static_cast<std::size_t>(processors));
    std::iota(all.begin(), all.end(), 0);
    timeline.occupy(all, begin);
    for (int task = 0; task < 30; ++task) {
      const auto n = static_cast<int>(random.uniform_integer(1, processors));
      const double ready = draw(20);
      const double start = timeline.start(n, ready);
      ASSERT_EQ(groups.start(n, ready), start) << "round " << round << ", task " << task;
      const double finish = start + draw(5) + 0.5;
      groups.occupy(n, ready, finish);
      timeline.occupy(timeline.choose(n, ready), finish);
    }
  }
}

}  // namespace
}  // namespace palio
