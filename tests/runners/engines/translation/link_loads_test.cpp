#include "runners/engines/translation/link_loads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/identity/random_stream.h"
#include "workloads/model/redistribution.h"

namespace palio {
namespace {

using testing::ElementsAre;

auto group(double bytes, const std::vector<int>& processors) {
  return testing::FieldsAre(bytes, testing::ElementsAreArray(processors));
}

LinkLoads link_loads(double bytes, const std::vector<int>& source, const std::vector<int>& target) {
  LinkLoads loads;
  loads.find(bytes, source, target);
  return loads;
}

TEST(LinkLoads, DisjointSetsHaveTwoGroups) {
  // 120 bytes from 2 to 3 processors: 60 leave each sender, 40 reach each receiver; blocks 40, 20, 20, 40.
  const LinkLoads loads = link_loads(120, {0, 1}, {4, 5, 6});
  EXPECT_THAT(loads.groups(), ElementsAre(group(40, {4, 5, 6}), group(60, {0, 1})));
  EXPECT_EQ(loads.total(), 120);
  EXPECT_EQ(loads.largest(), 40);
}

TEST(LinkLoads, SendersAndReceiversOfTheSameShareAreOneGroup) {
  EXPECT_THAT(link_loads(120, {0, 1}, {4, 5}).groups(), ElementsAre(group(60, {0, 1, 4, 5})));
}

TEST(LinkLoads, BlocksThatStayCountNowhere) {
  // {0, 1} to {0, 2}: rank 0 keeps its 60 bytes on processor 0; 60 go from 1 to 2.
  const LinkLoads loads = link_loads(120, {0, 1}, {0, 2});
  EXPECT_THAT(loads.groups(), ElementsAre(group(60, {1, 2})));
  EXPECT_EQ(loads.total(), 60);
  EXPECT_EQ(loads.largest(), 60);
}

TEST(LinkLoads, AProcessorThatSendsAndReceivesCarriesBoth) {
  // {0, 1} to {1, 2}: 60 from 0 to 1, 60 from 1 to 2; processor 1 carries 120.
  EXPECT_THAT(link_loads(120, {0, 1}, {1, 2}).groups(), ElementsAre(group(60, {0, 2}), group(120, {1})));
}

std::vector<int> random_set(RandomStream& random, std::int64_t count, std::int64_t range) {
  std::set<int> set;
  while (std::ssize(set) < count) set.insert(static_cast<int>(random.uniform_integer(0, range - 1)));
  return {set.begin(), set.end()};
}

// The row and column sums of the byte matrix are the oracle.
TEST(LinkLoads, AreTheSumsOfTheByteMatrix) {
  RandomStream random(1);
  for (int round = 0; round < 5000; ++round) {
    const std::vector<int> source = random_set(random, random.uniform_integer(1, 20), 30);
    const std::vector<int> target = random_set(random, random.uniform_integer(1, 20), 30);
    std::map<int, double> sums;
    double total = 0;
    double largest = 0;
    for (const auto& [sender, receiver, bytes] :
         block_redistribution(1e6, static_cast<int>(source.size()), static_cast<int>(target.size()))) {
      const int from = source[sender];
      const int to = target[receiver];
      if (from == to) continue;
      sums[from] += bytes;
      sums[to] += bytes;
      total += bytes;
      largest = std::max(largest, bytes);
    }
    const LinkLoads loads = link_loads(1e6, source, target);
    std::size_t processors = 0;
    for (const auto& group : loads.groups()) {
      processors += group.processors.size();
      for (const int p : group.processors) ASSERT_NEAR(group.bytes, sums[p], 1e-6) << "processor " << p;
    }
    ASSERT_EQ(processors, sums.size());
    ASSERT_DOUBLE_EQ(loads.total(), total);
    ASSERT_EQ(loads.largest(), largest);
  }
}

}  // namespace
}  // namespace palio
