#include "storage/read/result_columns.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/sql/query.h"
#include "tests/support/error_of.h"

namespace palio::test {
namespace {

using testing::ElementsAre;

constexpr std::int64_t k_key = std::int64_t{1} << 47;  // ids of 48 bits

// Results of a file whose ids are keys.
class ResultColumnsTest : public testing::Test {
protected:
  ResultColumnsTest() {
    database_.exec("CREATE TABLE wanted_result (platform_id, workload_id, strategy_id, makespan)");
    add(k_key + 9, 2, k_key + 1, 1);
    add(5, k_key + 7, k_key, 2);
    add(k_key + 9, 2, k_key, 3);
  }

  void add(std::int64_t platform, std::int64_t workload, std::int64_t strategy, int makespan) {
    database_.exec(
        fmt::format("INSERT INTO wanted_result VALUES ({}, {}, {}, {})", platform, workload, strategy, makespan));
  }

  ResultColumns read(const std::vector<std::string>& expressions) {
    const auto open = [this](auto) {
      return std::vector<VisitRows>{
          [this](std::string_view sql, const VisitRow& row) { visit_rows(database_, "c.db", sql, row); }};
    };
    return cache_.get(open, "c.db", expressions);
  }

  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE};
  ResultColumnCache cache_;
};

TEST_F(ResultColumnsTest, HoldThePlacesOfIdsOfAnySize) {
  const ResultColumns columns = read({"makespan"});
  EXPECT_THAT(columns.dimensions->platforms, ElementsAre(5, k_key + 9));
  EXPECT_THAT(columns.dimensions->workloads, ElementsAre(2, k_key + 7));
  EXPECT_THAT(columns.dimensions->strategies, ElementsAre(k_key, k_key + 1));
  EXPECT_THAT(*columns.ids, ElementsAre(ResultId{0, 1, 0}, ResultId{1, 0, 0}, ResultId{1, 0, 1}));
  EXPECT_THAT(*columns.values[0], ElementsAre(2, 3, 1));
}

TEST_F(ResultColumnsTest, APartKeepsThePlacesOfTheWhole) {
  const ResultColumns whole = read({"makespan"});
  const ResultColumns part =
      ResultPart(whole, {.platforms = {k_key + 9, 1}, .workloads = {k_key + 7, 2}, .strategies = {{k_key + 1, "A"}}})
          .of(whole);
  EXPECT_EQ(part.dimensions, whole.dimensions);
  EXPECT_THAT(*part.ids, ElementsAre(ResultId{1, 0, 1}));
  EXPECT_THAT(*part.values[0], ElementsAre(1));
}

// As many rows as before, one of them of another strategy: one that was there, then one that was not.
TEST_F(ResultColumnsTest, RefuseOtherResultsThanAtTheFirstReading) {
  read({"makespan"});
  for (const std::int64_t strategy : {k_key + 1, k_key + 2}) {
    database_.exec(fmt::format("UPDATE wanted_result SET strategy_id = {} WHERE platform_id = 5", strategy));
    EXPECT_EQ(error_of([&] { read({"2 * makespan"}); }),
              "c.db is damaged: reading its results twice gives different scenarios; palio check c.db says more");
  }
}

}  // namespace
}  // namespace palio::test
