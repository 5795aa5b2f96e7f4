// Small parts go into the whole in batches; where these begin and end must not show.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "campaign/merge/merge.h"
#include "campaign/run/campaign.h"
#include "storage/read/campaign_digest.h"
#include "storage/read/campaign_reader.h"
#include "tests/campaign/campaign_helpers.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

class PartBatchesTest : public testing::Test {
protected:
  std::filesystem::path run(const std::string& name, const Shard& shard = {}) {
    std::string file = folder_.file(name);
    RunOptions options;
    options.database = file;
    options.selection.shard = shard;
    options.progress = ProgressDisplay::Mode::off;
    options.engine = {"fake", "1"};
    options.make_runner = [] { return test::changed_fake([](const std::string&, ScenarioResult&) {}); };
    run_campaign(test::study(test::k_small_study), options, interruption_);
    return file;
  }

  MergeSummary merge(const std::string& whole, const std::vector<std::filesystem::path>& parts, std::int64_t batch) {
    return merge_campaigns(
        {.whole = folder_.file(whole), .parts = parts, .progress = ProgressDisplay::Mode::off, .smallest_batch = batch},
        interruption_);
  }

  std::string digest(const std::string& name) { return to_text(digest_campaign(folder_.file(name)).digest); }

  test::TemporaryFolder folder_;
  Interruption interruption_;
};

// Eight parts of a ninth and one of all these, so that batches end before, between and after parts of each size.
TEST_F(PartBatchesTest, OrderOfPartsAndSizeOfBatchesLeaveTheDigest) {
  run("single.db");
  std::vector<std::filesystem::path> parts;
  for (std::uint32_t shard = 1; shard <= 9; ++shard) parts.push_back(run(fmt::format("{}.db", shard), {shard, 9}));
  merge("large.db", {parts[0], parts[1], parts[2], parts[3]}, 1);
  parts.erase(parts.begin(), parts.begin() + 4);
  parts.emplace_back(folder_.file("large.db"));
  std::mt19937 random(1);
  for (const std::int64_t batch : {1, 5, 8, 12, 30, 1000}) {
    for (int turn = 0; turn < 3; ++turn) {
      std::ranges::shuffle(parts, random);
      const std::string all = fmt::format("all-{}-{}.db", batch, turn);
      const MergeSummary merged = merge(all, parts, batch);
      EXPECT_EQ(digest(all), digest("single.db")) << all;
      EXPECT_EQ(merged.stored, 48U);
      ASSERT_EQ(merged.parts.size(), parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_EQ(merged.parts[i].file, parts[i]);
        EXPECT_EQ(merged.parts[i].merged.added, CampaignReader(parts[i]).counts().all());
      }
      EXPECT_EQ(CampaignReader(folder_.file(all)).sessions().size(), 11U);  // nine shards, two merges
      EXPECT_FALSE(merge(all, parts, batch).changed());
    }
  }
}

// The second and the third part share results: they are merged one by one, as ever.
TEST_F(PartBatchesTest, PartsThatShareResultsAreMergedAlone) {
  run("single.db");
  const auto first = run("1.db", {1, 3}), second = run("2.db", {2, 3}), half = run("half.db", {1, 2});
  const MergeSummary merged = merge("all.db", {first, second, half, run("3.db", {3, 3})}, 1000);
  EXPECT_EQ(digest("all.db"), digest("single.db"));
  EXPECT_EQ(merged.parts[2].merged.results, 24);
  EXPECT_GT(merged.parts[2].merged.equal(), 0);
  EXPECT_EQ(merged.problems(), 0U);
}

}  // namespace
}  // namespace palio
