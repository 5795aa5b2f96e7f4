#include "storage/aggregate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "storage/campaign_reader.h"
#include "storage/result_store.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Joins the types of its arguments; counts how many of its kind are alive.
class Types : public Aggregate {
public:
  explicit Types(int& alive) : alive_(alive) { ++alive_; }
  ~Types() override { --alive_; }
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;

  void step(std::span<const SqlValue> arguments) override {
    for (const SqlValue& argument : arguments) types_ += "nirt"[argument.index()];
    if (types_.ends_with("t")) throw UserError("no texts, please");
  }
  SqlValue result() override { return types_; }

private:
  int& alive_;
  std::string types_;
};

class AggregateTest : public testing::Test {
protected:
  AggregateTest() {
    { const ResultStore store(file_, study_info("any")); }
    reader_.emplace(file_);
    reader_->add_aggregate("types", 2, [this] { return std::make_unique<Types>(alive_); });
  }

  std::vector<SqlValue> column(const std::string& sql) {
    std::vector<SqlValue> values;
    reader_->query(
        sql, [](const auto&) {}, [&](const std::vector<SqlValue>& row) { values.push_back(row.at(0)); });
    return values;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
  int alive_ = 0;
  std::optional<CampaignReader> reader_;
};

SqlValue text(const char* value) { return std::string(value); }

TEST_F(AggregateTest, ValuesComeWithTheirTypesGroupByGroup) {
  EXPECT_THAT(column("WITH v(g, a, b) AS (VALUES (1, 1, 2.0), (2, NULL, 1), (1, 0.5, 7)) "
                     "SELECT types(a, b) FROM v GROUP BY g ORDER BY g"),
              ElementsAre(text("irri"), text("ni")));
  EXPECT_EQ(alive_, 0);
}

TEST_F(AggregateTest, GroupWithoutRowsHasAResultToo) {
  EXPECT_THAT(column("SELECT types(1, 2) WHERE 1 = 2"), ElementsAre(text("")));
  EXPECT_EQ(alive_, 0);
}

TEST_F(AggregateTest, ErrorEndsTheQueryAndLeavesNothingBehind) {
  EXPECT_THAT([&] { column("WITH v(a) AS (VALUES (1), ('x'), (2)) SELECT types(a, a), types(1, a) FROM v"); },
              ThrowsMessage<UserError>(HasSubstr("no texts, please")));
  EXPECT_EQ(alive_, 0);
}

TEST_F(AggregateTest, ReaderThatStopsHalfwayLeavesNothingBehind) {
  const auto stop = [](const auto&) { throw UserError("enough"); };
  EXPECT_THROW(reader_->query(
                   "WITH v(a) AS (VALUES (1), (2)) SELECT types(a, a) FROM v GROUP BY a", [](const auto&) {}, stop),
               UserError);
  EXPECT_EQ(alive_, 0);
}

TEST_F(AggregateTest, WrongNumberOfArgumentsIsRefused) {
  EXPECT_THAT([&] { column("SELECT types(1)"); }, ThrowsMessage<UserError>(HasSubstr("wrong number of arguments")));
}

TEST_F(AggregateTest, FunctionOfOneRow) {
  reader_->add_function("twice", 1, [](std::span<const SqlValue> arguments) -> SqlValue {
    if (const auto* number = std::get_if<std::int64_t>(&arguments[0])) return 2 * *number;
    throw UserError("twice takes integers");
  });
  EXPECT_THAT(column("SELECT twice(column1) FROM (VALUES (3), (4))"),
              ElementsAre(SqlValue(std::int64_t{6}), SqlValue(std::int64_t{8})));
  EXPECT_THAT([&] { column("SELECT twice('3')"); }, ThrowsMessage<UserError>(HasSubstr("twice takes integers")));
}

}  // namespace
}  // namespace palio::test
