#include "storage/check/check.h"

#include <SQLiteCpp/Database.h>

#include "storage/file/row_checksum.h"
#include "storage/file/schema_version.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A platform that reads an input file.
DimensionRow file_platform(const std::string& content) {
  static const std::vector specs{parameter("digest", ParameterType::text)};
  return {{"file", {{"digest", content_digest(content)}}}, "file:" + content, specs, content};
}

class CheckTest : public StorageTest {
protected:
  // Platforms: three stars and one that reads a file. Two sessions, the first one killed: a completed scenario, one
  // with two applications, one that timed out and completed at its second attempt, one that failed twice.
  CheckTest() {
    ResultStore store = open();
    add_samples(store, 3, 3, 3);
    const std::int64_t file = store.add_platforms(std::vector{file_platform("{}")}).front();
    const auto on_file = [&](const std::string& message, int attempt) {
      StoredResult result = failed({1, 1, 2}, FailureKind::crashed, message, attempt);
      result.id.platform = file;
      return result;
    };
    store.begin_session(session_info(0));
    store.write(std::vector{completed({1, 1, 1}, 1), completed({1, 2, 1}, 7, {{0, 0, 4}, {1, 2, 7}}),
                            failed({2, 1, 1}, FailureKind::timeout, "slow"), on_file("died", 1)});
    store.begin_session(session_info(4));
    store.write(std::vector{completed({2, 1, 1}, 3, 2), on_file("died again", 2)});
    store.end_session("finished");
    store.checkpoint();
  }

  void damage(const std::string& change) const { ASSERT_EQ(sql(change), ""); }

  std::vector<Finding> findings() const {
    std::vector<Finding> all;
    check_campaign(file_, [&](const Finding& finding) { all.push_back(finding); });
    return all;
  }

  // "check: problems" of every check that found something wrong.
  std::vector<std::string> wrong() const {
    std::vector<std::string> texts;
    for (const Finding& finding : findings())
      if (!finding.sound()) texts.push_back(finding.check + ": " + problems_text(finding));
    return texts;
  }

  // The same without the checksums, which find whatever was changed.
  std::vector<std::string> wrong_beside_checksums() const {
    std::vector<std::string> texts = wrong();
    std::erase_if(texts, [](const std::string& text) { return text.starts_with("checksums: "); });
    return texts;
  }

  std::string found(const std::string& check) const {
    for (const Finding& finding : findings())
      if (finding.check == check) return finding.found;
    return "no such check";
  }
};

TEST_F(CheckTest, SoundCampaignPassesAndIsDescribed) {
  EXPECT_THAT(wrong(), IsEmpty());
  EXPECT_THAT(found("pages"), HasSubstr("in one plain file"));
  EXPECT_THAT(found("schema"), HasSubstr(fmt::format("version {},", k_schema_version)));
  // 4 results, 3 failures, 4 + 3 + 3 dimensions, an input file, the campaign, 2 sessions, and 1 request of one store.
  EXPECT_EQ(found("checksums"), "22 rows are as they were stored");
  EXPECT_EQ(found("scenarios"), "4, each stored once");
  EXPECT_EQ(found("outcomes"), "3 completed with metrics, 1 failed without");
  EXPECT_EQ(found("failures"), "3 failed attempts, each with its message");
  EXPECT_EQ(found("applications"), "2 rows, all of completed scenarios");
  EXPECT_EQ(found("sessions"), "2 (1 finished, 0 interrupted, 1 killed, 0 running) made 6 attempts at 4 scenarios");
  EXPECT_THAT(found("identities"), HasSubstr("4 platforms, 3 workloads, 3 strategies"));
  EXPECT_THAT(found("input files"), HasSubstr("1,"));
}

TEST_F(CheckTest, WorksDuringARunAndChangesNothing) {
  ResultStore store = open();
  store.begin_session(session_info(4));
  store.write(std::vector{completed({3, 3, 3}, 1)});
  EXPECT_THAT(wrong(), IsEmpty());
  EXPECT_THAT(found("pages"), HasSubstr("a run is in progress"));
  EXPECT_EQ(found("sessions"), "3 (1 finished, 0 interrupted, 1 killed, 1 running) made 7 attempts at 5 scenarios");
  store.write(std::vector{completed({3, 3, 2}, 1)});
}

TEST_F(CheckTest, CompletedScenarioWithoutMetrics) {
  damage("PRAGMA ignore_check_constraints = ON; UPDATE result SET makespan = NULL WHERE failure IS NULL");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre("outcomes: 3 completed scenarios have no finite makespan"));
}

TEST_F(CheckTest, InfiniteOrNegativeMakespan) {
  damage(
      "UPDATE result SET makespan = 9e999 WHERE platform_id = p#1; UPDATE result SET makespan = -1 WHERE platform_id = "
      "p#2");
  EXPECT_THAT(wrong_beside_checksums(),
              ElementsAre("outcomes: 3 completed scenarios have no finite makespan; 1 results "
                          "have a bound_ratio below 1; 1 results have a slr below 1"));
}

TEST_F(CheckTest, MakespanBelowTheLowerBound) {
  damage(
      "UPDATE instance SET lower_bound = 1e-9; UPDATE instance AS i SET lower_bound = r.makespan / 0.999999 FROM "
      "result r "
      "WHERE r.platform_id = i.platform_id AND r.workload_id = i.workload_id AND r.failure IS NULL");
  EXPECT_THAT(wrong_beside_checksums(), IsEmpty());
  damage("UPDATE instance SET lower_bound = lower_bound / 0.99 WHERE platform_id = p#2");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre("outcomes: 1 results have a bound_ratio below 1"));
}

TEST_F(CheckTest, FailedScenarioWithMetrics) {
  damage("PRAGMA ignore_check_constraints = ON; UPDATE result SET efficiency = 0 WHERE failure IS NOT NULL");
  EXPECT_THAT(wrong(), Contains("outcomes: 1 failed scenarios have metrics"));
}

TEST_F(CheckTest, UnknownOutcome) {
  damage("UPDATE result SET failure = 'bored' WHERE failure IS NOT NULL");
  EXPECT_THAT(wrong_beside_checksums(),
              ElementsAre("outcomes: 1 results have the unknown outcome \"bored\"",
                          "failures: 1 failed scenarios have no row in failure for their attempt; 1 rows of "
                          "failure disagree with the result of their attempt"));
}

TEST_F(CheckTest, AnOutcomeThatOnlyANewerPalioKnowsIsNoDamage) {
  SQLite::Database database(file_, SQLite::OPEN_READWRITE);
  register_row_checksum(database);
  database.exec("UPDATE result SET failure = 'bored' WHERE failure IS NOT NULL");
  database.exec("UPDATE failure SET kind = 'bored' WHERE message = 'died again'");
  for (const char* table : {"result", "failure"}) seal_rows(database, table, "true");
  EXPECT_THAT(wrong(), IsEmpty());
}

TEST_F(CheckTest, MissingDimension) {
  damage("DELETE FROM strategy WHERE id = s#1");
  EXPECT_THAT(wrong(), ElementsAre("references: 3 rows of result refer to a strategy that is not there"));
}

TEST_F(CheckTest, MissingFailure) {
  damage("DELETE FROM failure WHERE message = 'died again'");
  EXPECT_THAT(wrong(), ElementsAre("failures: 1 failed scenarios have no row in failure for their attempt",
                                   "sessions: the sessions count 3 failed ones, table failure holds 2"));
}

TEST_F(CheckTest, FailureOfACompletedAttempt) {
  damage("UPDATE failure SET attempt = 2 WHERE message = 'slow'");
  EXPECT_THAT(wrong_beside_checksums(),
              ElementsAre("failures: 1 rows of failure disagree with the result of their attempt"));
}

TEST_F(CheckTest, ApplicationOfAFailedScenario) {
  damage(
      "INSERT INTO application_result SELECT platform_id, workload_id, strategy_id, 0, 0, 0, 1, NULL FROM result WHERE "
      "failure IS NOT NULL");
  EXPECT_THAT(wrong_beside_checksums(),
              ElementsAre("outcomes: 1 rows of application_result belong to no completed scenario"));
}

// The failed scenario, and one that has no result.
TEST_F(CheckTest, MetricsOfNoCompletedScenario) {
  for (const char* table : {"batch_result", "uncertain_result"}) {
    damage(
        fmt::format("INSERT INTO {} (platform_id, workload_id, strategy_id) SELECT platform_id, workload_id, "
                    "strategy_id FROM result WHERE failure IS NOT NULL",
                    table));
    damage(fmt::format("INSERT INTO {} (platform_id, workload_id, strategy_id) VALUES (p#3, w#3, s#3)", table));
  }
  EXPECT_THAT(wrong_beside_checksums(), Contains("outcomes: 2 rows of batch_result belong to no completed scenario; 2 "
                                                 "rows of uncertain_result belong to no completed scenario"));
}

TEST_F(CheckTest, BatchWithoutItsFirstApplication) {
  damage("DELETE FROM application_result WHERE application = 0");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre("applications: 1 batches miss an application"));
}

TEST_F(CheckTest, LostResult) {
  for (const char* table : {"result", "batch_result", "uncertain_result"})
    damage(fmt::format("DELETE FROM {} WHERE platform_id = p#1 AND workload_id = w#1", table));
  EXPECT_THAT(wrong(), ElementsAre("sessions: the sessions count 6 attempts, table result holds 5"));
}

TEST_F(CheckTest, MoreStoredBeforeASessionThanThereWas) {
  damage("UPDATE session SET stored_before = 5 WHERE id = 2");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre("sessions: 1 sessions began with more results than there were"));
}

TEST_F(CheckTest, KeyOfAnotherText) {
  damage("UPDATE platform SET key = '000000000000' WHERE id = p#2");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre(fmt::format("identities: platform {} has the key of another text",
                                                                id_of({2, 2, 2}).platform)));
}

TEST_F(CheckTest, ParameterThatDiffersFromTheText) {
  damage("UPDATE workload SET tasks = 9 WHERE id = w#2; UPDATE strategy SET threshold = NULL WHERE id = s#3");
  EXPECT_THAT(
      wrong_beside_checksums(),
      ElementsAre(fmt::format("identities: workload {} has other parameters than its text; strategy {} has other "
                              "parameters than its text",
                              id_of({2, 2, 2}).workload, id_of({3, 3, 3}).strategy)));
}

TEST_F(CheckTest, InputFileWithAnotherContent) {
  damage("UPDATE input_file SET content = '[]'");
  EXPECT_THAT(wrong_beside_checksums(), ElementsAre(HasSubstr("another content than its digest says")));
}

TEST_F(CheckTest, MissingInputFile) {
  damage("DELETE FROM input_file");
  EXPECT_THAT(wrong(), ElementsAre("input files: the input file of platform file:{} is missing"));
}

TEST_F(CheckTest, MissingIndexAndAlteredView) {
  damage("DROP INDEX result_failed; DROP VIEW failures; CREATE VIEW failures AS SELECT * FROM failure");
  EXPECT_THAT(wrong(), ElementsAre("schema: the view failures was altered; the index result_failed is missing"));
}

TEST_F(CheckTest, MissingTableEndsOnlyTheChecksThatNeedIt) {
  damage("DROP TABLE input_file");
  EXPECT_THAT(wrong(), ElementsAre("schema: the table input_file is missing",
                                   HasSubstr("checksums: cannot be checked: no such table"),
                                   HasSubstr("input files: cannot be checked: no such")));
}

// The key gets a column more by force, then a scenario is stored again.
TEST_F(CheckTest, ScenarioThatIsStoredTwice) {
  const auto set_key = [&](const char* from, const char* to) {
    damage(
        fmt::format("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'PRIMARY KEY ({})', "
                    "'PRIMARY KEY ({})') WHERE name = 'result'",
                    from, to));
  };
  const char *key = "platform_id, workload_id, strategy_id", *longer = "platform_id, workload_id, strategy_id, stale";
  damage("DROP INDEX result_failed; DROP INDEX result_stale; DROP INDEX result_audited");
  set_key(key, longer);
  damage(
      "PRAGMA ignore_check_constraints = ON; CREATE TEMP TABLE copy AS SELECT * FROM result WHERE platform_id = p#1 "
      "AND "
      "workload_id = w#1; UPDATE copy SET stale = 1; INSERT INTO result SELECT * FROM copy");
  set_key(longer, key);
  EXPECT_THAT(wrong(), Contains("scenarios: 5 results of 4 scenarios: some are stored twice"));
}

TEST_F(CheckTest, OverwrittenPage) {
  overwrite(file_, root_page_of(file_, "result"), 4096, '\x55');
  EXPECT_THAT(wrong(), Contains(testing::StartsWith("pages: ")));
  EXPECT_THAT([&] { refuse_damaged_pages(file_); },
              testing::ThrowsMessage<UserError>(HasSubstr(file_ + " is damaged: ")));
}

TEST_F(CheckTest, WholePagesAreWhole) { refuse_damaged_pages(file_); }

TEST_F(CheckTest, FileThatIsNoCampaignIsRefused) {
  EXPECT_THROW(check_campaign(folder_.write("notes.db", "no campaign"), [](const Finding&) {}), UserError);
}

TEST(ProblemsText, ShowsThreeAndCountsTheRest) {
  EXPECT_EQ(problems_text({"c", "", {"a"}}), "a");
  EXPECT_EQ(problems_text({"c", "", {"a", "b", "c"}}), "a; b; c");
  EXPECT_EQ(problems_text({"c", "", {"a", "b", "c", "d", "e"}}), "a; b; c; and 2 more");
}

}  // namespace
}  // namespace palio::test
