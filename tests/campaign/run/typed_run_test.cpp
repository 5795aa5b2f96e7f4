#include "campaign/run/typed_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array k_all{TypedOption::Scope::part, TypedOption::Scope::shard, TypedOption::Scope::study,
                           TypedOption::Scope::until};

// Each option gets another text, so that two rows with one member would show.
TypedRun everything_typed() {
  TypedRun run;
  int number = 0;
  for (const TypedOption& option : typed_options()) run.*option.typed = "x=" + std::to_string(++number);
  return run;
}

TEST(TypedRun, ComesBackFromItsWords) {
  const TypedRun run = everything_typed();
  const std::vector<std::string> words = words_of(run, k_all);
  ASSERT_EQ(words.size(), typed_options().size());
  TypedRun again;
  take_words(words, again);
  std::set<std::string> seen;
  for (const TypedOption& option : typed_options()) {
    EXPECT_EQ(again.*option.typed, run.*option.typed) << option.name;
    EXPECT_TRUE(seen.insert(again.*option.typed).second) << option.name;
  }
}

TEST(TypedRun, SaysOnlyWhatWasTypedOfAScope) {
  const TypedRun run{.sample = "20", .shard = "2/4", .timeout = "5", .audit = "0%"};
  EXPECT_THAT(words_of(run, std::array{TypedOption::Scope::study}), ElementsAre("--timeout=5", "--audit=0%"));
  EXPECT_THAT(words_of(run, std::array{TypedOption::Scope::part, TypedOption::Scope::study}),
              ElementsAre("--sample=20", "--timeout=5", "--audit=0%"));
}

TEST(TypedRun, WhatIsTypedNowStandsAboveWords) {
  TypedRun run{.timeout = "7"};
  take_words(std::array<std::string, 2>{"--timeout=5", "--where=a = 1"}, run);
  EXPECT_EQ(run.timeout, "7");
  EXPECT_EQ(run.where, "a = 1");
}

TEST(TypedRun, RefusesWordsOfAnotherVersion) {
  for (const char* word : {"--later=1", "--timeout", "timeout=5", ""}) {
    TypedRun run;
    EXPECT_THAT(test::error_of([&] { take_words(std::array<std::string, 1>{word}, run); }),
                HasSubstr("\"" + std::string(word) + "\" is not an option of a run that this palio knows"));
  }
}

TEST(TypedRun, RepeatsTheLastRunWhereNothingElseIsTyped) {
  const CampaignRequest before{.sample = 20,
                               .shard = 2,
                               .shards = 4,
                               .condition = "a = 1",
                               .options = {"--timeout=5", "--memory=1G", "--engine=simgrid"}};
  TypedRun run{.memory = "2G"};
  repeat(before, run);
  EXPECT_EQ(run.sample, "20");
  EXPECT_EQ(run.shard, "2/4");
  EXPECT_EQ(run.where, "a = 1");
  EXPECT_EQ(run.timeout, "5");
  EXPECT_EQ(run.memory, "2G");
  EXPECT_EQ(run.engine, "simgrid");
}

// A scenario that failed at a limit would fail at it again.
TEST(TypedRun, RetriesDoNotGetTheLimitsBefore) {
  TypedRun run{.retry = ""};
  repeat({.options = {"--timeout=5", "--memory=1G", "--max-failures=3"}}, run);
  EXPECT_EQ(run.timeout + run.memory, "");
  EXPECT_EQ(run.max_failures, "3");
}

}  // namespace
}  // namespace palio
