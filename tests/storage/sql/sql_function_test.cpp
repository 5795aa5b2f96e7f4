#include "storage/sql/sql_function.h"

#include <cmath>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Joins the numbers of its rows; counts how many of its kind are alive.
class Joined : public Aggregate {
public:
  explicit Joined(int& alive) : alive_(alive) { ++alive_; }
  ~Joined() override { --alive_; }
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;

  void step(Numbers row) override {
    if (row[0] < 0) throw UserError("nothing negative, please");
    joined_ += fmt::format("({})", fmt::join(row, " "));
  }
  SqlValue result() override { return joined_; }

private:
  int& alive_;
  std::string joined_;
};

class SqlFunctionTest : public EmptyCampaignTest {
protected:
  SqlFunctionTest() {
    reader_->add_aggregate("joined", 2, [this] { return std::make_unique<Joined>(alive_); });
  }

  int alive_ = 0;
};

SqlValue text(const char* value) { return std::string(value); }

TEST_F(SqlFunctionTest, RowsComeGroupByGroupWithoutThoseThatHoldNull) {
  EXPECT_THAT(column("WITH v(g, a, b) AS (VALUES (1, 1, 2.5), (2, NULL, 1), (1, 0.5, 7), (1, 3, NULL)) "
                     "SELECT joined(a, b) FROM v GROUP BY g ORDER BY g"),
              ElementsAre(text("(1 2.5)(0.5 7)"), text("")));
  EXPECT_EQ(alive_, 0);
}

TEST_F(SqlFunctionTest, GroupWithoutRowsHasAResultToo) {
  EXPECT_THAT(column("SELECT joined(1, 2) WHERE 1 = 2"), ElementsAre(text("")));
  EXPECT_EQ(alive_, 0);
}

TEST_F(SqlFunctionTest, ErrorEndsTheQueryAndLeavesNothingBehind) {
  EXPECT_THAT(
      error_of([&] { column("WITH v(a) AS (VALUES (1), (-1), (2)) SELECT joined(a, a), joined(1, a) FROM v"); }),
      HasSubstr("nothing negative, please"));
  EXPECT_EQ(alive_, 0);
}

TEST_F(SqlFunctionTest, TextsAndBytesAreRefused) {
  EXPECT_THAT(error_of([&] { column("SELECT joined(NULL, 'x')"); }),
              HasSubstr("joined() takes numbers, here it got the text 'x'"));
  EXPECT_THAT(error_of([&] { column("SELECT joined(1, '2')"); }), HasSubstr("got the text '2'"));
  EXPECT_THAT(error_of([&] { column("SELECT joined(1, x'')"); }), HasSubstr("got the text ''"));
  EXPECT_EQ(alive_, 0);
}

TEST_F(SqlFunctionTest, ReaderThatStopsHalfwayLeavesNothingBehind) {
  const auto stop = [](const auto&) { throw UserError("enough"); };
  EXPECT_THROW(reader_->query(
                   "WITH v(a) AS (VALUES (1), (2)) SELECT joined(a, a) FROM v GROUP BY a", [](const auto&) {}, stop),
               UserError);
  EXPECT_EQ(alive_, 0);
}

TEST_F(SqlFunctionTest, WrongNumberOfArgumentsIsRefused) {
  EXPECT_THAT(error_of([&] { column("SELECT joined(1)"); }), HasSubstr("wrong number of arguments"));
}

TEST_F(SqlFunctionTest, FunctionOfOneRow) {
  reader_->add_function("root", 1, [](Numbers row) {
    if (row[0] == 13) throw UserError("not of 13");
    return std::sqrt(row[0]);
  });
  EXPECT_THAT(column("SELECT root(column1) FROM (VALUES (4), (0.25), (NULL), (-1))"),
              ElementsAre(SqlValue(2.0), SqlValue(0.5), SqlValue(), SqlValue()));
  EXPECT_THAT(error_of([&] { column("SELECT root('3')"); }), HasSubstr("root() takes numbers"));
  EXPECT_THAT(error_of([&] { column("SELECT root(13)"); }), HasSubstr("not of 13"));
}

// Where a text is known, it is a number like any other.
TEST_F(SqlFunctionTest, KnownTextsAreNumbers) {
  reader_->add_aggregate(
      "known", 2, [this] { return std::make_unique<Joined>(alive_); },
      [](std::size_t place, std::string_view text) {
        if (text != "one") throw UserError(fmt::format("{} is unknown", text));
        return static_cast<double>(10 * place + 1);
      });
  EXPECT_EQ(column("SELECT known('one', 'one')"), (std::vector<SqlValue>{"(1 11)"}));
  EXPECT_THAT(error_of([&] { column("SELECT known(1, 'two')"); }), HasSubstr("two is unknown"));
}

}  // namespace
}  // namespace palio::test
