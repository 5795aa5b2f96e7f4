#include "campaign/targets/looks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/canonical.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

const std::string k_target = "half-width of mean(makespan) by strategy <= 3";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

const std::string k_study(k_small_study);

TEST(Looks, BehindAStudyAreReadAgain) {
  const Looks looks{
      .until = {k_target, "relative half-width of mean(makespan) <= 1 %"}, .at_most = 5000, .draws = {{2, 2}, {3, 5}}};
  const std::string text = with_looks(k_study, looks);
  EXPECT_EQ(looks_of(text), looks);
  EXPECT_EQ(with_looks(text, looks), text);  // in the place of what was there
  EXPECT_EQ(with_looks(text, {}), k_study);
}

TEST(Looks, OfAStudyAreWhatItAsksForItself) {
  const std::string header = fmt::format("seed = 5\nat_most = 90\nuntil = [\"{}\"]", k_target);
  const std::string text = replaced(k_study, "seed = 5", header);
  EXPECT_EQ(looks_of(text), (Looks{.until = {k_target}, .at_most = 90, .draws = {}}));
  EXPECT_EQ(study(text).instance_count(), 24U);  // it changes no scenario
}

// 2 x 2 and 3 x 2 points, and of each 2 samples: 3 and 5 draws make 2 x 3 platforms and 3 x 5 workloads.
TEST(Looks, GiveAStudyTheDrawsOfTheLastOne) {
  const Study written = study(k_study);
  const Study grown = study(with_looks(k_study, {.until = {k_target}, .at_most = 0, .draws = {{2, 2}, {3, 5}}}));
  EXPECT_EQ(grown.platforms.size(), 6U);
  EXPECT_EQ(grown.workloads.size(), 15U);
  for (const Spec& platform : written.platforms)  // what was there stays
    EXPECT_TRUE(std::ranges::any_of(grown.platforms, [&](const Spec& other) {
      return canonical_text(other.recipe) == canonical_text(platform.recipe);
    }));
}

constexpr std::string_view k_more_workloads = R"(
[[workload]]
family     = "random-ptg"
tasks      = 20
width      = 0.5
regularity = 0.8
density    = 0.2
jump       = 1
complexity = "mixed"
samples    = 3
)";

// Samples of 2 and 3 have no common divisor: a draw more is 2 and 3 samples more, 3 x 4 + 6 workloads in all.
TEST(Looks, KeepTheProportionsOfTheBlocks) {
  const std::string text = k_study + std::string(k_more_workloads);
  EXPECT_EQ(draws_of(text).least, (DrawCounts{2, 1}));
  const Study grown = study(with_looks(text, {.until = {k_target}, .at_most = 0, .draws = {{2, 2}}}));
  EXPECT_EQ(grown.platforms.size(), 4U);
  EXPECT_EQ(grown.workloads.size(), 18U);
}

TEST(StudyDraws, AreTwoOfEachKindAtLeast) {
  EXPECT_EQ(draws_of(k_study).least, (DrawCounts{2, 2}));
  const std::string once = replaced(k_study, "samples       = 2\n", "");
  EXPECT_EQ(draws_of(once).least, (DrawCounts{2, 2}));
}

TEST(StudyDraws, SayWhyThereAreNoMore) {
  const StudyDraws draws = draws_of(replaced(k_study, "samples       = 2", "sample = [0, 1]"));
  EXPECT_EQ(draws.fixed_platforms, "line 5: `sample` says which draws there are");
  EXPECT_EQ(draws.fixed_workloads, "");
  EXPECT_EQ(draws.least, (DrawCounts{1, 2}));
}

// Two workloads at once: a deviation each.
constexpr std::string_view k_fixed_study = R"([study]
name = "fixed"
seed = 5
[[platform]]
family = "one-cluster"
cluster_processors = 4
speed = 1e9
[[workload]]
family = "random-ptg"
tasks = 5
width = 0.5
regularity = 0.8
density = 0.2
jump = 1
complexity = "mixed"
sample = [0, 1]
uncertainty = "gamma"
deviation = [0.2, 0.4]
realizations = 50
[[strategy]]
name = "HCPA"
)";

TEST(StudyDraws, AreRealizationsWhereNothingElseCanBeDrawn) {
  const std::string fixed(k_fixed_study);
  const StudyDraws draws = draws_of(fixed);
  EXPECT_TRUE(draws.are_realizations);
  EXPECT_EQ(draws.least, (DrawCounts{1, 50}));
  EXPECT_EQ(draws.fixed_platforms, "line 4: one-cluster draws nothing at random");
  EXPECT_EQ(draws.fixed_workloads, "line 8: `sample` says which draws there are");
  const Study grown = study(with_looks(fixed, {.until = {k_target}, .at_most = 0, .draws = {{1, 50}, {1, 170}}}));
  ASSERT_EQ(grown.workloads.size(), 4U);
  for (const Spec& workload : grown.workloads)
    EXPECT_THAT(canonical_text(workload.recipe), HasSubstr("realizations=170"));

  EXPECT_EQ(draws_of(replaced(fixed, "realizations = 50\n", "")).least, (DrawCounts{1, 100}));  // the default
  EXPECT_FALSE(draws_of(replaced(fixed, "sample = [0, 1]", "samples = 2")).are_realizations);
  EXPECT_FALSE(draws_of(replaced(fixed, "realizations = 50", "realizations = [50, 60]")).are_realizations);
}

// A campaign of a stranger may have any text: each part of a key is a table, and 100,000 break the stack.
TEST(Looks, OfKeysThatAreTooDeepThereAreNone) {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  const std::string text = k_study + "\n[" + deep + "]\n";
  EXPECT_EQ(looks_of(text), Looks());
  EXPECT_THROW(draws_of(text), std::runtime_error);
}

TEST(Looks, ThatAreWrongAreRefusedAtTheirLine) {
  const auto header = [](std::string_view line) {
    return replaced(k_study, "seed = 5", fmt::format("seed = 5\n{}", line));
  };
  const auto refusal = [](const std::string& text) { return error_of([&] { study(text); }); };
  EXPECT_THAT(refusal(header("until = 3")), HasSubstr("small.toml:4: until must be a text"));
  EXPECT_THAT(refusal(header("until = []")), HasSubstr("small.toml:4: until must be a text"));
  EXPECT_THAT(refusal(header("until = \"much\"")), HasSubstr("small.toml:4: until \"much\", at character 1"));
  EXPECT_THAT(refusal(header("at_most = 100")), HasSubstr("small.toml:4: at_most limits what until asks for"));
  EXPECT_THAT(refusal(k_study + "[looks]\nplatforms = [2]\nworkloads = []\n"), HasSubstr("[looks] needs"));
}

}  // namespace
}  // namespace palio::test
