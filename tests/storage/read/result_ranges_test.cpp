#include "storage/read/result_ranges.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "storage/file/connection.h"
#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Seven results of seven instances, each with its platform's place in the order of ids as its makespan; the last one
// failed.
class ResultRanges : public StorageTest {
protected:
  ResultRanges() {
    ResultStore store = open();
    add_samples(store, 7, 1, 1);
    store.begin_session(session_info());
    const std::vector<ScenarioId> ids =
        in_order({{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}, {5, 1, 1}, {6, 1, 1}, {7, 1, 1}});
    std::vector<StoredResult> results{failed(numbers_of(ids[6]), FailureKind::timeout, "")};
    for (std::size_t i = 0; i < 6; ++i) results.push_back(completed(numbers_of(ids[i]), static_cast<double>(i + 1)));
    store.write(results);
  }

  // How many results each range has, of at least two rows, in at most so many ranges.
  std::vector<std::size_t> sizes(std::int64_t most) const {
    const ReadableCampaign campaign(file_);
    std::vector<std::size_t> sizes;
    for (const VisitRows& range : result_ranges(*campaign.database, campaign.file, {2, most}))
      range("SELECT platform_id FROM wanted_result", [&, i = sizes.size()](sqlite3_stmt*) {
        sizes.resize(i + 1);
        ++sizes[i];
      });
    return sizes;
  }
};

// Platforms 1 to 2, 3 to 4, 5 to 7; the ends are the whole parts of 7/3 and 14/3.
TEST_F(ResultRanges, ShareTheRows) {
  EXPECT_THAT(sizes(8), ElementsAre(2, 2, 3));
  EXPECT_THAT(sizes(2), ElementsAre(3, 4));
}

TEST_F(ResultRanges, AreNotWorthAConnectionForFewRows) {
  const ReadableCampaign campaign(file_);
  EXPECT_THAT(result_ranges(*campaign.database, campaign.file, {4, 8}), IsEmpty());
  EXPECT_THAT(sizes(1), IsEmpty());
}

TEST_F(ResultRanges, LeaveOutStaleResults) {
  sql("UPDATE result SET stale = 1 WHERE makespan IN (1, 6)");
  EXPECT_THAT(sizes(3), ElementsAre(1, 2, 2));
}

TEST_F(ResultRanges, TogetherGiveTheColumnsOfOneReader) {
  const ReadableCampaign campaign(file_);
  const std::vector<std::string> metrics{"makespan", "processors"};
  const auto open_parts = [&](auto) { return result_ranges(*campaign.database, campaign.file, {2, 3}); };
  const ResultColumns columns = ResultColumnCache().get(open_parts, file_, metrics);
  EXPECT_EQ(*columns.ids, *CampaignReader(file_).results({}).ids);
  EXPECT_THAT(*columns.values[0], ElementsAre(1, 2, 3, 4, 5, 6, testing::IsNan()));
  const ResultColumns alone = CampaignReader(file_).results(metrics);
  EXPECT_THAT(*columns.values[1], testing::Pointwise(testing::NanSensitiveDoubleEq(), *alone.values[1]));
}

// Several connections would not see the same moment.
TEST_F(ResultRanges, AreNotReadDuringARun) {
  const ResultStore run = open();
  EXPECT_THAT(sizes(3), IsEmpty());
}

TEST_F(ResultRanges, KeepTheCampaignAsItIs) {
  const ReadableCampaign campaign(file_);
  SQLite::Database other(file_, SQLite::OPEN_READWRITE);
  {
    const std::vector<VisitRows> ranges = result_ranges(*campaign.database, campaign.file, {2, 3});
    ASSERT_EQ(ranges.size(), 3U);
    EXPECT_NE(other.tryExec("UPDATE result SET stale = 1"), SQLite::OK);
  }
  EXPECT_EQ(other.tryExec("UPDATE result SET stale = 1"), SQLite::OK);
}

// A writer waits for a reader to end: SQLite lets no new connection in, and this one must go on alone.
TEST_F(ResultRanges, DoNotWaitForAWriter) {
  const ReadableCampaign campaign(file_);
  SQLite::Statement reading(*campaign.database, "SELECT * FROM main.result");
  reading.executeStep();
  SQLite::Database writer(file_, SQLite::OPEN_READWRITE);
  writer.exec("BEGIN IMMEDIATE; UPDATE result SET stale = 1");
  ASSERT_NE(writer.tryExec("COMMIT"), SQLite::OK);
  EXPECT_THAT(result_ranges(*campaign.database, campaign.file, {2, 3}), IsEmpty());
}

}  // namespace
}  // namespace palio::test
