#include "storage/read/trimmed_query.h"

#include <SQLiteCpp/Database.h>

#include "storage/file/connection.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Two strategies on three platforms; the second one fails on the third.
class TrimmedQueryTest : public StorageTest {
protected:
  TrimmedQueryTest() {
    ResultStore store = open();
    add_samples(store, 3, 1, 2);
    store.begin_session(session_info());
    store.write(std::vector{completed({1, 1, 1}, 1), completed({1, 1, 2}, 5), completed({2, 1, 1}, 2),
                            completed({2, 1, 2}, 6), completed({3, 1, 1}, 6),
                            failed({3, 1, 2}, FailureKind::timeout, "late")});
  }

  std::string trimmed(const std::string& sql) const {
    const ReadableCampaign campaign(file_);
    return TrimmedQuery(*campaign.database, sql).sql();
  }

  // The rows of SQLite's own shell, which reads the whole view, as those of a reader.
  void expect_same_rows(const std::string& sql) const {
    std::string rows;
    CampaignReader(file_).query(
        sql, [](const auto&) {},
        [&](const auto& row) {
          for (const SqlValue& value : row) {
            if (const auto* text = std::get_if<std::string>(&value)) rows += *text;
            if (const auto* whole = std::get_if<std::int64_t>(&value)) rows += std::to_string(*whole);
            if (const auto* real = std::get_if<double>(&value)) rows += fmt::format("{:.1f}", *real);
            rows += &value == &row.back() ? "\n" : "|";
          }
        });
    EXPECT_EQ(rows, this->sql(sql)) << sql;
  }
};

const std::string k_means =
    "SELECT strategy, count(*), avg(makespan) FROM results WHERE outcome = 'completed' GROUP BY strategy";

TEST_F(TrimmedQueryTest, JoinsOnlyTheTablesOfItsColumns) {
  EXPECT_THAT(trimmed(k_means), AllOf(HasSubstr("main.plain_result"), HasSubstr("LEFT JOIN main.strategy"),
                                      Not(HasSubstr("platform")), Not(HasSubstr("session"))));
  EXPECT_THAT(trimmed("SELECT avg(bound_ratio) FROM results"), HasSubstr("main.measured"));
  EXPECT_THAT(trimmed("SELECT max(total_time) FROM results"), Not(HasSubstr("JOIN")));
  EXPECT_THAT(trimmed(" select max(hosts) from (SELECT hosts, makespan FROM results) WHERE makespan > 1;\n"),
              AllOf(HasSubstr("main.platform"), Not(HasSubstr("main.strategy"))));
  EXPECT_THAT(trimmed("SELECT failure_message FROM results WHERE engine = 'x'"),
              AllOf(HasSubstr("main.failure"), HasSubstr("main.session")));
}

// (1 + 2 + 6) / 3 and (5 + 6) / 2.
TEST_F(TrimmedQueryTest, HasTheSameRows) {
  const CampaignReader reader(file_);
  EXPECT_THAT(rows_of(reader, k_means),
              ElementsAre(ElementsAre(SqlValue("FAST:threshold=0.5"), SqlValue(std::int64_t{3}), SqlValue(3.0)),
                          ElementsAre(SqlValue("FAST:threshold=1.5"), SqlValue(std::int64_t{2}), SqlValue(5.5))));
  for (const char* sql :
       {"SELECT platform, makespan FROM results WHERE hosts = 2", "SELECT makespan FROM results LIMIT 4",
        "SELECT scenario, strategy FROM results ORDER BY makespan DESC", "SELECT platform, strategy FROM results",
        "SELECT count(*) FROM results", "SELECT failure_message FROM results WHERE outcome <> 'completed'",
        "SELECT a.makespan, b.makespan FROM results a JOIN results b ON a.platform = b.platform ORDER BY 1, 2",
        "SELECT strategy, group_concat(makespan) FROM results GROUP BY strategy",
        "SELECT count(makespan) FROM results NATURAL JOIN (SELECT value AS attempt FROM json_each('[2,3]'))",
        "SELECT count(*) FROM results a CROSS JOIN json_each('[5,6]') x JOIN json_each('[5]') y USING (value)"})
    expect_same_rows(sql);
}

TEST_F(TrimmedQueryTest, LeavesOutStaleResults) {
  sql("UPDATE result SET stale = 1 WHERE platform_id = p#3");
  EXPECT_THAT(trimmed(k_means), HasSubstr("WHERE NOT result.stale"));
  const CampaignReader reader(file_);
  EXPECT_THAT(column_of(reader, "SELECT sum(makespan) FROM results"), ElementsAre(SqlValue(14.0)));
}

// Without `stale` SQLite would read an index alone instead of the table.
TEST_F(TrimmedQueryTest, StaysAsItIsIfItIsNoSingleSelectOfTheView) {
  for (const char* sql :
       {"WITH r AS (SELECT makespan FROM results) SELECT sum(makespan) FROM r", "SELECT count(*) FROM platform",
        "SELECT makespn FROM results", "SELECT makespan FROM results; SELECT 1", "DELETE FROM results", "SELECTED",
        "SELECT a.makespan FROM results a JOIN results b USING (platform)", ""})
    EXPECT_EQ(trimmed(sql), sql);
  const ReadableCampaign campaign(file_);
  campaign.database->exec("CREATE TEMP VIEW results AS SELECT 7 AS makespan");
  EXPECT_EQ(TrimmedQuery(*campaign.database, "SELECT makespan FROM results").sql(), "SELECT makespan FROM results");
}

}  // namespace
}  // namespace palio::test
