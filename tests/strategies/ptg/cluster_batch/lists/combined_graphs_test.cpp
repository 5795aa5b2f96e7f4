#include "strategies/ptg/cluster_batch/lists/lists.h"

#include <gtest/gtest.h>

#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

// Graph K: c (1 flop) before d (6), e (1) beside them. Graph H: f (4) before g (1). No sequential fraction, 1 flop/s.
Workload combined_k_and_h() {
  Workload workload = test::workload(test::graph({{1, 0}, {6, 0}, {1, 0}}, {{0, 1, 0}}));
  workload.applications.push_back({"", test::graph({{4, 0}, {1, 0}}, {{0, 1, 0}}), 0});
  return workload;
}

std::vector<Placement> schedule(std::string_view name, int processors) {
  const Strategy& row = strategy(name);
  const SchedulingResult result = method_if<GraphMethod>(row)->schedule(
      test::fast_platform({test::cluster(processors, 1)}), combined_k_and_h(), resolve(name, row.parameters, {}));
  std::vector<Placement> all;
  for (const std::vector<Placement>& application : result.schedule.placements)
    all.insert(all.end(), application.begin(), application.end());
  return all;
}

// Of c, d, e, f, g.
std::vector<double> starts(std::string_view name, int processors) {
  std::vector<double> dates;
  for (const Placement& placed : schedule(name, processors)) dates.push_back(placed.start);
  return dates;
}

TEST(Combined, AllocatesTheGraphsAsOne) {
  // Two processors (the divisor: sqrt(2 x 5) > 2): an area of 13/2 s. c d is 7 s: d gets 2 (3 s). f g is the longest
  // then with 5 s, less than the area: H keeps one processor each, where alone it would have two.
  std::vector<std::size_t> allocation;
  for (const Placement& placed : schedule("COMB_C1", 2)) allocation.push_back(placed.processors.size());
  EXPECT_EQ(allocation, (std::vector<std::size_t>{1, 2, 1, 1, 1}));
}

TEST(Combined, CommonEndsMapByBottomLevel) {
  // Levels: c 4, d 3, e 1, f 5, g 1. f 0 to 4, c 0 to 1, d behind both 4 to 7, e and g 7 to 8. Backfilling: e behind c.
  EXPECT_EQ(starts("COMB_C1", 2), (std::vector<double>{0, 4, 1, 0, 7}));
}

// On one processor the order is all there is. Levels: c 7, d 6, e 1, f 5, g 1.
TEST(Combined, CommonEndsOnOneProcessor) {
  // c d f e g.
  EXPECT_EQ(starts("COMB_C1", 1), (std::vector<double>{0, 1, 11, 7, 12}));
}

TEST(Combined, LevelByLevel) {
  // c f e, then d g.
  EXPECT_EQ(starts("COMB_C2", 1), (std::vector<double>{0, 6, 5, 1, 12}));
}

TEST(Combined, InTurns) {
  // c f, d g, e.
  EXPECT_EQ(starts("COMB_C3", 1), (std::vector<double>{0, 5, 12, 1, 11}));
}

}  // namespace
}  // namespace palio
