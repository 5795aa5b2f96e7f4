// Campaigns that keep the realizations of uncertain workloads.
#include <algorithm>
#include <filesystem>
#include <utility>

#include "storage/file/schema_version.h"
#include "storage/read/campaign_digest.h"
#include "storage/read/stored_results.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Realizations = std::vector<RealizationMetrics>;

StoredResult uncertain(const ScenarioId& id, Realizations realizations, int attempt = 1) {
  StoredResult result = completed(id, 10, attempt);
  auto& outcome = std::get<Completed>(result.result.outcome);
  outcome.metrics["worst_makespan"] =
      std::ranges::max_element(realizations, {}, &RealizationMetrics::makespan)->makespan;
  outcome.realizations = std::move(realizations);
  return result;
}

// star(1) by two strategies, and star(2), which failed.
std::vector<StoredResult> kept_results() {
  return {uncertain({1, 1, 1}, {{12, 0}, {9, 2}, {15.5, 1}}), uncertain({1, 1, 2}, {{8, 0}, {7, 0}}),
          failed({2, 1, 1}, FailureKind::timeout, "slow")};
}

class KeptRealizationsTest : public StorageTest {
protected:
  std::string campaign(const std::string& name, const std::vector<StoredResult>& results, Kept kept,
                       std::int64_t pid = 1) const {
    std::string file = folder_.file(name);
    ResultStore store(file, study_info("first"), {.shard = pid, .shards = 9}, kept);
    add_samples(store, 2, 1, 2);
    SessionInfo session = session_info(0);
    session.pid = pid;
    store.begin_session(session);
    store.write(results);
    store.end_session("finished");
    store.checkpoint();
    return file;
  }
  std::string kept(const std::string& name, const std::vector<StoredResult>& results, std::int64_t pid = 1) const {
    return campaign(name, results, Kept::realizations, pid);
  }

  MergedPart merge(const std::string& part) {
    ResultStore store = open();
    MergedPart merged =
        store.merge({part, study_info("first").study_text, "simgrid"}, session_info(0), [](auto) { return true; });
    store.end_merge("finished", 0);
    store.checkpoint();
    return merged;
  }

  static std::string digest(const std::string& file) { return to_text(digest_campaign(file).digest); }
};

TEST_F(KeptRealizationsTest, AreRowsOfTheirScenario) {
  const std::string file = kept("a.db", kept_results());
  EXPECT_EQ(
      sqlite_shell(file,
                   "SELECT threshold, r, makespan, replans FROM realization JOIN strategy ON id = strategy_id ORDER BY "
                   "1, 2"),
      "0.5|0|12.0|0\n0.5|1|9.0|2\n0.5|2|15.5|1\n1.5|0|8.0|0\n1.5|1|7.0|0\n");
  const CampaignReader reader(file);
  const Realizations rows = realization_rows(reader, id_of({1, 1, 1}));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[2].makespan, 15.5);
  EXPECT_EQ(rows[2].replans, 1);
  EXPECT_THAT(problems_of(file), IsEmpty());
}

TEST_F(KeptRealizationsTest, AreAViewWithTheColumnsOfScenarios) {
  const CampaignReader reader(kept("a.db", kept_results()));
  EXPECT_THAT(rows_of(reader,
                      "SELECT hosts, threshold, max(makespan), sum(replans), count(r) FROM realizations GROUP BY "
                      "strategy ORDER BY threshold"),
              ElementsAre(ElementsAre(SqlValue(std::int64_t{1}), SqlValue(0.5), SqlValue(15.5),
                                      SqlValue(std::int64_t{3}), SqlValue(std::int64_t{3})),
                          ElementsAre(SqlValue(std::int64_t{1}), SqlValue(1.5), SqlValue(8.0),
                                      SqlValue(std::int64_t{0}), SqlValue(std::int64_t{2}))));
  EXPECT_THAT(column_of(reader, "SELECT count(*) FROM realizations JOIN results USING (scenario)"),
              ElementsAre(SqlValue(std::int64_t{5})));
}

// 12 and 9 against 8 and 7.
TEST_F(KeptRealizationsTest, AreJoinedByInstance) {
  CampaignReader reader(kept("a.db", kept_results()));
  const std::string sql =
      "SELECT sum(a.makespan - b.makespan) FROM realizations a JOIN realizations b "
      "USING (instance, r) WHERE a.threshold = 0.5 AND b.threshold = 1.5";
  const auto plan = [&] {
    std::string steps;
    for (const auto& row : rows_of(reader, "EXPLAIN QUERY PLAN " + sql))
      steps += std::get<std::string>(row.at(3)) + "\n";
    return steps;
  };
  EXPECT_THAT(plan(), Not(HasSubstr("instance_key")));
  reader.prepare_joins(sql);
  EXPECT_THAT(plan(), HasSubstr("instance_key"));
  EXPECT_THAT(column_of(reader, sql), ElementsAre(SqlValue(6.0)));
}

// A parameter of that name has its table's name in front.
TEST_F(KeptRealizationsTest, StandBesideAParameterOfTheSameName) {
  static const std::vector specs{parameter("r", ParameterType::integer)};
  {
    ResultStore store(file_, study_info("first"), {}, Kept::realizations);
    add_samples(store, 1, 1, 0);
    StoredResult result = uncertain({1, 1, 1}, {{12, 0}});
    result.id.strategy =
        store.add_strategies(std::vector{DimensionRow{{"OWN", {{"r", std::int64_t{40}}}}, "OWN", specs, {}}}).front();
    store.begin_session(session_info(0));
    store.write(std::vector{result});
  }
  EXPECT_THAT(rows_of(CampaignReader(file_), "SELECT r, strategy_r FROM realizations"),
              ElementsAre(ElementsAre(SqlValue(std::int64_t{0}), SqlValue(std::int64_t{40}))));
}

// Another campaign has neither a view nor a row of them, and says how to have them.
TEST_F(KeptRealizationsTest, CostOtherCampaignsNothing) {
  std::vector<StoredResult> results = kept_results();
  for (StoredResult& result : results)
    if (auto* outcome = std::get_if<Completed>(&result.result.outcome)) outcome->realizations.clear();
  const std::string file = campaign("a.db", results, Kept::metrics);
  EXPECT_EQ(
      sqlite_shell(file,
                   "SELECT count(*) FROM realization; SELECT count(*) FROM sqlite_schema WHERE name = 'realizations'"),
      "0\n0\n");
  const CampaignReader reader(file);
  EXPECT_THAT(realization_rows(reader, id_of({1, 1, 1})), IsEmpty());
  EXPECT_THAT(error_of([&] { rows_of(reader, "SELECT * FROM realizations"); }),
              AllOf(HasSubstr("a.db keeps no realizations"), HasSubstr("--keep realizations")));
  EXPECT_NE(digest(file), digest(kept("b.db", kept_results())));
}

TEST_F(KeptRealizationsTest, OfALaterAttemptReplaceThoseOfTheEarlierOne) {
  const std::string file = kept("a.db", kept_results());
  ResultStore store(file, study_info("first"));
  store.begin_session(session_info(3));
  store.write(std::vector{uncertain({1, 1, 1}, {{11, 0}}, 2)});
  store.end_session("finished");
  store.checkpoint();
  EXPECT_EQ(sqlite_shell(file, "SELECT r, makespan FROM realization WHERE strategy_id = s#1"), "0|11.0\n");
  EXPECT_THAT(problems_of(file), IsEmpty());
}

TEST_F(KeptRealizationsTest, ThatChangedAreFoundByTheCheck) {
  for (const char* change :
       {"UPDATE realization SET makespan = 12.000001 WHERE makespan = 12",
        "UPDATE realization SET replans = 1 WHERE makespan = 12", "DELETE FROM realization WHERE makespan = 8",
        "DELETE FROM realization WHERE strategy_id = s#2", "UPDATE realization SET r = 5 WHERE r = 2",
        "UPDATE realization SET makespan = 21 - makespan WHERE strategy_id = s#1 AND r < 2",  // 12 and 9 exchanged
        "INSERT INTO realization VALUES (p#2, w#1, s#1, 0, 4, 0)"}) {
    const std::string file = kept("changed.db", kept_results());
    const std::string before = digest(file);
    ASSERT_EQ(sqlite_shell(file, change), "");
    EXPECT_THAT(problems_of(file), Contains(HasSubstr("result, or what belongs to it, of"))) << change;
    EXPECT_NE(digest(file), before) << change;
    std::filesystem::remove(file);
  }
}

TEST_F(KeptRealizationsTest, ThatAreIncompleteAreFoundWithoutChecksums) {
  const std::string file = kept("a.db", kept_results());
  sqlite_shell(file, "DELETE FROM realization WHERE makespan IN (12, 8)");
  EXPECT_THAT(problems_of(file),
              AllOf(Contains("realizations: 2 scenarios miss a realization"),
                    Contains("realizations: 1 scenarios have another worst_makespan than the longest "
                             "of their realizations")));
}

TEST_F(KeptRealizationsTest, ArePrunedWithTheirResult) {
  const std::string file = kept("a.db", kept_results());
  {
    ResultStore store(file, study_info("first"));
    const ScenarioId first = id_of({1, 1, 1}), second = id_of({2, 2, 2});
    store.prune([&](const ScenarioId& id) { return id.strategy != first.strategy; },
                {{first.platform, second.platform}, {first.workload}, {first.strategy, second.strategy}});
  }
  EXPECT_EQ(sqlite_shell(file, "SELECT count(*), sum(strategy_id = s#2) FROM realization"), "2|2\n");
  EXPECT_THAT(problems_of(file), IsEmpty());
}

// Of stale results only all_results tells.
TEST_F(KeptRealizationsTest, OfStaleResultsDoNotCount) {
  const std::string file = kept("a.db", kept_results());
  {
    ResultStore store(file, study_info("first"));
    store.begin_session(session_info(0), [](const ScenarioId& id) { return numbers_of(id).strategy != 1; });
    store.end_session("finished");
  }
  EXPECT_THAT(column_of(CampaignReader(file), "SELECT count(*) FROM realizations"),
              ElementsAre(SqlValue(std::int64_t{2})));
  EXPECT_EQ(digest(file), digest(kept("b.db", {kept_results()[1]})));
  EXPECT_THAT(problems_of(file), IsEmpty());
}

// The first part brings the view.
TEST_F(KeptRealizationsTest, OfPartsMakeTheDigestOfOneCampaign) {
  const std::vector<StoredResult> all = kept_results();
  const std::string whole = kept("whole.db", all);
  merge(kept("a.db", {all[0]}, 1));
  merge(kept("b.db", {all[1], all[2]}, 2));
  EXPECT_EQ(digest(file_), digest(whole));
  expect_sound();
  EXPECT_THAT(column_of(CampaignReader(file_), "SELECT sum(makespan) FROM realizations"),
              ElementsAre(SqlValue(12 + 9 + 15.5 + 8 + 7)));
  const std::string before = sql(".dump");
  EXPECT_FALSE(merge(folder_.file("b.db")).changed);
  EXPECT_EQ(sql(".dump"), before);
}

// A completed result beats a failure, with its realizations.
TEST_F(KeptRealizationsTest, ComeWithTheResultThatReplacesAFailure) {
  merge(kept("a.db", {failed({1, 1, 1}, FailureKind::timeout, "slow")}, 1));
  const MergedPart merged = merge(kept("b.db", {kept_results()[0]}, 2));
  EXPECT_EQ(merged.improved, 1);
  EXPECT_EQ(sql("SELECT r, makespan FROM realization"), "0|12.0\n1|9.0\n2|15.5\n");
  expect_sound();
}

// The same metrics, from makespans in another order.
TEST_F(KeptRealizationsTest, ContradictEachOther) {
  merge(kept("a.db", {uncertain({1, 1, 1}, {{12, 0}, {9, 0}})}, 1));
  const MergedPart merged = merge(kept("b.db", {uncertain({1, 1, 1}, {{9, 0}, {12, 0}})}, 2));
  EXPECT_EQ(merged.contradictions, 1);
  ASSERT_EQ(merged.examples.size(), 1U);
  EXPECT_EQ(merged.examples[0].what, "makespan of realization 0");
  EXPECT_EQ(merged.examples[0].whole, SqlValue(12.0));
  EXPECT_EQ(merged.examples[0].part, SqlValue(9.0));
  EXPECT_EQ(sql("SELECT makespan FROM realization WHERE r = 0"), "12.0\n");
}

TEST_F(KeptRealizationsTest, OfADamagedPartAreNotMerged) {
  const std::string part = kept("a.db", kept_results());
  ASSERT_EQ(sqlite_shell(part, "UPDATE realization SET makespan = 9.5 WHERE makespan = 9"), "");
  EXPECT_THAT(error_of([&] { merge(part); }), HasSubstr("changed after it was stored"));
}

TEST_F(KeptRealizationsTest, AreReadTogetherWithCampaignsThatHaveNone) {
  const std::string a = kept("a.db", {kept_results()[0]}),
                    b = campaign("b.db", {completed({2, 1, 2}, 5)}, Kept::metrics),
                    c = kept("c.db", {kept_results()[1]});
  for (const auto& order : {std::vector{a, b, c}, std::vector{b, c, a}}) {
    CampaignReader reader(order.front());
    reader.unite(std::vector<std::filesystem::path>(order.begin() + 1, order.end()));
    EXPECT_THAT(rows_of(reader, "SELECT campaign, threshold, sum(makespan) FROM realizations GROUP BY 1 ORDER BY 1"),
                ElementsAre(ElementsAre(SqlValue(a), SqlValue(0.5), SqlValue(36.5)),
                            ElementsAre(SqlValue(c), SqlValue(1.5), SqlValue(15.0))));
  }
}

TEST_F(KeptRealizationsTest, OfAPartOfACampaignAreSeenAlone) {
  const CampaignReader reader(kept("a.db", kept_results()));
  reader.in_snapshot([&] {
    const ScenarioId first = id_of({1, 1, 1}), second = id_of({2, 2, 2});
    reader.narrow({{first.platform, second.platform}, {first.workload}, {{second.strategy, "second"}}});
    EXPECT_THAT(rows_of(reader, "SELECT strategy, sum(makespan) FROM realizations"),
                ElementsAre(ElementsAre(SqlValue(std::string("second")), SqlValue(15.0))));
  });
}

// Tables and views that take the place of Palio's, in a campaign with and in one without realizations.
TEST_F(KeptRealizationsTest, OfAnotherProgramAreRefused) {
  const std::string without = campaign("without.db", {}, Kept::metrics), with = kept("with.db", kept_results());
  for (const auto& [file, forgery] : std::initializer_list<std::pair<std::string, const char*>>{
           {without, "DROP TABLE realization; CREATE TABLE realization (scenario TEXT, r INTEGER, makespan REAL)"},
           {without, "CREATE TABLE Realizations (scenario TEXT)"},
           {without, "CREATE VIEW realizations AS SELECT * FROM result"},
           {with, "DROP TABLE realization"},
           {with, "ALTER TABLE realization RENAME TO mine; CREATE VIEW realization AS SELECT * FROM mine"},
           {with, "ALTER TABLE realization ADD COLUMN more INTEGER"},
           {with, "ALTER TABLE realization RENAME COLUMN replans TO plans"},
           {with, "DROP VIEW realizations; CREATE VIEW realizations AS SELECT * FROM realization"},
           {with, "DROP VIEW realizations; CREATE TABLE realizations (r INTEGER)"},
           {with, "CREATE TRIGGER sweeper AFTER INSERT ON realization BEGIN DELETE FROM result; END"}}) {
    const std::string forged = folder_.file("forged.db");
    std::filesystem::copy_file(file, forged, std::filesystem::copy_options::overwrite_existing);
    ASSERT_EQ(sqlite_shell(forged, forgery), "") << forgery;
    EXPECT_THAT(error_of([&] { CampaignReader reader(forged); }), HasSubstr("forged.db")) << forgery;
    EXPECT_THAT(error_of([&] { ResultStore store(forged, study_info("first")); }), HasSubstr("forged.db")) << forgery;
  }
}

// The view holds nothing of its own.
TEST_F(KeptRealizationsTest, HaveTheirViewMadeAgain) {
  const std::string file = kept("a.db", kept_results());
  ASSERT_EQ(sqlite_shell(file, "DROP VIEW realizations"), "");
  { ResultStore store(file, study_info("first")); }
  EXPECT_THAT(problems_of(file), IsEmpty());
  EXPECT_THAT(column_of(CampaignReader(file), "SELECT count(*) FROM realizations"),
              ElementsAre(SqlValue(std::int64_t{5})));
}

// A campaign begins to keep them while it has no results; once it does, it goes on.
TEST_F(KeptRealizationsTest, StayKept) {
  const std::string file = campaign("a.db", {}, Kept::metrics);
  EXPECT_EQ(CampaignReader(file).kept(), Kept::metrics);
  { ResultStore store(file, study_info("first"), {}, Kept::realizations); }
  EXPECT_EQ(CampaignReader(file).kept(), Kept::realizations);
  { ResultStore store(file, study_info("first")); }
  EXPECT_EQ(CampaignReader(file).kept(), Kept::realizations);
  EXPECT_EQ(sqlite_shell(file, "SELECT keeps FROM campaign"), "realizations\n");
}

}  // namespace
}  // namespace palio::test
