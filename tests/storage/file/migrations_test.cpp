#include "storage/file/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "core/metrics.h"
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
  EXPECT_EQ(newest_schema(), version);
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

TEST_F(MigrationsTest, TablesAreStrict) {
  migrate(database_, schema_migrations());
  EXPECT_EQ(number("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict "
                   "AND name NOT LIKE 'sqlite%'"),
            0);
}

}  // namespace
}  // namespace palio::test
