#include "campaign/cli/run_options.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

RunCommandOptions options(const std::string& shard, const std::optional<std::string>& retry) {
  RunCommandOptions options;
  options.database = "c.db";
  options.selection = {.sample = 7, .shard = shard};
  options.retry = retry;
  return options;
}

TEST(WayOn, TheDatabaseIsEnoughWithoutOptions) {
  EXPECT_EQ(way_on(options("", {}), WayOn::interrupted), "palio resume c.db");
}

TEST(WayOn, AnInterruptedRunKeepsToItsShardAndItsRetries) {
  EXPECT_EQ(way_on(options("2/4", {}), WayOn::interrupted), "palio resume c.db --shard 2/4");
  EXPECT_EQ(way_on(options("", ""), WayOn::interrupted), "palio resume c.db --retry-failed");
  EXPECT_EQ(way_on(options("2/4", "timeout,crashed"), WayOn::interrupted),
            "palio resume c.db --shard 2/4 --retry-failed=timeout,crashed");
}

TEST(WayOn, AnInterruptedRunKeepsToItsCondition) {
  RunCommandOptions typed = options("", {});
  typed.selection.where = "strategy = 'HCPA'";
  EXPECT_EQ(way_on(typed, WayOn::interrupted), R"(palio resume c.db --where 'strategy = '\''HCPA'\''')");
}

TEST(WayOn, ARunThatGaveUpRunsAllFailuresOfItsShardAgain) {
  // What made it give up need not be of the kinds that it retried.
  EXPECT_EQ(way_on(options("2/4", "timeout"), WayOn::mended), "palio resume c.db --shard 2/4 --retry-failed");
}

}  // namespace
}  // namespace palio
