#include "analysis/queries/leader.h"

#include <gtest/gtest.h>

#include "analysis/queries/query_tables.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

std::string leader_of(const std::vector<MadeResult>& results) {
  const TemporaryFolder folder;
  const std::string file = folder.file("campaign.db");
  store_campaign(file, results);
  CampaignReader campaign(file);
  add_query_functions(campaign);
  return leader_text(campaign, "makespan");
}

// A is 0 % and 50 % behind the best, B 100 % and 0 %.
TEST(Leader, IsNearestToTheBestOnAverage) {
  EXPECT_EQ(
      leader_of({{.sample = 1, .strategy = "A", .makespan = 1},
                 {.sample = 1, .strategy = "B", .makespan = 2},
                 {.sample = 2, .strategy = "A", .makespan = 3},
                 {.sample = 2, .strategy = "B", .makespan = 2}}),
      "by makespan, A is nearest to the best of each of 2 instances among 2 strategies, 25 % behind it on average");
}

// A is 2 behind on nine instances and 1 on the last, where B is 64: 64 of B's sum of 73. Geometric means: A 2^(9/10),
// B 64^(1/10) = 1.5157, although B's mean is 7.3 and A's 1.9.
TEST(Leader, SaysWhichMeanItIs) {
  std::vector<MadeResult> results;
  for (int i = 1; i <= 10; ++i) {
    results.push_back({.sample = i, .strategy = "A", .makespan = 2});
    results.push_back({.sample = i, .strategy = "B", .makespan = i == 10 ? 128.0 : 1.0});
  }
  EXPECT_EQ(leader_of(results),
            "by makespan, B is nearest to the best of each of 10 instances among 2 strategies, 51.6 % behind it on "
            "geometric average");
}

TEST(Leader, OneStrategyLeadsNobody) { EXPECT_EQ(leader_of({{.strategy = "A"}}), ""); }

}  // namespace
}  // namespace palio::test
