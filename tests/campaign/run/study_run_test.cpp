#include "campaign/run/study_run.h"

#include <gtest/gtest.h>

#include "tests/support/studies.h"

namespace palio {
namespace {

std::string next(const std::string& shard, const std::optional<std::string>& retry, After after) {
  return next_command(test::study(test::k_small_study),
                      {.database = "c.db", .sample = "7", .shard = shard, .retry = retry}, after);
}

TEST(After, TheDatabaseKnowsThePartOfTheStudy) {
  EXPECT_EQ(next("", {}, After::interrupted), "palio resume c.db");
  EXPECT_EQ(next("2/4", {}, After::interrupted), "palio resume c.db");
}

TEST(After, AnInterruptedRunKeepsToItsRetries) {
  EXPECT_EQ(next("", "", After::interrupted), "palio resume c.db --retry-failed");
  EXPECT_EQ(next("2/4", "timeout,crashed", After::interrupted), "palio resume c.db --retry-failed=timeout,crashed");
}

TEST(After, ARunThatGaveUpRunsAllFailuresAgain) {
  // What made it give up need not be of the kinds that it retried.
  EXPECT_EQ(next("2/4", "timeout", After::mended), "palio resume c.db --retry-failed");
}

}  // namespace
}  // namespace palio
