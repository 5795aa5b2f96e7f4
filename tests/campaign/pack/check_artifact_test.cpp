#include "campaign/pack/check_artifact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/pack/pack.h"
#include "campaign/run/campaign.h"
#include "tests/support/fake_runner.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Results that somebody made up, with all checksums and digests as they must be.
TEST(CheckArtifact, FindsInventedResults) {
  const test::TemporaryFolder folder;
  const std::string database = folder.file("small.db"), artifact = folder.file("a");
  {
    Interruption interruption;
    run_campaign(test::study(test::k_small_study),
                 {.database = database,
                  .selection = {},
                  .progress = ProgressDisplay::Mode::off,
                  .engine = {"fluid", "1"},
                  .make_runner = [] { return std::make_unique<test::FakeRunner>(test::FakeRunner::Memory::forget); }},
                 interruption);
  }
  pack({.databases = {database}, .output = artifact, .pack_file = {}});
  OpenArtifact opened(artifact, {});
  std::map<std::string, std::string> problems;  // the first one by step
  check_artifact(opened, {.part = 1, .progress = ProgressDisplay::Mode::off}, [&](const ArtifactStep& step) {
    problems[step.finding.check] = step.finding.sound() ? "" : step.finding.problems.front();
  });
  EXPECT_EQ(problems["files"], "");
  EXPECT_EQ(problems["study"], "");
  EXPECT_EQ(problems["answers"], "");
  EXPECT_THAT(problems["again"], HasSubstr(" was "));
  EXPECT_THAT(problems["engine"], HasSubstr(" was "));
}

}  // namespace
}  // namespace palio
