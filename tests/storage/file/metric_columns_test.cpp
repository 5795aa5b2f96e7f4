#include "storage/file/metric_columns.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>

#include "core/metrics.h"
#include "storage/file/migrations.h"
#include "storage/read/campaign_digest.h"
#include "storage/read/result_walk.h"
#include "tests/storage/storage_fixture.h"
#include "tests/support/later_metric.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names_of(const std::vector<MetricColumn>& columns) {
  std::vector<std::string> names;
  for (const MetricColumn& column : columns) names.push_back(column.name);
  return names;
}

// Nothing else in the table is called like a metric.
TEST(MetricColumns, OfANewSchemaAreThoseOfTheMetricTable) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(database, schema_migrations());
  add_metric_columns(database);
  std::vector<std::string> metrics;
  for (const MetricInfo& metric : metric_table()) metrics.emplace_back(metric.name);
  EXPECT_THAT(names_of(metric_columns(database)), testing::UnorderedElementsAreArray(metrics));
  EXPECT_THAT(missing_metrics(database), IsEmpty());
}

// So that digests and views do not tell which of two came first.
TEST(MetricColumns, ThatCameLaterAreSortedByName) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(database, schema_migrations());
  database.exec("ALTER TABLE result ADD COLUMN zeal REAL");
  database.exec("ALTER TABLE result ADD COLUMN awe INTEGER");
  const std::vector<MetricColumn> columns = metric_columns(database);
  EXPECT_EQ(columns.front().name, "makespan");
  EXPECT_EQ(columns.back().name, "zeal");
  EXPECT_EQ(columns[columns.size() - 2].name, "awe");
  EXPECT_EQ(columns[columns.size() - 2].type, MetricType::integer);
}

TEST(KnownMetrics, AreWholeNames) {
  EXPECT_TRUE(knew_metric("makespan,unfairness", "makespan"));
  EXPECT_TRUE(knew_metric("makespan,unfairness", "unfairness"));
  EXPECT_FALSE(knew_metric("makespan,unfairness", "fairness"));
  EXPECT_FALSE(knew_metric("", "makespan"));
  for (const MetricInfo& metric : metric_table()) EXPECT_TRUE(knew_metric(known_metrics(), metric.name));
}

// A campaign of one result that a Palio without the metric "later" stored, seen by one that has it.
class LaterMetricTest : public StorageTest {
protected:
  LaterMetricTest() { store({completed({1, 1, 1}, 10), failed({1, 2, 1}, FailureKind::timeout, "longer than 5 s")}); }

  // In a session of its own.
  void store(const std::vector<StoredResult>& results) const {
    ResultStore store = open();
    add_samples(store, 1, 3, 1);
    store.begin_session(session_info(0));
    store.write(results);
    store.end_session("finished");
  }

  std::string query(const std::string& sql) const {
    std::string text;
    for (const auto& row : rows_of(CampaignReader(file_), sql)) {
      for (const SqlValue& value : row) {
        const auto* number = std::get_if<std::int64_t>(&value);
        text += number == nullptr ? "-" : std::to_string(*number);
      }
      text += '\n';
    }
    return text;
  }

  // Of the first result.
  bool walk_knows_later() const {
    const std::vector<std::string> columns{"later"};
    bool knows = false;
    const ResultWalk walk(file_, columns);
    walk.for_each_instance([&](const WalkedInstance& instance) { knows = (*instance.results[0].known)[0]; });
    return knows;
  }
};

TEST_F(LaterMetricTest, IsNullWhereTheFileHasNoColumnAndNothingIsWritten) {
  const auto written = std::filesystem::last_write_time(file_);
  const LaterMetric later;
  EXPECT_EQ(query("SELECT later FROM results"), "-\n-\n");
  EXPECT_EQ(query("SELECT later, stale FROM all_results"), "-0\n-0\n");
  EXPECT_EQ(query("SELECT later FROM result"), "-\n-\n");
  expect_sound();
  EXPECT_FALSE(walk_knows_later());
  EXPECT_EQ(std::filesystem::last_write_time(file_), written);
  EXPECT_EQ(sql("SELECT count(*) FROM pragma_table_info('result') WHERE name = 'later'"), "0\n");
}

TEST_F(LaterMetricTest, HasAColumnAsSoonAsTheFileIsWritten) {
  const Digest before = digest_campaign(file_).digest;
  const LaterMetric later;
  EXPECT_EQ(digest_campaign(file_).digest, before);
  open();
  EXPECT_EQ(sql("SELECT later IS NULL, makespan FROM results"), "1|10.0\n1|\n");
  EXPECT_EQ(digest_campaign(file_).digest, before);
  expect_sound();
  EXPECT_FALSE(walk_knows_later());
}

// completed() gives the metrics of the type integer their position in the table: it stands behind all others.
std::string stored_later() {
  const auto others = std::ranges::count_if(metric_table(), [](const auto& metric) { return metric.name != "later"; });
  return fmt::format("{}\n", others);
}

TEST_F(LaterMetricTest, IsStoredFromThenOn) {
  const Digest before = digest_campaign(file_).digest;
  const LaterMetric later;
  store({completed({1, 3, 1}, 30)});
  EXPECT_EQ(query("SELECT later FROM results WHERE makespan = 30"), stored_later());
  EXPECT_EQ(query("SELECT count(*) FROM session WHERE metrics LIKE '%,later'"), "1\n");
  expect_sound();
  const Digest with = digest_campaign(file_).digest;
  EXPECT_NE(with, before);
  sql("UPDATE result SET later = later - 1 WHERE makespan = 30");
  EXPECT_NE(digest_campaign(file_).digest, with);
  EXPECT_THAT(problems_of(file_), ElementsAre(EndsWith("changed after it was stored")));
}

TEST_F(LaterMetricTest, BelongsToCompletedScenariosAlone) {
  const LaterMetric later;
  open();
  EXPECT_THAT(sql("UPDATE result SET later = 1 WHERE outcome = 'timeout'"), HasSubstr("CHECK constraint failed"));
}

TEST_F(LaterMetricTest, IsReadAndCheckedByAPalioThatDoesNotKnowIt) {
  Digest with;
  {
    const LaterMetric later;
    store({completed({1, 3, 1}, 30)});
    with = digest_campaign(file_).digest;
  }
  EXPECT_EQ(digest_campaign(file_).digest, with);
  EXPECT_EQ(query("SELECT later FROM results WHERE makespan = 30"), stored_later());
  expect_sound();
}

// What is stored anew is the attempt's of the Palio that made it.
TEST_F(LaterMetricTest, IsNullAgainWhereAPalioThatDoesNotKnowItStoresALaterAttempt) {
  {
    const LaterMetric later;
    store({completed({1, 3, 1}, 30)});
  }
  store({completed({1, 3, 1}, 30, 2)});
  EXPECT_EQ(query("SELECT later FROM results WHERE makespan = 30"), "-\n");
  expect_sound();
}

}  // namespace
}  // namespace palio::test
