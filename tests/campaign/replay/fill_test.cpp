#include "campaign/replay/fill.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "campaign/replay/stored_scenario.h"
#include "platforms/family.h"
#include "storage/read/campaign_digest.h"
#include "strategies/bounds/instance_bounds.h"
#include "tests/campaign/replay/stored_sample.h"
#include "tests/support/temporary_folder.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

// A campaign whose 48 results have makespans and nothing to hold them against.
class FillTest : public testing::Test {
protected:
  FillTest() { store_small_study(database_); }

  std::int64_t count(const std::string& condition) const {
    std::int64_t found = -1;
    CampaignReader(database_).query(
        "SELECT count(*) FROM results WHERE " + condition, [](const auto&) {},
        [&](const auto& row) { found = std::get<std::int64_t>(row.front()); });
    return found;
  }

  TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
};

TEST_F(FillTest, AddsWhatFollowsFromRecipesAndMakespans) {
  EXPECT_EQ(count("lower_bound IS NULL"), 48);
  const FillSummary summary = fill_bounds(database_);
  EXPECT_EQ(summary.filled, 48);
  EXPECT_EQ(summary.had, 0);
  EXPECT_EQ(count("bound_ratio = makespan / lower_bound AND speedup = sequential_makespan / makespan AND slr >= "
                  "bound_ratio AND reference IS NULL AND gap IS NULL"),
            48);
}

TEST_F(FillTest, OfEachInstanceItsOwnBound) {
  fill_bounds(database_);
  const CampaignReader reader(database_);
  int compared = 0;
  for (const std::string& name : texts(reader, "SELECT scenario FROM results")) {
    const StoredScenario stored = read_scenario(reader, find_scenario(reader, name));
    const InstanceBounds bounds =
        bounds_of(platform_family(stored.platform.recipe.name).build(stored.platform.recipe, ""),
                  workload_family(stored.workload.recipe.name).build(stored.workload.recipe, ""));
    EXPECT_EQ(std::get<Completed>(stored.outcome).metrics["lower_bound"], bounds.lower_bound) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 48);
}

TEST_F(FillTest, KeepsTheDigestAndTheChecksumsAndLeavesAPlainFile) {
  const Digest before = digest_campaign(database_).digest;
  fill_bounds(database_);
  EXPECT_EQ(digest_campaign(database_).digest, before);
  EXPECT_TRUE(CampaignReader(database_).is_as_stored("result"));
  EXPECT_FALSE(std::filesystem::exists(database_ + "-wal"));
}

TEST_F(FillTest, DoesNothingTwice) {
  fill_bounds(database_);
  const FillSummary again = fill_bounds(database_);
  EXPECT_EQ(again.filled, 0);
  EXPECT_EQ(again.had, 48);
}

}  // namespace
}  // namespace palio::test
