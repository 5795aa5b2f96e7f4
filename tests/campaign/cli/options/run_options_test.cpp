#include "campaign/cli/options/run_options.h"

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

TEST(WayOn, TheDatabaseKnowsThePartOfTheStudy) {
  EXPECT_EQ(way_on(options("", {}), WayOn::interrupted), "palio resume c.db");
  EXPECT_EQ(way_on(options("2/4", {}), WayOn::interrupted), "palio resume c.db");
}

TEST(WayOn, AnInterruptedRunKeepsToItsRetries) {
  EXPECT_EQ(way_on(options("", ""), WayOn::interrupted), "palio resume c.db --retry-failed");
  EXPECT_EQ(way_on(options("2/4", "timeout,crashed"), WayOn::interrupted),
            "palio resume c.db --retry-failed=timeout,crashed");
}

TEST(WayOn, ARunThatGaveUpRunsAllFailuresAgain) {
  // What made it give up need not be of the kinds that it retried.
  EXPECT_EQ(way_on(options("2/4", "timeout"), WayOn::mended), "palio resume c.db --retry-failed");
}

}  // namespace
}  // namespace palio
