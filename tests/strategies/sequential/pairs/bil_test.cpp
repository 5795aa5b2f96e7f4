#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"
#include "tests/strategies/sequential/random_examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Bil, MayLeaveOutWhenDataArrive) {
  // BIL: task 3 has 2, 2; task 1 has 6, 5; task 2 has 5, 7; task 0 on host 0 2 + max(min(6, 5 + 2), min(5, 7 + 2)) = 8,
  // on host 1 3 + max(min(5, 6 + 2), min(7, 5 + 2)) = 10. Task 0 on host 0 till 2. Two ready tasks: the second least
  // makespans are 8 of {2 + 6, 5} and 7 of {2 + 5, 7}: task 1, on host 1, where its data are at 4. Task 2 has 7 and
  // 7 + 7. Task 3 has 5 + 2 and 7 + 2: on host 0, although its data are there at 9 only.
  EXPECT_EQ(runs("BIL", test::k_diamond, {{"earliest", "available"}}),
            (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
}

TEST(Bil, GoesByTheBestImaginaryMakespan) {
  // Levels as above. Tasks 1 and 2 can start at 2 on host 0, at 4 on host 1: makespans 8, 9 and 7, 11. Task 2 on host 0
  // till 5. Task 1 then has 5 + 6 or 4 + 5. Task 3 has 9 + 2 or 7 + 2.
  EXPECT_EQ(runs("BIL", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Bil, WithMoreReadyTasksThanHostsQuickHostsCountMore) {
  // BIL of task 0 with its child (1 or 6 s, 100 bytes away): 4 + 1 and 1 + 6. Among six ready tasks on two hosts it is
  // first and takes 5 + 2 x 4 on host 0, 7 + 2 x 1 on host 1.
  const test::HostExample many{{{4, 1}, {1, 6}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, {{0, 1, 100}}};
  EXPECT_EQ(runs("BIL", many)[0], (test::Run{1, 0, 1}));
  // Alone it goes to host 0.
  EXPECT_EQ(runs("BIL", test::HostExample{{{4, 1}, {1, 6}}, {{0, 1, 100}}}), (Runs{{0, 0, 4}, {0, 4, 5}}));
}

// The theorem of the paper. With hosts' availability alone this is not so: of two hosts that a task of 1 s is alike on,
// the other one seems to be free while the data would take 100 s to it.
TEST(Bil, IsOptimalForLinearGraphs) {
  const test::HostExample two{{{1, 1.5}, {1, 1}}, {{0, 1, 100}}};
  EXPECT_EQ(runs("BIL", two), (Runs{{0, 0, 1}, {0, 1, 2}}));
  EXPECT_EQ(runs("BIL", two, {{"earliest", "available"}}), (Runs{{0, 0, 1}, {1, 101, 102}}));
  RandomStream random(1996);
  for (int i = 0; i < 300; ++i) {
    auto [platform, workload] = test::drawn_example(random, 7, 4);
    TaskGraph& graph = workload.applications.front().graph;
    std::vector<Edge> chain;
    for (int task = 1; task < graph.task_count(); ++task) chain.push_back({task - 1, task, random.uniform_real(0, 9)});
    graph = {{graph.tasks().begin(), graph.tasks().end()}, chain};
    EXPECT_NEAR(runs("BIL", platform, workload).back().finish, runs("Exact", platform, workload).back().finish, 1e-9);
  }
}

}  // namespace
}  // namespace palio
