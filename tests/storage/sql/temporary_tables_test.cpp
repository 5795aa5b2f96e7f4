
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

// Two completed scenarios, makespans 4 and 6 s.
class TemporaryTables : public StorageTest {
protected:
  TemporaryTables() {
    ResultStore store = open();
    add_samples(store, 1, 2, 1);
    store.begin_session(session_info());
    store.write(std::vector{completed({1, 1, 1}, 4), completed({1, 2, 1}, 6)});
    store.end_session("finished");
  }

  double number(const CampaignReader& campaign, const std::string& sql) const {
    return std::get<double>(column_of(campaign, sql).at(0));
  }

  std::string refusal(const std::string& sql) const {
    const CampaignReader campaign(file_);
    return test::error_of([&] { campaign.prepare(sql); });
  }
};

TEST_F(TemporaryTables, MakesTemporaryTablesViewsAndIndices) {
  const CampaignReader campaign(file_);
  campaign.prepare(
      "-- A comment.\nCREATE TEMP TABLE m AS SELECT workload_id, makespan FROM result; CREATE INDEX m_i ON m "
      "(workload_id);"
      "CREATE TEMP VIEW v AS SELECT sum(makespan) AS s FROM m; INSERT INTO m VALUES (3, 0.5);\n-- the end");
  EXPECT_EQ(number(campaign, "SELECT s FROM v"), 10.5);
}

TEST_F(TemporaryTables, OfASnapshotIsGoneAfterwards) {
  const CampaignReader campaign(file_);
  campaign.in_snapshot([&] {
    campaign.prepare("CREATE TEMP TABLE m AS SELECT 2.5 AS x");
    EXPECT_EQ(number(campaign, "SELECT x FROM m"), 2.5);
  });
  EXPECT_THROW(number(campaign, "SELECT x FROM m"), UserError);
}

// A second connection writes between two queries.
TEST_F(TemporaryTables, SnapshotStaysWhatItWas) {
  const CampaignReader campaign(file_);
  ResultStore store = open();
  store.begin_session(session_info());
  campaign.in_snapshot([&] {
    EXPECT_EQ(number(campaign, "SELECT sum(makespan) FROM result"), 10);
    store.write(std::vector{completed({1, 2, 1}, 7, 2)});
    EXPECT_EQ(number(campaign, "SELECT sum(makespan) FROM result"), 10);
  });
  EXPECT_EQ(number(campaign, "SELECT sum(makespan) FROM result"), 11);
}

TEST_F(TemporaryTables, NeverTouchesTheCampaign) {
  // The connection is read-only as well: what counts is that all of them are refused before they run.
  for (const char* sql :
       {"INSERT INTO result SELECT * FROM result", "DELETE FROM result", "UPDATE result SET makespan = 0",
        "CREATE TABLE t (x)", "CREATE VIEW t AS SELECT 1", "CREATE INDEX t ON result (makespan)", "DROP TABLE result",
        "ATTACH ':memory:' AS other", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = ON",
        "CREATE VIRTUAL TABLE temp.t USING fts5(x)", "BEGIN", "COMMIT", "ANALYZE",
        "CREATE TEMP TRIGGER t AFTER INSERT ON result BEGIN SELECT 1; END", "ALTER TABLE result ADD COLUMN x"})
    EXPECT_THAT(refusal(sql), HasSubstr(std::string("this one does more: ") + sql));
  EXPECT_THAT(refusal("VACUUM"), HasSubstr("readonly database"));
  EXPECT_THAT(refusal("CREATE TEMP TABLE m AS SELECT load_extension('x')"), HasSubstr("not authorized"));
}

TEST_F(TemporaryTables, StatementThatAnswersIsAMistake) {
  EXPECT_THAT(refusal("SELECT 1"), HasSubstr("answers nothing, this one does: SELECT 1"));
}

TEST_F(TemporaryTables, WrongStatementIsNamed) {
  EXPECT_THAT(refusal("CREATE TEMP TABLE m AS SELECT makespn FROM results"), HasSubstr("no such column: makespn"));
  EXPECT_THAT(refusal("CREATE TEMP TABLE m AS SELECT medain(1)"), HasSubstr("no such function: medain"));
}

}  // namespace
}  // namespace palio::test
