#include "campaign/duel/moves.h"

#include <gtest/gtest.h>

#include <set>

#include "platforms/family.h"
#include "platforms/model/platform.h"
#include "tests/campaign/duel/duel_examples.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

void expect_within(double weight, const WeightRange& range) {
  EXPECT_GE(weight, range.least);
  EXPECT_LE(weight, range.most);
}

void expect_in_space(const DuelInstance& instance, const DuelSpace& space) {
  workload_of(instance);  // throws for a cycle and for an edge that is there twice
  check(instance.platform);
  for (const Task& task : instance.tasks) expect_within(task.flop, space.work);
  for (const Edge& edge : instance.edges) expect_within(edge.bytes, space.data);
  for (const Cluster& host : instance.platform.clusters) expect_within(host.speed, space.speed);
  const auto hosts = static_cast<int>(instance.platform.clusters.size());
  for (int a = 0; a < hosts; ++a)
    for (int b = 0; b < a; ++b) {
      expect_within(pair_link(instance.platform, a, b).bandwidth, space.bandwidth);
      EXPECT_EQ(pair_link(instance.platform, a, b).bandwidth, pair_link(instance.platform, b, a).bandwidth);
    }
}

TEST(Moves, ThousandsKeepGraphsAcyclicAndWeightsInTheirRanges) {
  const DuelSpace space = chain_space();
  std::set<Move> made;
  for (std::uint64_t start = 0; start < 300; ++start) {
    RandomStream draws(start);
    DuelInstance instance = chain_start(draws);
    expect_in_space(instance, space);
    for (int move = 0; move < 30; ++move) {
      made.insert(change(instance, space, draws));
      ASSERT_NO_THROW(expect_in_space(instance, space));
    }
  }
  EXPECT_EQ(made.size(), 6U);
}

TEST(Moves, ChangeOneThingByATenthOfTheLargestAtMost) {
  RandomStream draws(1);
  DuelInstance before = test::costly_join();
  const DuelSpace space = space_around(before);
  for (int move = 0; move < 500; ++move) {
    DuelInstance after = before;
    const Move made = change(after, space, draws);
    double work = 0;
    for (std::size_t t = 0; t < after.tasks.size(); ++t) work += std::abs(after.tasks[t].flop - before.tasks[t].flop);
    EXPECT_LE(work, 0.4);  // the largest task has 4 flop
    EXPECT_TRUE(work == 0 || made == Move::task);
    EXPECT_EQ(after.edges.size() - before.edges.size(), made == Move::add_edge      ? 1U
                                                        : made == Move::delete_edge ? std::size_t(-1)
                                                                                    : 0U);
  }
}

TEST(Moves, RangesGoFromATenthOfTheLargestOrTheLeastUpToIt) {
  DuelInstance instance = test::costly_join();
  instance.edges[1].bytes = 0;
  instance.platform.clusters[1].speed = 20;
  const DuelSpace space = space_around(instance);
  EXPECT_DOUBLE_EQ(space.work.least, 0.4);
  EXPECT_DOUBLE_EQ(space.work.most, 4);
  EXPECT_DOUBLE_EQ(space.data.least, 0);
  EXPECT_DOUBLE_EQ(space.speed.least, 1);
  EXPECT_DOUBLE_EQ(space.speed.most, 20);
  EXPECT_EQ(space.pair_links, PairLinks::one);
}

TEST(Moves, DirectionsOfAPairThatDifferStayTwoLinks) {
  DuelInstance instance = test::costly_join();
  instance.platform.pair_links[1].bandwidth = 2;
  const DuelSpace space = space_around(instance);
  EXPECT_EQ(space.pair_links, PairLinks::two);
  RandomStream draws(3);
  int changes = 0;
  for (int move = 0; move < 50; ++move) {
    const Platform before = instance.platform;
    change(instance, space, draws);
    const auto changed = [&](std::size_t link) {
      return instance.platform.pair_links[link].bandwidth != before.pair_links[link].bandwidth;
    };
    EXPECT_FALSE(changed(1) && changed(2));
    changes += changed(1) || changed(2) ? 1 : 0;
  }
  EXPECT_GT(changes, 0);
}

TEST(Moves, WithContentionAHostsLinkIsAsFastAsItsFastestPair) {
  DuelInstance instance = test::costly_join();
  instance.platform.pair_links.assign(4, {100, 0});
  add_contention(instance.platform);
  const DuelSpace space = space_around(instance);
  RandomStream draws(3);
  for (int move = 0; move < 50; ++move) {
    change(instance, space, draws);
    for (int host : {0, 1})
      EXPECT_EQ(instance.platform.clusters[static_cast<std::size_t>(host)].processor_link.bandwidth,
                pair_link(instance.platform, host, 1 - host).bandwidth);
  }
}

TEST(Moves, ATaskWithTimesChangesOneOfThemAndNoSpeedDoes) {
  DuelInstance instance = test::costly_join();
  for (Task& task : instance.tasks) task.times = {1, 2};
  const DuelSpace space = space_around(instance);
  EXPECT_DOUBLE_EQ(space.work.most, 2);
  RandomStream draws(5);
  for (int move = 0; move < 200; ++move) EXPECT_NE(change(instance, space, draws), Move::host);
  for (const Task& task : instance.tasks)
    for (const double time : task.times) expect_within(time, space.work);
}

TEST(Moves, ClustersHaveLinksOfManyKinds) {
  DuelInstance instance = test::costly_join();
  instance.platform = test::platform({test::cluster(2, 1), test::cluster(3, 2)});
  const DuelSpace space = space_around(instance);
  const auto bandwidths = [&] {
    std::vector<double> all{instance.platform.backbone.bandwidth};
    for (const Cluster& cluster : instance.platform.clusters)
      all.insert(all.end(),
                 {cluster.processor_link.bandwidth, cluster.cluster_switch.bandwidth, cluster.uplink.bandwidth});
    return all;
  };
  RandomStream draws(7);
  std::set<std::size_t> changed;
  for (int move = 0; move < 300; ++move) {
    const std::vector<double> before = bandwidths();
    change(instance, space, draws);
    check(instance.platform);
    for (std::size_t link = 0; link < before.size(); ++link)
      if (bandwidths()[link] != before[link]) changed.insert(link);
  }
  EXPECT_EQ(changed.size(), 7U);
}

TEST(Moves, ASingleTaskOnASingleHostCanChange) {
  DuelInstance instance{test::mesh({1}), {{3, 1, ""}}, {}};
  const DuelSpace space = space_around(instance);
  RandomStream draws(9);
  for (int move = 0; move < 20; ++move) {
    const Move made = change(instance, space, draws);
    EXPECT_TRUE(made == Move::task || made == Move::host);
  }
}

TEST(DuelInstance, IsOneGraphThatIsThereFromTheBeginning) {
  Workload two = test::workload(test::graph({{1, 0}}));
  two.applications.push_back(two.applications.front());
  EXPECT_EQ(test::error_of([&] { duel_instance({}, two); }), "a duel changes one task graph, but the workload has 2");
  Workload late = test::workload(test::graph({{1, 0}}));
  late.applications.front().release_date = 5;
  EXPECT_EQ(test::error_of([&] { duel_instance({}, late); }),
            "a duel is about a graph that is there at 0 s, but this one is released at 5 s");
}

TEST(DuelInstance, ItsFilesReadBackAsTheSameBits) {
  RandomStream draws(11);
  const DuelInstance instance = chain_start(draws);
  const auto platform = as<Platform>(platform_family("file").build({"file", {{"path", "p"}}}, platform_text(instance)));
  const auto workload = as<Workload>(workload_family("file").build({"file", {{"path", "w"}}}, workload_text(instance)));
  const DuelInstance again = duel_instance(platform, workload);
  EXPECT_EQ(platform_text(again), platform_text(instance));
  EXPECT_EQ(workload_text(again), workload_text(instance));
  for (std::size_t t = 0; t < instance.tasks.size(); ++t) EXPECT_EQ(again.tasks[t].flop, instance.tasks[t].flop);
}

}  // namespace
}  // namespace palio
