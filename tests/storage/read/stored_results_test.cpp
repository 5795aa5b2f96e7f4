#include "storage/read/stored_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "tests/storage/read/reader_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

class StoredResultsTest : public ReaderTest {
protected:
  StoredResultsTest() : ReaderTest(100) {}
};

TEST_F(StoredResultsTest, FailedOnesComeWithTheirAttemptInTheOrderOfTheirIds) {
  write({failed({2, 1, 1}, FailureKind::timeout, "", 3), failed({1, 2, 1}, FailureKind::crashed, ""),
         completed({1, 1, 1}, 1), failed({1, 1, 2}, FailureKind::timeout, "")});
  using FailureList = std::vector<std::pair<ScenarioId, int>>;
  const auto failures = [&](std::vector<FailureKind> kinds) {
    FailureList found;
    for_each_failed(reader_, kinds, [&](const ScenarioId& id, int attempt) { found.emplace_back(id, attempt); });
    return found;
  };
  EXPECT_EQ(failures({}), (FailureList{{{1, 1, 2}, 1}, {{1, 2, 1}, 1}, {{2, 1, 1}, 3}}));
  EXPECT_EQ(failures({FailureKind::timeout}), (FailureList{{{1, 1, 2}, 1}, {{2, 1, 1}, 3}}));
  EXPECT_EQ(failures({FailureKind::crashed, FailureKind::timeout}).size(), 3U);
  EXPECT_TRUE(failures({FailureKind::deadlock}).empty());
}

TEST_F(StoredResultsTest, OriginsAreSessionsWithTheirDates) {
  write({completed({1, 1, 1}, 1), failed({1, 1, 2}, FailureKind::timeout, "")});
  std::map<ScenarioId, std::string> origins;
  for_each_origin(reader_, [&](const ScenarioId& id, const ResultOrigin& origin) {
    origins[id] = origin.outcome + ' ' + std::to_string(origin.session) + ' ' + origin.started;
  });
  const std::string session = " 1 " + reader_.sessions().front().started;
  EXPECT_THAT(origins, ElementsAre(Pair(ScenarioId{1, 1, 1}, "completed" + session),
                                   Pair(ScenarioId{1, 1, 2}, "timeout" + session)));
}

// 300 results, every third of them a failure.
TEST_F(StoredResultsTest, CostsAreAllOrAPartSpreadOverTheFile) {
  std::vector<StoredResult> batch;
  for (std::int64_t workload = 1; workload <= 100; ++workload)
    for (std::int64_t strategy = 1; strategy <= 3; ++strategy)
      batch.push_back(strategy == 3 ? failed({1, workload, strategy}, FailureKind::timeout, "")
                                    : completed({1, workload, strategy}, 1));
  write(batch);
  const auto costs = [&](std::int64_t most) {
    std::set<ScenarioId> found;
    for_each_cost(reader_, most, [&](const ScenarioId& id, double cost) {
      EXPECT_GT(cost, 0);
      EXPECT_TRUE(found.insert(id).second);
    });
    return found;
  };
  EXPECT_EQ(costs(300).size(), 200U);
  const std::set<ScenarioId> part = costs(60);
  EXPECT_GT(part.size(), 20U);
  EXPECT_LE(part.size(), 60U);
  EXPECT_LT(part.begin()->workload, 10);
  EXPECT_GT(part.rbegin()->workload, 90);
  EXPECT_EQ(costs(60), part);
}

TEST_F(StoredResultsTest, WithoutResultsThereAreNone) {
  for_each_cost(reader_, 10, [](const ScenarioId&, double) { ADD_FAILURE(); });
  for_each_origin(reader_, [](const ScenarioId&, const ResultOrigin&) { ADD_FAILURE(); });
  EXPECT_GE(last_session_seconds(reader_), 0);
}

}  // namespace
}  // namespace palio::test
