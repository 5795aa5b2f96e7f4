#include "strategies/sequential/model/ranks.h"

#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

TEST(MeanCosts, AreTakenOverHostsAndPairsOfHosts) {
  // Processor 0 of 1 flop/s, 1 and 2 of 2 flop/s: 6 flop take (6 + 3 + 3)/3 s. Of the 6 ordered pairs 2 lie inside the
  // second cluster (latency 3 s), 4 between the clusters (7 s): 34/6 s; 20 bytes at 10 byte/s 2 s more. Over all 9
  // pairs it is 6/9 of that. SAGA has 6 links, 3 of them of a host to itself: half of it.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(2, 2)});
  const Workload workload = test::workload(test::graph({{6, 0}, {6, 0}}, {{0, 1, 20}}));
  const SequentialInstance instance(platform, workload.applications.front());
  const MeanCosts distinct(instance, MeanTransfer::distinct), with_self(instance, MeanTransfer::with_self),
      saga(instance, MeanTransfer::saga);
  EXPECT_EQ(distinct.time(0), 4);
  EXPECT_DOUBLE_EQ(distinct.transfer({0, 1, 20}), 34.0 / 6 + 2);
  EXPECT_DOUBLE_EQ(with_self.transfer({0, 1, 20}), (34.0 / 6 + 2) * 6 / 9);
  EXPECT_DOUBLE_EQ(saga.transfer({0, 1, 20}), (34.0 / 6 + 2) / 2);
  EXPECT_EQ(distinct.transfer({0, 1, 0}), 0);
}

TEST(MeanCosts, OfOneHostHaveNoTransfer) {
  const test::HostExample one{{{1}, {1}}, {{0, 1, 5}}};
  const Platform platform = one.platform();
  const Workload workload = one.workload();
  const SequentialInstance instance(platform, workload.applications.front());
  for (const MeanTransfer pairs : {MeanTransfer::distinct, MeanTransfer::with_self, MeanTransfer::saga})
    EXPECT_EQ(MeanCosts(instance, pairs).transfer({0, 1, 5}), 0);
}

TEST(Ranks, AreThoseOfTheHeftPaper) {
  // Its table 2.
  const Platform platform = test::k_heft_paper.platform();
  const Workload workload = test::k_heft_paper.workload();
  const SequentialInstance instance(platform, workload.applications.front());
  const MeanCosts costs(instance, MeanTransfer::distinct);
  const std::vector<double> upward = upward_ranks(instance.graph(), costs);
  const std::vector<double> downward = downward_ranks(instance.graph(), costs);
  const std::vector<double> expected_upward{108, 77, 80, 80, 69, 63.333, 42.667, 35.667, 44.333, 14.667};
  const std::vector<double> expected_downward{0, 31, 25, 22, 24, 27, 62.333, 66.667, 63.667, 93.333};
  for (std::size_t task = 0; task < upward.size(); ++task) {
    EXPECT_NEAR(upward[task], expected_upward[task], 5e-4) << task;
    EXPECT_NEAR(downward[task], expected_downward[task], 5e-4) << task;
  }
}

TEST(Ranks, MediansOfAnEvenNumberOfHostsAreTheMeanOfTheMiddleTwo) {
  const test::HostExample four{{{9, 1, 2, 4}}};
  const Platform platform = four.platform();
  const Workload workload = four.workload();
  EXPECT_EQ(median_times(SequentialInstance(platform, workload.applications.front())), (std::vector<double>{3}));
}

TEST(Orders, TiesOfRanksGoByGenerationThenIndex) {
  // 0 and 2 are entries, 1 comes after 2, 3 after 0.
  const TaskGraph graph = test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{2, 1, 0}, {0, 3, 0}});
  EXPECT_EQ(by_generation(graph), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(by_upward_rank(graph, std::vector<double>{2, 2, 2, 1}), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(by_upward_rank(graph, std::vector<double>{2, 3, 3, 1}), (std::vector<int>{2, 1, 0, 3}));
  EXPECT_EQ(by_priority(std::vector<double>{2, 3, 3, 1}), (std::vector<int>{1, 2, 0, 3}));
}

TEST(SequentialInstance, RefusesTimesForOtherHosts) {
  const Workload workload = test::HostExample{{{1, 2}}}.workload();
  EXPECT_EQ(test::error_of([&] {
              SequentialInstance(test::mesh({1, 1, 1}), workload.applications.front());
            }),
            "the tasks of application \"\" have 2 times each, but the platform has 3 hosts");
}

}  // namespace
}  // namespace palio
