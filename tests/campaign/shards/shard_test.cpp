#include "campaign/shards/shard.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

TEST(Shard, RulesAreTheWordsOfTheDatabase) {
  for (const ShardRule rule : {ShardRule::hashes, ShardRule::rounds, ShardRule::costs})
    EXPECT_EQ(shard_rule(to_text(rule)), rule);
  EXPECT_EQ(to_text(ShardRule::rounds), "rounds");
  EXPECT_NE(test::error_of([] { shard_rule("dice"); }).find("parted by the rule \"dice\""), std::string::npos);
}

}  // namespace
}  // namespace palio
