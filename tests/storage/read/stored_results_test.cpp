#include "storage/read/stored_results.h"

#include <chrono>
#include <set>
#include <thread>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::array k_file_specs{parameter("path", ParameterType::text), parameter("digest", ParameterType::text)};

DimensionRow file_row(const std::string& path, const std::string& content) {
  const Recipe recipe{"file", {{"path", path}, {"digest", content_digest(content)}}};
  return {recipe, canonical_text(recipe), k_file_specs, content};
}

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

class ScenarioRowsTest : public ReaderTest {
protected:
  ScenarioRowsTest() {
    store_.write(std::vector{completed({1, 2, 1}, 0.5), failed({2, 1, 1}, FailureKind::crashed, "first", 1),
                             failed({2, 1, 1}, FailureKind::timeout, "second", 2)});
  }

  std::string key(std::string_view table, std::int64_t id) {
    for (const auto& [known, text] : dimension_keys(reader_, table))
      if (known == id) return text;
    return {};
  }
};

TEST_F(ScenarioRowsTest, ARowHasWhatItRefersTo) {
  const std::optional<ScenarioRow> row = scenario_row(reader_, {1, 2, 1});
  ASSERT_TRUE(row);
  EXPECT_EQ(row->name, key("platform", 1) + '-' + key("workload", 2) + '-' + key("strategy", 1));
  EXPECT_EQ(row->platform.canonical, canonical_text(star(1, 7).recipe));
  EXPECT_EQ(row->workload.canonical, canonical_text(chains(2)[1].recipe));
  EXPECT_EQ(row->strategy.label, fast(0.5).label);
  EXPECT_EQ(row->palio_version, session_info().palio_version);
  EXPECT_EQ(row->outcome, "completed");
  EXPECT_EQ(row->metrics["makespan"], 0.5);
  EXPECT_FALSE(failure_row(reader_, {1, 2, 1}));
  EXPECT_FALSE(scenario_row(reader_, {2, 2, 1}));
}

TEST_F(ScenarioRowsTest, TheLatestFailureCounts) {
  EXPECT_EQ(scenario_row(reader_, {2, 1, 1})->outcome, "timeout");
  EXPECT_EQ(failure_row(reader_, {2, 1, 1})->message, "second");
  EXPECT_TRUE(application_rows(reader_, {2, 1, 1}).empty());
}

TEST_F(ScenarioRowsTest, ScenariosAreFoundByTheBeginningsOfTheirKeys) {
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 10).size(), 2U);
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 1).size(), 1U);
  const auto found = scenarios_with_keys(reader_, {key("platform", 2), key("workload", 1).substr(0, 3), ""}, 10);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().id, (ScenarioId{2, 1, 1}));
  EXPECT_TRUE(scenarios_with_keys(reader_, {key("platform", 2), key("workload", 2), ""}, 10).empty());
}

TEST_F(ScenarioRowsTest, FilesAreFoundByDigestAndByTheirNames) {
  EXPECT_TRUE(named_files(reader_).empty());  // there is no such column yet
  const std::vector<std::int64_t> ids =
      store_.add_workloads(std::vector{file_row("it's.json", "new"), file_row("it's.json", "old")});
  EXPECT_EQ(file_with_digest(reader_, content_digest("old")), "old");
  EXPECT_FALSE(file_with_digest(reader_, content_digest("other")));
  const auto last = [&] {
    const std::vector<NamedFile> files = named_files(reader_);
    EXPECT_EQ(files.size(), 2U);
    EXPECT_EQ(files.back().family, "file");
    EXPECT_EQ(files.back().path, "it's.json");
    return files.back().digest;
  };
  store_.write(std::vector{completed({1, ids[1], 1}, 1)});
  EXPECT_EQ(last(), content_digest("new"));                   // the latest run has stored nothing yet
  std::this_thread::sleep_for(std::chrono::milliseconds(2));  // dates have milliseconds
  store_.begin_session(session_info());
  store_.write(std::vector{completed({1, ids[0], 1}, 1)});
  EXPECT_EQ(last(), content_digest("new"));
}

}  // namespace
}  // namespace palio::test
