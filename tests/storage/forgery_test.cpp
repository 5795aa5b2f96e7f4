// Schemas that are not as Palio makes them: some hundred forgeries of a stored campaign, each refused when the file is
// opened, or found by `palio check`.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <set>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// What another program may do to a campaign's schema.
struct Forgery {
  std::string name;  // of the object
  std::string sql;
  enum class Found { by_opening, by_check } found = Found::by_opening;
};

constexpr std::string_view k_writable = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET ";

const std::vector<std::string> k_views{"results",      "all_results",        "failures",
                                       "applications", "relative_makespans", "measured"};

std::vector<Forgery> forged_views() {
  std::vector<Forgery> forgeries;
  for (const std::string& view : k_views) {
    const auto forge = [&](std::string_view pattern, const std::string& name = "") {
      forgeries.push_back({name.empty() ? view : name, fmt::format(fmt::runtime(pattern), view)});
    };
    forge("DROP VIEW {0}");
    forge("CREATE TABLE copy AS SELECT * FROM {0}; DROP VIEW {0}; ALTER TABLE copy RENAME TO {0}");
    forge("CREATE TABLE copy AS SELECT * FROM {0} LIMIT 0; DROP VIEW {0}; ALTER TABLE copy RENAME TO {0}");
    forge("DROP VIEW {0}; CREATE TABLE {0} (scenario, strategy, makespan) WITHOUT ROWID");
    forge("DROP VIEW {0}; CREATE VIRTUAL TABLE {0} USING fts5(scenario, strategy, makespan)");
    forge("DROP VIEW {0}; CREATE VIRTUAL TABLE {0} USING rtree(id, low, high)");
    forge("DROP VIEW {0}; CREATE VIRTUAL TABLE {0} USING dbstat(main)");
    forge("DROP VIEW {0}; CREATE VIEW {0} AS SELECT 1 AS scenario, 2 AS makespan");
    forge("DROP VIEW {0}; CREATE VIEW {0} AS SELECT * FROM result");
    forge("CREATE TRIGGER swallow INSTEAD OF INSERT ON {0} BEGIN DELETE FROM result; END", "swallow");
    for (const char* change :
         {"'SELECT', 'SELECT DISTINCT'", "'FROM', ' FROM'", "'JOIN', 'CROSS JOIN'", "'key', 'label'", "'AS', 'as'"})
      forgeries.push_back({view, fmt::format("{}sql = replace(sql, {}) WHERE name = '{}'", k_writable, change, view)});
    forgeries.push_back({view, fmt::format("{}sql = sql || ' LIMIT 3' WHERE name = '{}'", k_writable, view)});
  }
  return forgeries;
}

const std::vector<std::string> k_tables{
    "campaign", "session",      "request",          "pruning",    "platform",
    "workload", "strategy",     "result",           "input_file", "application_result",
    "failure",  "batch_result", "uncertain_result", "realization"};

// A column of each that nothing refers to.
std::string spare_column(const std::string& table) {
  if (table == "input_file") return "content";
  if (table == "application_result") return "start";
  if (table == "batch_result") return "unfairness";
  if (table == "uncertain_result") return "lateness";
  if (table == "realization") return "replans";
  return "checksum";
}

std::vector<Forgery> forged_tables() {
  std::vector<Forgery> forgeries;
  for (const std::string& table : k_tables) {
    const auto forge = [&](std::string_view pattern, const std::string& name = "") {
      forgeries.push_back(
          {name.empty() ? table : name, fmt::format(fmt::runtime(pattern), table, spare_column(table))});
    };
    forge("DROP TABLE {0}");
    forge("ALTER TABLE {0} RENAME TO elsewhere");
    forge("ALTER TABLE {0} RENAME TO elsewhere; CREATE VIEW {0} AS SELECT * FROM elsewhere");
    forge("CREATE TABLE copy AS SELECT * FROM {0}; DROP TABLE {0}; ALTER TABLE copy RENAME TO {0}");
    forge("DROP TABLE {0}; CREATE VIRTUAL TABLE {0} USING fts5(id, label, makespan)");
    forge("ALTER TABLE {0} ADD COLUMN more ANY");
    forge("ALTER TABLE {0} ADD COLUMN more INTEGER DEFAULT 7");
    forge("ALTER TABLE {0} ADD COLUMN more INTEGER AS (7)");
    forge("ALTER TABLE {0} RENAME COLUMN {1} TO other");
    forge("ALTER TABLE {0} DROP COLUMN {1}");
    forge("CREATE TRIGGER sweeper AFTER INSERT ON {0} BEGIN DELETE FROM {0}; END", "sweeper");
    forge("CREATE TRIGGER sweeper BEFORE UPDATE ON {0} BEGIN SELECT raise(IGNORE); END", "sweeper");
    forge("CREATE TRIGGER sweeper AFTER DELETE ON {0} BEGIN DELETE FROM result; END", "sweeper");
    forge("CREATE UNIQUE INDEX single ON {0} ({1})", "single");
    for (const char* change : {"') STRICT', ')'", "'NOT NULL', ''", "'TEXT', 'ANY'"})
      forgeries.push_back(
          {table, fmt::format("{}sql = replace(sql, {}) WHERE name = '{}'", k_writable, change, table)});
  }
  for (const char* reference : {"REFERENCES result", "REFERENCES result ON DELETE CASCADE"})
    forgeries.push_back({"mine", fmt::format("CREATE TABLE mine (note TEXT, result INTEGER {})", reference)});
  for (const char* function : {"pragma_table_info", "PRAGMA_TABLE_INFO", "json_each"})
    forgeries.push_back({function, fmt::format("CREATE TABLE {} (name, type)", function)});
  for (const char* row : {"name = 'platform'", "name = 'result'", "name = 'failure'"})
    forgeries.push_back(
        {"",
         fmt::format("{}rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'session') WHERE {}", k_writable,
                     row),
         Forgery::Found::by_check});
  return forgeries;
}

std::vector<Forgery> forged_indices() {
  std::vector<Forgery> forgeries;
  for (const std::string index : {"result_failed", "result_stale", "result_audited"})
    for (const char* pattern : {"DROP INDEX {0}", "DROP INDEX {0}; CREATE INDEX {0} ON result (makespan)",
                                "DROP INDEX {0}; CREATE UNIQUE INDEX {0} ON result (checksum)",
                                "DROP INDEX {0}; CREATE INDEX {0} ON session (pid)",
                                "DROP INDEX {0}; CREATE TABLE {0} (id)", "DROP INDEX {0}; CREATE VIEW {0} AS SELECT 1"})
      forgeries.push_back({index, fmt::format(fmt::runtime(pattern), index)});
  for (const char* table : {"platform", "workload", "strategy", "result"})
    forgeries.push_back({"",
                         fmt::format("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = "
                                     "'sqlite_autoindex_{}_1'",
                                     table),
                         Forgery::Found::by_check});
  return forgeries;
}

std::vector<Forgery> forged_versions() {
  std::vector<Forgery> forgeries;
  for (const int version : {0, 1, 9, 11}) forgeries.push_back({"", fmt::format("PRAGMA user_version = {}", version)});
  return forgeries;
}

std::vector<Forgery> all_forgeries() {
  std::vector<Forgery> all = forged_views();
  for (const auto& more : {forged_tables(), forged_indices(), forged_versions()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

class ForgeryTest : public StorageTest {
protected:
  // A completed batch, a stale result, a failure that was made good and one that was not.
  ForgeryTest() {
    ResultStore store(whole_, study_info("first"));
    add_samples(store, 2, 2, 2);
    store.begin_session(session_info(0));
    store.write(std::vector{completed({1, 1, 1}, 10, {{0, 0, 4}, {1, 2, 7}}),
                            failed({1, 1, 2}, FailureKind::crashed, "died"), completed({2, 1, 1}, 30),
                            failed({2, 2, 2}, FailureKind::timeout, "slow")});
    store.write(std::vector{completed({1, 1, 2}, 20, 2)});
    store.end_session("finished");
    store.begin_session(session_info(0), [](const ScenarioId& id) {
      return numbers_of(id).platform == 1 || numbers_of(id).workload == 2;
    });
    store.end_session("finished");
    store.checkpoint();
  }

  // Whether the schema is another one afterwards: some texts have nothing to replace.
  bool forge(const std::string& sql) const {
    std::filesystem::copy_file(whole_, file_, std::filesystem::copy_options::overwrite_existing);
    const auto state = [](SQLite::Database& database) {
      std::string all = database.execAndGet("PRAGMA user_version").getString();
      SQLite::Statement select(database,
                               "SELECT type || name || tbl_name || rootpage || coalesce(sql, '') FROM "
                               "sqlite_schema");
      while (select.executeStep()) all += select.getColumn(0).getString();
      return all;
    };
    SQLite::Database database(file_, SQLite::OPEN_READWRITE);
    const std::string before = state(database);
    database.exec("PRAGMA legacy_alter_table = ON");  // what refers to a table that is renamed stays as it is
    database.exec(sql);
    return state(database) != before;
  }

  std::string refusal() const {
    return error_of([&] { CampaignReader reader(file_); });
  }

  std::string whole_ = folder_.file("whole.db");
};

TEST_F(ForgeryTest, EveryForgedSchemaIsFound) {
  std::set<std::string> tried;
  for (const Forgery& forgery : all_forgeries()) {
    try {
      if (!forge(forgery.sql) || !tried.insert(forgery.sql).second) continue;
    } catch (const SQLite::Exception&) {
      continue;  // SQLite does not do this to such a table
    }
    const std::string refused = refusal();
    const bool by_opening = forgery.found == Forgery::Found::by_opening;
    EXPECT_THAT(refused, by_opening ? testing::Matcher<std::string>(AllOf(HasSubstr(file_), HasSubstr(forgery.name)))
                                    : testing::_)
        << forgery.sql;
    EXPECT_THAT(problems_of(file_), Not(IsEmpty())) << forgery.sql;
    EXPECT_EQ(std::filesystem::exists(file_ + "-wal"), false) << forgery.sql;
  }
  EXPECT_GE(tried.size(), 200U);
}

// Nor is a campaign written whose schema says otherwise.
TEST_F(ForgeryTest, NothingIsWrittenIntoAForgedSchema) {
  for (const char* sql : {"DROP VIEW results; CREATE TABLE results (scenario, makespan)",
                          "ALTER TABLE result RENAME TO elsewhere; CREATE VIEW result AS SELECT * FROM elsewhere",
                          "CREATE TRIGGER sweeper AFTER UPDATE ON session BEGIN DELETE FROM result; END"}) {
    forge(sql);
    const std::string before = sqlite_shell(file_, ".dump");
    EXPECT_THROW(open(), UserError) << sql;
    EXPECT_EQ(sqlite_shell(file_, ".dump"), before) << sql;
  }
}

TEST_F(ForgeryTest, ATableInPlaceOfAViewIsNamedWithTheNextStep) {
  forge("CREATE TABLE copy AS SELECT * FROM results; DROP VIEW results; ALTER TABLE copy RENAME TO results");
  EXPECT_THAT(refusal(), AllOf(HasSubstr(file_ + " holds the table \"results\", which Palio did not make"),
                               HasSubstr("(DROP TABLE)"), HasSubstr("makes the view of that name again")));
  EXPECT_THAT(problems_of(file_), testing::ElementsAre("schema: the view results is a table"));
}

// The next step of the message above.
TEST_F(ForgeryTest, ViewsAndIndicesThatAreGoneAreMadeAgainByTheNextRun) {
  const std::string schema = sqlite_shell(whole_, "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name");
  for (const char* sql :
       {"DROP VIEW results", "DROP VIEW all_results", "DROP VIEW failures", "DROP INDEX result_failed",
        "DROP VIEW results; DROP VIEW applications; DROP INDEX result_stale"}) {
    forge(sql);
    EXPECT_THAT(refusal(), HasSubstr("is missing; palio run STUDY --db " + file_ + " makes it again")) << sql;
    open();
    EXPECT_EQ(sqlite_shell(file_, "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"), schema) << sql;
    EXPECT_THAT(problems_of(file_), IsEmpty()) << sql;
  }
}

// A source of rows without end in place of a table: the check ends all the same.
TEST_F(ForgeryTest, ACheckReadsNothingThatStandsInPlaceOfATable) {
  forge(
      "ALTER TABLE session RENAME TO elsewhere; CREATE VIEW session AS WITH RECURSIVE more (id) AS (SELECT 1 UNION ALL "
      "SELECT id + 1 FROM more) SELECT id, 0 AS completed, 0 AS failed FROM more");
  EXPECT_THAT(problems_of(file_), testing::ElementsAre("schema: the table session is a view",
                                                       "schema: the table \"elsewhere\" was not made by Palio"));
}

// A user's notes, and an index for a user's queries.
TEST_F(ForgeryTest, PlainTablesAndIndicesOfOtherNamesAreLeftAlone) {
  for (const char* sql :
       {"CREATE TABLE notes (scenario TEXT PRIMARY KEY, note TEXT UNIQUE); INSERT INTO notes VALUES ('a', 'b')",
        "CREATE INDEX by_makespan ON result (makespan)", "CREATE TABLE notes (a); CREATE INDEX of_notes ON notes (a)",
        "ANALYZE", "CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO counted VALUES (1)"}) {
    ASSERT_TRUE(forge(sql)) << sql;
    EXPECT_EQ(refusal(), "no error") << sql;
    EXPECT_THAT(problems_of(file_), IsEmpty()) << sql;
    open().begin_session(session_info());
  }
}

// A terminal sees a name, and nothing that the name would do to it.
TEST_F(ForgeryTest, ANameIsToldWithoutItsControlCharacters) {
  forge("CREATE VIEW \"a\x1b[2Jb\" AS SELECT 1");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("the view \"a\xEF\xBF\xBD[2Jb\""), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace palio::test
