#include "storage/read/stored_results.h"

#include <unistd.h>

#include <set>

#include "tests/storage/child_process.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

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
  const auto sorted = [](FailureList list) {
    std::ranges::sort(list);
    return list;
  };
  EXPECT_EQ(failures({}), sorted({{id_of({1, 1, 2}), 1}, {id_of({1, 2, 1}), 1}, {id_of({2, 1, 1}), 3}}));
  EXPECT_EQ(failures({FailureKind::timeout}), sorted({{id_of({1, 1, 2}), 1}, {id_of({2, 1, 1}), 3}}));
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
  EXPECT_THAT(origins, UnorderedElementsAre(Pair(id_of({1, 1, 1}), "completed" + session),
                                            Pair(id_of({1, 1, 2}), "timeout" + session)));
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
  std::set<std::int64_t> workloads;
  for (const ScenarioId& id : part) workloads.insert(numbers_of(id).workload);
  EXPECT_LT(*workloads.begin(), 10);
  EXPECT_GT(*workloads.rbegin(), 90);
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

  // Of star(2, 7), ...
  std::string key(std::string_view table, std::int64_t number) {
    const ScenarioId id = id_of({number, number, number});
    for (const auto& [known, text] : dimension_keys(reader_, table))
      if (known == (table == "platform" ? id.platform : table == "workload" ? id.workload : id.strategy)) return text;
    return {};
  }
};

TEST_F(ScenarioRowsTest, ARowHasWhatItRefersTo) {
  const std::optional<ScenarioRow> row = scenario_row(reader_, id_of({1, 2, 1}));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->name, key("platform", 1) + '-' + key("workload", 2) + '-' + key("strategy", 1));
  EXPECT_EQ(row->platform.canonical, canonical_text(star(1, 7).recipe));
  EXPECT_EQ(row->workload.canonical, canonical_text(chains(2)[1].recipe));
  EXPECT_EQ(row->strategy.label, fast(0.5).label);
  EXPECT_EQ(row->palio_version, session_info().palio_version);
  EXPECT_EQ(row->outcome, "completed");
  EXPECT_EQ(row->metrics["makespan"], 0.5);
  EXPECT_FALSE(failure_row(reader_, id_of({1, 2, 1})));
  EXPECT_FALSE(scenario_row(reader_, id_of({2, 2, 1})));
}

TEST_F(ScenarioRowsTest, TheLatestFailureCounts) {
  EXPECT_EQ(scenario_row(reader_, id_of({2, 1, 1}))->outcome, "timeout");
  EXPECT_EQ(failure_row(reader_, id_of({2, 1, 1}))->message, "second");
  EXPECT_TRUE(application_rows(reader_, id_of({2, 1, 1})).empty());
}

TEST_F(ScenarioRowsTest, ScenariosAreFoundByTheBeginningsOfTheirKeys) {
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 10).size(), 2U);
  EXPECT_EQ(scenarios_with_keys(reader_, {}, 1).size(), 1U);
  const auto found = scenarios_with_keys(reader_, {key("platform", 2), key("workload", 1).substr(0, 3), ""}, 10);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().id, (id_of({2, 1, 1})));
  EXPECT_TRUE(scenarios_with_keys(reader_, {key("platform", 2), key("workload", 2), ""}, 10).empty());
}

TEST_F(ScenarioRowsTest, FilesAreFoundByDigestAndByTheirNames) {
  EXPECT_TRUE(named_files(reader_).empty());  // there is no such column yet
  store_.add_workloads(std::vector{file_row("it's.json", "old"), file_row("it's.json", "new")});
  EXPECT_EQ(file_with_digest(reader_, content_digest("old")), "old");
  EXPECT_FALSE(file_with_digest(reader_, content_digest("other")));
  const std::vector<NamedFile> files = named_files(reader_);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].family, "file");
  EXPECT_EQ(files[1].path, "it's.json");
  EXPECT_EQ(files[1].digest, content_digest("new"));  // the latest run last
}

using InputFilesTest = StorageTest;

// Killed before it stored a result: what it read counts.
TEST_F(InputFilesTest, TheContentThatWasReadLastCountsAlsoIfItIsAnOldOne) {
  open();
  const auto read_and_die = [&](const std::string& content) {
    ChildProcess run([&](int report) {
      ResultStore store(file_, study_info("first"));
      store.add_workloads(std::vector{file_row("graph.json", content)});
      if (::write(report, ".", 1) != 1) _exit(1);
      pause();
    });
    ASSERT_TRUE(run.read_byte());
    run.kill();
    run.read_rest();
  };
  for (const std::string content : {"A", "B", "A"}) {
    read_and_die(content);
    const CampaignReader reader(file_);
    EXPECT_EQ(named_files(reader).back().digest, content_digest(content)) << content;
    EXPECT_EQ(input_digests(reader).at("file graph.json"), content_digest(content)) << content;
  }
  EXPECT_EQ(sql("SELECT count(*) FROM result"), "0\n");
  EXPECT_EQ(sql("SELECT count(*) FROM input_file"), "2\n");
}

}  // namespace
}  // namespace palio::test
