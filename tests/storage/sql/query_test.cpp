#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "storage/file/schema_version.h"
#include "storage/sql/query_bounds.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class QueryTest : public StorageTest {
protected:
  QueryTest() {
    ResultStore store = open();
    add_samples(store, 2, 1, 1);
    store.begin_session(session_info());
    store.write(std::vector{completed({1, 1, 1}, 0.5), failed({2, 1, 1}, FailureKind::timeout, "slow")});
  }

  void run(const std::string& sql) {
    header_.clear();
    rows_.clear();
    CampaignReader(file_).query(
        sql, [&](const std::vector<std::string>& names) { header_ = names; },
        [&](const std::vector<SqlValue>& row) { rows_.push_back(row); });
  }

  std::vector<std::string> header_;
  Rows rows_;
};

TEST_F(QueryTest, ValuesKeepTheirTypes) {
  run("SELECT platform, hosts, makespan AS length FROM results ORDER BY hosts");
  EXPECT_THAT(header_, ElementsAre("platform", "hosts", "length"));
  EXPECT_THAT(rows_, ElementsAre(ElementsAre(SqlValue(std::string("star:hosts=1,seed=7")), SqlValue(std::int64_t{1}),
                                             SqlValue(0.5)),
                                 ElementsAre(SqlValue(std::string("star:hosts=2,seed=7")), SqlValue(std::int64_t{2}),
                                             SqlValue(std::monostate{}))));
}

TEST_F(QueryTest, EmptyAnswerHasAHeader) {
  run("SELECT strategy FROM results WHERE hosts = 3");
  EXPECT_THAT(header_, ElementsAre("strategy"));
  EXPECT_TRUE(rows_.empty());
}

TEST_F(QueryTest, ValuesTakeThePlaceOfQuestionMarks) {
  const std::vector<SqlValue> values{std::int64_t{7}, 0.5, std::string("it's; \0\"?\"", 10), std::monostate{}};
  std::vector<SqlValue> row;
  const CampaignReader reader(file_);
  reader.query("SELECT ?, ?, ?, ?", values, [&](const auto& found) { row = found; });
  EXPECT_EQ(row, values);
  reader.query("SELECT ?2, ?1, ?2", {std::int64_t{1}, std::int64_t{2}}, [&](const auto& found) { row = found; });
  EXPECT_THAT(row, ElementsAre(SqlValue(std::int64_t{2}), SqlValue(std::int64_t{1}), SqlValue(std::int64_t{2})));
  EXPECT_THAT(error_of<InternalError>([&] { reader.query("SELECT ?", values, [](const auto&) {}); }),
              HasSubstr("does not take value 2: SELECT ?"));
}

TEST_F(QueryTest, CommentsAndASemicolonMayFollow) {
  run("-- first\nSELECT 1; /* second */ ; -- third");
  EXPECT_THAT(rows_, ElementsAre(ElementsAre(SqlValue(std::int64_t{1}))));
}

TEST_F(QueryTest, WindowsRecursionAndReadingPragmasAreAllowed) {
  run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT sum(i) OVER () FROM n");
  EXPECT_EQ(rows_.size(), 3U);
  run("PRAGMA table_info(results)");
  EXPECT_GT(rows_.size(), 20U);
  run("PRAGMA TABLE_INFO(results)");
  EXPECT_GT(rows_.size(), 20U);
  run("PRAGMA user_version");
  EXPECT_THAT(rows_, ElementsAre(ElementsAre(SqlValue(k_schema_version))));
  run("SELECT value FROM json_each('[1, 2]')");
  EXPECT_EQ(rows_.size(), 2U);
  run("EXPLAIN QUERY PLAN SELECT * FROM results");
  EXPECT_FALSE(rows_.empty());
}

class RefusedQuery : public QueryTest, public testing::WithParamInterface<const char*> {};

TEST_P(RefusedQuery, DoesMoreThanRead) {
  EXPECT_THAT(error_of([&] { run(GetParam()); }), HasSubstr("can only read"));
  EXPECT_EQ(sqlite_shell(file_, "SELECT count(*) FROM result; PRAGMA user_version"),
            fmt::format("2\n{}\n", k_schema_version));
}
INSTANTIATE_TEST_SUITE_P(Statements, RefusedQuery,
                         testing::Values("DELETE FROM result", "INSERT INTO campaign SELECT * FROM campaign",
                                         "UPDATE result SET makespan = 1", "DROP TABLE result",
                                         "CREATE TEMP TABLE t (x)", "ATTACH '/tmp/other.db' AS other", "DETACH main",
                                         "VACUUM", "BEGIN", "COMMIT", "SAVEPOINT s", "PRAGMA user_version = 7",
                                         "PRAGMA USER_VERSION = 7", "PRAGMA journal_mode = DELETE",
                                         "PRAGMA writable_schema = ON", "PRAGMA query_only = OFF", "REINDEX", "ANALYZE",
                                         "PRAGMA temp_store_directory = 'here'", "PRAGMA wal_checkpoint",
                                         "CREATE VIRTUAL TABLE temp.words USING fts5(word)",
                                         "CREATE TRIGGER t AFTER INSERT ON result BEGIN SELECT 1; END",
                                         "ATTACH DATABASE ':memory:' AS other", "VACUUM INTO 'copy.db'",
                                         "WITH d AS (SELECT 1) DELETE FROM result", "EXPLAIN DELETE FROM result"));

TEST_F(QueryTest, FunctionsThatLoadCodeAreRefused) {
  for (const char* sql : {"SELECT load_extension('other.so')", "SELECT LOAD_EXTENSION('other.so', 'f')",
                          "SELECT 1 WHERE load_extension('other.so') IS NULL", "SELECT fts3_tokenizer('simple')",
                          "SELECT fts3_tokenizer('x', x'00')"})
    EXPECT_THAT(error_of([&] { run(sql); }), HasSubstr("not authorized to use function")) << sql;
}

TEST_F(QueryTest, SchemaAndOtherFilesAreOutOfReach) {
  EXPECT_THROW(run("UPDATE sqlite_schema SET sql = ''"), UserError);
  EXPECT_THROW(run("SELECT * FROM pragma_journal_mode('delete')"), UserError);
  EXPECT_THROW(run("SELECT writefile('x', 'y')"), UserError);  // a function of the shell only
  EXPECT_THROW(run("SELECT readfile('/etc/passwd')"), UserError);
  EXPECT_THROW(run("SELECT edit('x')"), UserError);
}

TEST_F(QueryTest, SecondStatementIsRefusedBeforeTheFirstRuns) {
  EXPECT_THAT(error_of([&] { run("SELECT 1; SELECT 2"); }), AllOf(HasSubstr("one statement"), HasSubstr("SELECT 2")));
  EXPECT_TRUE(header_.empty());
  EXPECT_THROW(run("SELECT 1; DELETE FROM result"), UserError);
}

TEST_F(QueryTest, WrongStatementIsShownWithThePlace) {
  EXPECT_THAT(error_of([&] { run("SELECT strategy FRM results"); }),
              AllOf(HasSubstr("at character 21"), HasSubstr("syntax error")));
  EXPECT_THAT(error_of([&] { run("SELECT makespn FROM results"); }),
              AllOf(HasSubstr("no such column: makespn"), HasSubstr("did you mean \"makespan\"?")));
  EXPECT_THAT(error_of([&] { run("SELECT 1 FROM reslts"); }),
              HasSubstr("no such table: reslts (did you mean \"results\"?)"));
  EXPECT_THAT(error_of([&] { run("SELECT r.strategy FROM result AS r"); }),
              HasSubstr("(the view results has strategy: FROM results)"));
  EXPECT_THAT(error_of([&] { run("SELECT 1 FROM result_s"); }), HasSubstr("no such table: result_s"));
}

TEST_F(QueryTest, WrongFunctionNameIsMended) {
  EXPECT_THAT(error_of([&] { run("SELECT coalece(makespan, 0) FROM results"); }),
              AllOf(HasSubstr("no such function: coalece"), HasSubstr("mean \"coalesce\"?")));
  EXPECT_THAT(error_of([&] { run("SELECT readfile('x')"); }),
              AllOf(HasSubstr("no such function: readfile"), testing::Not(HasSubstr("valid:"))));
}

// "tan" is as near to "mean" as "median", which this campaign has not been given, and "sin" to "std".
TEST_F(QueryTest, FunctionOfAnotherLanguageIsTranslated) {
  for (const char* name : {"mean", "average", "MEAN"})
    EXPECT_THAT(error_of([&] { run(std::string("SELECT ") + name + "(makespan) FROM results"); }),
                HasSubstr("(did you mean \"avg\"? avg is the mean)"));
  EXPECT_THAT(error_of([&] { run("SELECT 1 FROM mean"); }), testing::Not(HasSubstr("avg")));
}

TEST_F(QueryTest, QueryThatTakesTooLongIsStopped) {
  CampaignReader reader(file_);
  reader.limit_time(0.02);
  EXPECT_THAT(error_of([&] {
                rows_of(reader,
                        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
              }),
              AllOf(HasSubstr(file_), HasSubstr("time limit of 0.02 s"), HasSubstr("ask for less")));
  // The next one has all of the time again.
  EXPECT_THAT(column_of(reader, "SELECT count(*) FROM results"), ElementsAre(SqlValue(std::int64_t{2})));
}

TEST_F(QueryTest, OneCallThatTakesTooLongIsNoAnswer) {
  CampaignReader reader(file_);
  reader.limit_time(0.005);
  reader.add_function("rest", 0, [](auto) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return 0.0;
  });
  const auto ask = [&](const std::string& sql) {
    reader.query(
        sql, [&](const std::vector<std::string>& names) { header_ = names; }, [](const auto&) {});
  };
  EXPECT_THAT(error_of([&] { ask("SELECT rest()"); }), HasSubstr("time limit of 0.005 s"));
  // 2^14 copies of t0, all in compiling: some 100 ms.
  std::string copies = "WITH t0 AS (SELECT 1 AS x LIMIT 1)";
  for (int i = 0; i < 14; ++i) copies += fmt::format(", t{1} AS (SELECT a.x FROM t{0} a, t{0} b LIMIT 1)", i, i + 1);
  header_.clear();
  EXPECT_THAT(error_of([&] { ask(copies + " SELECT x FROM t14"); }), HasSubstr("time limit"));
  EXPECT_TRUE(header_.empty());
}

TEST_F(QueryTest, SlowRowsAreStoppedSoonAfterTheTimeLimit) {
  CampaignReader reader(file_);
  reader.limit_time(0.01);
  int calls = 0;
  reader.add_function("rest", 1, [&](auto) {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 0.0;
  });
  EXPECT_THROW(
      rows_of(reader,
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400) SELECT count(rest(i)) FROM n"),
      UserError);
  // A row takes some ten steps, so that the clock is looked at after ten rows: 10 to 20 of them in 10 ms.
  EXPECT_LT(calls, 100);
}

TEST_F(QueryTest, MemoryOfAStatementIsBounded) {
  const CampaignReader reader(file_);
  EXPECT_LE(sqlite3_hard_heap_limit64(-1), std::int64_t{4} << 30);
  sqlite3_hard_heap_limit64(16 << 20);  // the next reader sets its own again
  EXPECT_THAT(error_of([&] { rows_of(reader, "SELECT length(hex(zeroblob(10000000)))"); }),
              AllOf(HasSubstr(file_), HasSubstr("more than 16 MiB of memory")));
  EXPECT_THAT(error_of([&] { reader.prepare("CREATE TEMP TABLE t AS SELECT hex(zeroblob(10000000)) AS x"); }),
              AllOf(HasSubstr(file_), HasSubstr("more than 16 MiB of memory")));
  EXPECT_THAT(column_of(reader, "SELECT count(*) FROM results"), ElementsAre(SqlValue(std::int64_t{2})));
  EXPECT_THAT(error_of([&] { rows_of(reader, "SELECT length(zeroblob(100000001))"); }), HasSubstr("too big"));
}

TEST_F(QueryTest, EmptyStatementShowsAnExample) {
  EXPECT_THAT(error_of([&] { run(" -- nothing\n"); }), HasSubstr("SELECT strategy, avg(makespan)"));
  EXPECT_THROW(run(""), UserError);
}

TEST_F(QueryTest, StatementThatFailsWhileItRunsIsAUserError) {
  EXPECT_THAT(error_of([&] { run("SELECT abs(-9223372036854775807 - 1)"); }),
              AllOf(HasSubstr(file_), HasSubstr("integer overflow")));
}

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

constexpr const char* k_numbers = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) ";

// Each of them would never end.
TEST_F(QueryTest, AStrangersStatementEndsAtItsLimits) {
  const auto refusal = [&](const QueryBounds& bounds, const std::string& sql) {
    const BoundedQueries bounded(bounds);
    return error_of([&] { run(k_numbers + sql); });
  };
  EXPECT_THAT(refusal({.rows = 1000}, "SELECT x FROM c"), HasSubstr("more than 1000 rows"));
  EXPECT_EQ(rows_.size(), 1000U);
  EXPECT_THAT(refusal({.bytes = 1 << 20}, "SELECT hex(zeroblob(500)) FROM c"), HasSubstr("or 1 MiB"));
  EXPECT_LT(rows_.size(), 1049U);  // of 1,000 characters and more each
  EXPECT_THAT(refusal({.seconds = 0.05}, "SELECT count(*) FROM c"), HasSubstr("after 0.05 s of CPU time, its limit"));
  // Not group_concat, which without memory goes on until the limit of time. SQLite may name the value instead.
  EXPECT_THAT(
      refusal({.memory = 4 << 20}, ", d (y) AS (SELECT 'a' UNION ALL SELECT y || y FROM d) SELECT length(y) FROM d"),
      testing::AnyOf(HasSubstr("4 MiB of memory"), HasSubstr("too big")));
  EXPECT_THAT(refusal({.seconds = 0.05}, "SELECT x FROM c ORDER BY x DESC"), HasSubstr("of CPU time"));
}

TEST_F(QueryTest, AStrangersTemporaryTableEndsAtItsLimits) {
  const BoundedQueries bounded({.seconds = 0.05});
  const CampaignReader reader(file_);
  EXPECT_THAT(error_of([&] { reader.prepare(std::string("CREATE TEMP TABLE t AS ") + k_numbers + "SELECT x FROM c"); }),
              HasSubstr("of CPU time"));
}

// A sleeping query takes no CPU time, whatever the clock says.
TEST_F(QueryTest, AStrangersLimitCountsNoTimeOfOthers) {
  const BoundedQueries bounded({.seconds = 0.2});
  CampaignReader(file_).query(
      "SELECT 1", [](const auto&) { std::this_thread::sleep_for(std::chrono::milliseconds(400)); },
      [&](const auto& row) { rows_.push_back(row); });
  EXPECT_EQ(rows_.size(), 1U);
}

TEST_F(QueryTest, OneCallOnAStrangersValueIsShort) {
  const BoundedQueries bounded({});
  EXPECT_THAT(error_of([&] { run("SELECT instr(hex(zeroblob(1000000)), 'x')"); }), HasSubstr("too big"));
  EXPECT_THAT(error_of([&] { run("SELECT 'a' LIKE replace(hex(zeroblob(1000)), '0', '%a')"); }),
              HasSubstr("pattern too complex"));
}

TEST_F(QueryTest, WithoutAStrangerThereAreNoSuchLimits) {
  { const BoundedQueries bounded({.rows = 1}); }
  run("SELECT value FROM json_each('[1, 2, 3]')");
  EXPECT_EQ(rows_.size(), 3U);
}

}  // namespace
}  // namespace palio::test
