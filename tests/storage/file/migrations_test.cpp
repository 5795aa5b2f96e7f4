#include "storage/file/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "core/metrics.h"
#include "storage/file/schema/made_schemas.h"
#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

constexpr std::array<Migration, 3> k_steps{{
    {1, "first", "CREATE TABLE t (a INTEGER) STRICT; INSERT INTO t VALUES (1);"},
    {2, "second", "ALTER TABLE t ADD COLUMN b INTEGER; UPDATE t SET b = a + 1;"},
    {3, "third", "ALTER TABLE t ADD COLUMN c INTEGER; UPDATE t SET c = b + 1;"},
}};

class MigrationsTest : public testing::Test {
protected:
  std::int64_t number(const char* sql) { return database_.execAndGet(sql).getInt64(); }

  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(MigrationsTest, NewDatabaseGetsAllSteps) {
  EXPECT_EQ(schema_version(database_), 0);
  migrate(database_, k_steps);
  EXPECT_EQ(schema_version(database_), 3);
  EXPECT_EQ(number("SELECT c FROM t"), 3);
}

TEST_F(MigrationsTest, OlderDatabaseGetsTheStepsItMisses) {
  migrate(database_, std::span(k_steps).first(1));
  database_.exec("UPDATE t SET a = 10");
  migrate(database_, k_steps);
  EXPECT_EQ(number("SELECT c FROM t"), 12);
  migrate(database_, k_steps);
  EXPECT_EQ(number("SELECT count(*) FROM t"), 1);
}

TEST_F(MigrationsTest, StepThatFailsLeavesTheVersionBefore) {
  std::array<Migration, 3> steps = k_steps;
  steps[2].sql = "ALTER TABLE t ADD COLUMN c INTEGER; UPDATE t SET missing = 1;";
  EXPECT_THROW(migrate(database_, steps), SQLite::Exception);
  EXPECT_EQ(schema_version(database_), 2);
  EXPECT_EQ(number("SELECT count(*) FROM pragma_table_info('t')"), 2);
  migrate(database_, k_steps);
  EXPECT_EQ(schema_version(database_), 3);
}

TEST_F(MigrationsTest, VersionsOfTheSchemaCountFromOne) {
  std::int64_t version = 0;
  for (const Migration& migration : schema_migrations()) EXPECT_EQ(migration.version, ++version);
  EXPECT_EQ(schema_with_realizations(), version);
  EXPECT_EQ(schema_migrations(Kept::metrics).back().version, newest_schema());
}

TEST_F(MigrationsTest, SchemaMarksTheFileAndHasAColumnPerMetric) {
  migrate(database_, schema_migrations());
  EXPECT_EQ(number("PRAGMA application_id"), k_application_id);
  int position = 6;  // after the ids, outcome, attempt and session
  for (const MetricInfo& metric : metric_table()) {
    const std::string there =
        fmt::format("SELECT count(*) FROM pragma_table_info('result') WHERE name = '{}'", metric.name);
    if (number(there.c_str()) == 0) continue;  // a later one, whose column metric_columns.h adds
    const std::string type = metric.type == MetricType::integer ? "INTEGER" : "REAL";
    EXPECT_EQ(number(("SELECT cid FROM pragma_table_info('result') WHERE name = '" + std::string(metric.name) +
                      "' AND type = '" + type + "'")
                         .c_str()),
              position++)
        << metric.name;
  }
  EXPECT_EQ(position, 6 + 24);
}

// What the build wrote of each version is what its steps make of an empty file.
TEST_F(MigrationsTest, EachVersionIsAsTheBuildWroteIt) {
  using Row = std::array<std::string, 4>;
  for (std::size_t version = 1; version <= schema_migrations().size(); ++version) {
    std::set<Row> written, made;
    for (const MadeObject& one : k_made_objects)
      if (one.version == static_cast<std::int64_t>(version))
        written.insert(
            {std::string(one.name), std::string(one.type), std::string(one.table), std::string(one.definition)});
    migrate(database_, schema_migrations().first(version));
    SQLite::Statement row(database_, "SELECT name, type, tbl_name, sql FROM sqlite_schema");
    while (row.executeStep())
      made.insert({row.getColumn(0).getString(), row.getColumn(1).getString(), row.getColumn(2).getString(),
                   row.getColumn(3).getString()});
    EXPECT_EQ(written, made) << version;
  }
}

TEST_F(MigrationsTest, TablesAreStrict) {
  migrate(database_, schema_migrations());
  EXPECT_EQ(number("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict "
                   "AND name NOT LIKE 'sqlite%'"),
            0);
}

}  // namespace
}  // namespace palio::test
