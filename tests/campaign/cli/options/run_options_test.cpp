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

TEST(After, TheDatabaseKnowsThePartOfTheStudy) {
  EXPECT_EQ(next_command(options("", {}), After::interrupted), "palio resume c.db");
  EXPECT_EQ(next_command(options("2/4", {}), After::interrupted), "palio resume c.db");
}

TEST(After, AnInterruptedRunKeepsToItsRetries) {
  EXPECT_EQ(next_command(options("", ""), After::interrupted), "palio resume c.db --retry-failed");
  EXPECT_EQ(next_command(options("2/4", "timeout,crashed"), After::interrupted),
            "palio resume c.db --retry-failed=timeout,crashed");
}

TEST(After, ARunThatGaveUpRunsAllFailuresAgain) {
  // What made it give up need not be of the kinds that it retried.
  EXPECT_EQ(next_command(options("2/4", "timeout"), After::mended), "palio resume c.db --retry-failed");
}

}  // namespace
}  // namespace palio
