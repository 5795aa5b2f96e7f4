#include "campaign/replay/stored_scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/replay/replay.h"
#include "core/error.h"
#include "tests/campaign/replay/stored_sample.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;

class ScenarioLookup : public testing::Test {
protected:
  ScenarioLookup() { test::store_small_study(database_); }

  static std::string message(const CampaignReader& reader, const std::string& typed) {
    return test::error_of([&] { find_scenario(reader, typed); });
  }

  test::TemporaryFolder folder_;
  std::string database_ = folder_.file("c.db");
};

TEST_F(ScenarioLookup, FindsEveryScenarioByItsId) {
  const CampaignReader reader(database_);
  const std::vector<std::string> ids = test::texts(reader, "SELECT scenario FROM results");
  EXPECT_EQ(ids.size(), 48U);
  for (const std::string& id : ids) EXPECT_EQ(read_scenario(reader, find_scenario(reader, id)).id, id);
}

TEST_F(ScenarioLookup, APrefixThatIsUniqueIsEnough) {
  const CampaignReader reader(database_);
  const std::string id = test::texts(reader, "SELECT scenario FROM results").front();
  // Two keys of 12 digits, two separators, and the strategy's key up to where the two strategies differ.
  const std::vector<std::string> strategies = test::texts(reader, "SELECT key FROM strategy");
  std::size_t common = 0;
  while (strategies[0][common] == strategies[1][common]) ++common;
  EXPECT_EQ(read_scenario(reader, find_scenario(reader, id.substr(0, 26 + common + 1))).id, id);
  EXPECT_THAT(message(reader, id.substr(0, 26 + common)),
              HasSubstr("begins the ids of several scenarios; type more digits: "));
  EXPECT_THAT(message(reader, id.substr(0, 12)), HasSubstr(", ..."));  // 12 of them
  std::string upper = id;
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(message(reader, upper), "no error");
}

TEST_F(ScenarioLookup, AnUnknownKeyIsNamedWithTheNearest) {
  const CampaignReader reader(database_);
  const std::string id = test::texts(reader, "SELECT scenario FROM results").front();
  std::string mistyped = id;
  mistyped[14] = mistyped[14] == '0' ? '1' : '0';  // in the workload's key
  const std::string said = message(reader, mistyped);
  EXPECT_THAT(said, HasSubstr("platform " + id.substr(0, 12) + " is known"));
  EXPECT_THAT(said,
              HasSubstr("workload " + mistyped.substr(13, 12) + " is unknown (nearest: " + id.substr(13, 12) + ")"));
  EXPECT_THAT(said, HasSubstr("strategy " + id.substr(26) + " is known"));
  EXPECT_THAT(said, HasSubstr("the nearest that are stored: " + id));
}

TEST_F(ScenarioLookup, NothingNearIsStillAnAnswer) {
  const CampaignReader reader(database_);
  const std::string said = message(reader, "ffffffffffff-000000000000-ffffffffffff");
  EXPECT_THAT(said, HasSubstr("platform ffffffffffff is unknown"));
  EXPECT_THAT(said, HasSubstr("the nearest that are stored: "));
}

TEST_F(ScenarioLookup, WhatIsNoIdIsRefused) {
  const CampaignReader reader(database_);
  for (const char* typed : {"", "-", "HCPA", "12'; DROP", "0123456789abc", "0123-4567", "a-b-c-d"})
    EXPECT_THAT(message(reader, typed), HasSubstr("is not a scenario")) << typed;
}

}  // namespace
}  // namespace palio
