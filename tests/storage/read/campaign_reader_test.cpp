#include "storage/read/campaign_reader.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <thread>

#include "tests/storage/child_process.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::Pair;
using testing::UnorderedElementsAre;

using CampaignReaderTest = ReaderTest;

TEST_F(CampaignReaderTest, CountsByOutcome) {
  EXPECT_EQ(reader_.counts().completed, 0);
  EXPECT_TRUE(reader_.counts().failed.empty());
  write({completed({1, 1, 1}, 1), failed({1, 1, 2}, FailureKind::timeout, ""),
         failed({1, 1, 3}, FailureKind::timeout, ""), failed({1, 2, 1}, FailureKind::crashed, ""),
         completed({2, 1, 1}, 1)});
  EXPECT_EQ(reader_.counts().completed, 2);
  EXPECT_THAT(reader_.counts().failed, UnorderedElementsAre(Pair("timeout", 2), Pair("crashed", 1)));
  write({completed({1, 1, 2}, 1, 2)});
  EXPECT_EQ(reader_.counts().completed, 3);
  EXPECT_THAT(reader_.counts().failed, UnorderedElementsAre(Pair("timeout", 1), Pair("crashed", 1)));
}

TEST_F(CampaignReaderTest, VisitsResultsInTheOrderOfIdsWithTheirState) {
  write({completed({2, 1, 1}, 1), failed({1, 2, 3}, FailureKind::timeout, ""),
         failed({3, 3, 3}, FailureKind::crashed, ""), completed({1, 2, 1}, 1),
         failed({1, 1, 1}, FailureKind::exited, ""), completed({1, 10 - 7, 1}, 1)});
  std::vector<ScenarioId> visited;
  std::map<ScenarioId, bool> completed;
  reader_.for_each_result([&](const ScenarioId& id, bool done) {
    visited.push_back(id);
    completed[numbers_of(id)] = done;
  });
  EXPECT_EQ(visited, in_order({{1, 1, 1}, {1, 2, 1}, {1, 2, 3}, {1, 3, 1}, {2, 1, 1}, {3, 3, 3}}));
  EXPECT_THAT(completed, ElementsAre(Pair(ScenarioId{1, 1, 1}, false), Pair(ScenarioId{1, 2, 1}, true),
                                     Pair(ScenarioId{1, 2, 3}, false), Pair(ScenarioId{1, 3, 1}, true),
                                     Pair(ScenarioId{2, 1, 1}, true), Pair(ScenarioId{3, 3, 3}, false)));
}

std::vector<double> values_of(const CampaignReader& reader, const std::string& expression) {
  return *reader.results(std::vector{expression}).values.at(0);
}

TEST_F(CampaignReaderTest, ResultsAreColumnsInTheOrderOfIds) {
  write({completed({2, 1, 1}, 5), failed({1, 2, 3}, FailureKind::timeout, ""), completed({1, 2, 1}, 7),
         completed({1, 1, 3}, 9)});
  const ResultColumns columns = reader_.results({});
  std::vector<ScenarioId> ids;
  for (const auto& [platform, workload, strategy] : *columns.ids)
    ids.push_back({columns.dimensions->platforms[platform], columns.dimensions->workloads[workload],
                   columns.dimensions->strategies[strategy]});
  const std::vector<ScenarioId> wanted = in_order({{1, 1, 3}, {1, 2, 1}, {1, 2, 3}, {2, 1, 1}});
  EXPECT_EQ(ids, wanted);
  const std::map<ScenarioId, double> makespans{
      {{1, 1, 3}, 9}, {{1, 2, 1}, 7}, {{1, 2, 3}, std::numeric_limits<double>::quiet_NaN()}, {{2, 1, 1}, 5}};
  std::vector<testing::Matcher<double>> once, twice;
  for (const ScenarioId& id : wanted) {
    once.push_back(testing::NanSensitiveDoubleEq(makespans.at(numbers_of(id))));
    twice.push_back(testing::NanSensitiveDoubleEq(2 * makespans.at(numbers_of(id))));
  }
  EXPECT_THAT(values_of(reader_, "makespan"), ElementsAreArray(once));
  // Each is read once: the second time only what is new.
  const auto again = reader_.results(std::vector<std::string>{"2 * makespan", "makespan", "makespan"});
  EXPECT_THAT(*again.values[0], ElementsAreArray(twice));
  EXPECT_EQ(again.values[1], reader_.results(std::vector<std::string>{"makespan"}).values[0]);
  EXPECT_EQ(again.values[1], again.values[2]);
}

// An expression over two tables has no index: SQLite alone compares each pair of results.
TEST_F(CampaignReaderTest, PreparedJoinsFindInstancesByIndex) {
  write({completed({1, 1, 1}, 1), completed({1, 1, 2}, 5), completed({2, 1, 1}, 3)});
  const std::string join = "SELECT y.makespan FROM results x JOIN results y USING (instance) WHERE x.makespan = 1";
  const auto by_index = [&] {
    const Rows plan = rows_of(reader_, "EXPLAIN QUERY PLAN " + join);
    return std::ranges::any_of(plan, [](const auto& step) {
      const auto& text = std::get<std::string>(step.back());
      return text.find("instance_key") != std::string::npos && text.find("(key=?)") != std::string::npos;
    });
  };
  for (const char* other : {"SELECT instance FROM results GROUP BY instance", "SELECT x.instances FROM x"}) {
    reader_.prepare_joins(other);
    EXPECT_FALSE(by_index()) << other;
  }
  reader_.prepare_joins(join);
  EXPECT_TRUE(by_index());
  EXPECT_THAT(column_of(reader_, join), testing::UnorderedElementsAre(SqlValue(1.0), SqlValue(5.0)));
  const Rows plan = rows_of(reader_, "EXPLAIN QUERY PLAN SELECT x.instance FROM results x");
  EXPECT_TRUE(std::ranges::none_of(
      plan, [](const auto& step) { return std::get<std::string>(step.back()).find("SCAN instance_key") == 0; }));
  write({completed({3, 1, 1}, 9)});  // not in the index
  EXPECT_THAT(column_of(reader_, "SELECT makespan FROM results WHERE instance IS NULL"), testing::IsEmpty());
}

TEST_F(CampaignReaderTest, ResultsFollowTheCampaign) {
  write({completed({1, 1, 1}, 5)});
  EXPECT_THAT(values_of(reader_, "makespan"), ElementsAre(5));
  write({completed({1, 1, 1}, 6, 2), completed({1, 1, 2}, 7)});
  EXPECT_THAT(values_of(reader_, "makespan"), UnorderedElementsAre(6, 7));
  reader_.in_snapshot([&] {
    EXPECT_THAT(values_of(reader_, "makespan"), UnorderedElementsAre(6, 7));
    write({completed({1, 1, 3}, 8)});
    EXPECT_THAT(values_of(reader_, "attempt"), UnorderedElementsAre(2, 1));
  });
  EXPECT_THAT(values_of(reader_, "attempt"), UnorderedElementsAre(2, 1, 1));
}

TEST_F(CampaignReaderTest, ReadersOfOneSnapshotShareWhatWasRead) {
  write({completed({1, 1, 1}, 5)});
  const auto readers = read_one_snapshot(file_, 2);
  write({completed({1, 1, 2}, 6)});
  const auto first = readers[0]->results(std::vector<std::string>{"makespan"});
  EXPECT_THAT(*first.values[0], ElementsAre(5));
  EXPECT_EQ(readers[1]->results(std::vector<std::string>{"makespan"}).values[0], first.values[0]);
}

TEST_F(CampaignReaderTest, VisitSeesOneMomentOfARunningCampaign) {
  write({completed({1, 1, 1}, 1), completed({1, 1, 2}, 1)});
  int visited = 0;
  reader_.for_each_result([&](const ScenarioId& id, bool) {
    ++visited;
    write({completed({3, 3, numbers_of(id).strategy}, 1)});
  });
  EXPECT_EQ(visited, 2);
  EXPECT_EQ(reader_.counts().completed, 4);
}

TEST_F(CampaignReaderTest, MomentThatIsHeldStaysWhatItWas) {
  write({completed({1, 1, 1}, 1)});
  reader_.hold();
  write({completed({1, 1, 2}, 1)});
  EXPECT_EQ(reader_.counts().completed, 1);
  reader_.in_snapshot([&] { reader_.prepare("CREATE TEMP TABLE t AS SELECT 1 AS x"); });
  EXPECT_EQ(reader_.counts().completed, 1);
  EXPECT_THROW(reader_.prepare("CREATE TEMP VIEW v AS SELECT x FROM t; CREATE TEMP TABLE u AS SELECT * FROM v"),
               UserError);
  reader_.let_go();
  EXPECT_EQ(reader_.counts().completed, 2);
}

TEST_F(CampaignReaderTest, VersionTellsOfChangesBySomebodyElse) {
  const std::int64_t before = reader_.version();
  EXPECT_EQ(reader_.version(), before);
  write({completed({1, 1, 1}, 1)});
  EXPECT_NE(reader_.version(), before);
}

// One result is tried again and again without a pause, so that hardly two openings of a reader see the same number.
TEST_F(CampaignReaderTest, ReadersOfOneMomentAgreeDuringARun) {
  std::atomic<bool> enough = false;
  std::thread run([&] {
    for (int attempt = 1; !enough; ++attempt) {
      write({failed({1, 1, 1}, FailureKind::timeout, "", attempt)});
      std::this_thread::yield();
    }
  });
  std::set<std::int64_t> moments;
  for (int i = 0; i < 50; ++i) {
    std::set<std::int64_t> seen;
    for (const auto& reader : read_one_snapshot(file_, 12)) seen.insert(reader->sessions().back().failed);
    EXPECT_EQ(seen.size(), 1);
    moments.merge(seen);
  }
  enough = true;
  run.join();
  EXPECT_GT(moments.size(), 10);
}

// The run ends after the reader took its moment: in that moment it was running. Its process leaves the log as it is,
// because a store that moves it into the file would wait for the reader.
TEST(HeldMoment, KnowsThatTheRunWasAlive) {
  const TemporaryFolder folder;
  const std::string file = folder.file("campaign.db");
  std::array<int, 2> go_on{};
  ASSERT_EQ(pipe(go_on.data()), 0);
  ChildProcess run([&](int report) {
    ResultStore store(file, study_info("first"));
    store.begin_session(session_info());
    char byte = 0;
    if (::write(report, &byte, 1) == 1 && ::read(go_on[0], &byte, 1) == 1) store.end_session("finished");
    _exit(0);
  });
  ASSERT_TRUE(run.read_byte());
  CampaignReader reader(file);
  reader.hold();
  ASSERT_EQ(::write(go_on[1], "", 1), 1);
  run.read_rest();  // until it ends
  run.kill();       // and its lock is gone
  EXPECT_TRUE(reader.sessions().back().alive);
  EXPECT_EQ(reader.sessions().back().how, "");
  reader.let_go();
  EXPECT_FALSE(reader.sessions().back().alive);
  EXPECT_EQ(reader.sessions().back().how, "finished");
  for (const int end : go_on) close(end);
}

TEST_F(CampaignReaderTest, VisitorThatThrowsLeavesTheReaderUsable) {
  write({completed({1, 1, 1}, 1), failed({1, 1, 2}, FailureKind::timeout, "")});
  EXPECT_THROW(reader_.for_each_result([](const ScenarioId&, bool) { throw std::runtime_error("enough"); }),
               std::runtime_error);
  write({completed({1, 2, 1}, 1)});
  EXPECT_EQ(reader_.counts().completed, 2);
}

// What the last session wanted of the study, and how much of that is stored, without a look at the results.
TEST_F(CampaignReaderTest, SessionsTellWhatIsStoredOfTheWanted) {
  write({completed({1, 1, 1}, 1), failed({1, 1, 2}, FailureKind::timeout, "")});
  // Killed here. The next session wants 5 scenarios, both stored ones among them, and retries the failed one: 4 to do.
  SessionInfo next = session_info();
  next.wanted = 5;
  next.stored_before = 2;
  next.planned = 4;
  store_.begin_session(next);
  const auto stored = [&] { return reader_.sessions().back().stored(reader_.counts().all()); };
  EXPECT_EQ(stored(), 2);
  EXPECT_EQ(reader_.sessions().back().left(), 4);
  write({completed({1, 1, 2}, 1, 2), completed({1, 1, 3}, 1)});
  EXPECT_EQ(stored(), 3);  // the retry replaced a result
  EXPECT_EQ(reader_.sessions().back().left(), 2);
  // A third session wants 3 others, of which none is stored.
  next.wanted = next.planned = 3;
  next.stored_before = 0;
  store_.begin_session(next);
  EXPECT_EQ(stored(), 0);
  write({failed({2, 1, 1}, FailureKind::crashed, "")});
  EXPECT_EQ(stored(), 1);
  EXPECT_EQ(reader_.counts().all(), 4);
}

// Failures from their index, ids in the order of the table: the plan is part of the speed contract.
TEST_F(CampaignReaderTest, CountsReadIndicesAndVisitsSortNothing) {
  const auto plan = [&](const std::string& sql) { return this->sql("EXPLAIN QUERY PLAN " + sql); };
  EXPECT_THAT(plan("SELECT count(*) FROM result WHERE stale"), testing::HasSubstr("COVERING INDEX result_stale"));
  EXPECT_THAT(plan("SELECT outcome, count(*) FROM measured WHERE outcome <> 'completed' GROUP BY outcome"),
              testing::HasSubstr("SCAN r USING INDEX result_failed"));
  EXPECT_THAT(plan("SELECT platform_id, workload_id, strategy_id FROM result ORDER BY 1, 2, 3"),
              testing::AllOf(testing::HasSubstr("SCAN result"), testing::Not(testing::HasSubstr("TEMP B-TREE"))));
}

}  // namespace
}  // namespace palio::test
