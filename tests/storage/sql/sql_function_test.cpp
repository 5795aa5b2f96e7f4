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

// A row for each letter of a word: its place, the letter, half of the place (of the first one NULL).
class Letters final : public TableRows {
public:
  explicit Letters(std::string word) : word_(std::move(word)) {}

  std::size_t size() const override { return word_.size(); }
  SqlValue value(std::size_t row, std::size_t column) const override {
    if (column == 0) return static_cast<std::int64_t>(row);
    if (column == 1) return std::string(1, word_[row]);
    return row == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.5 * static_cast<double>(row);
  }

private:
  std::string word_;
};

class TableFunctionTest : public EmptyCampaignTest {
protected:
  TableFunctionTest() {
    reader_->add_table({.name = "letters",
                        .columns = "place INTEGER, letter TEXT, half REAL",
                        .usual_rows = 10,
                        .hint = "a word: letters('abc')",
                        .rows = [this](const std::string& word) {
                          if (word.find('z') != std::string::npos) throw UserError("no z, please");
                          ++calls_;
                          return std::make_shared<Letters>(word);
                        }});
  }

  std::vector<std::string> rows(const std::string& sql) {
    std::vector<std::string> rows;
    for (const auto& values : rows_of(*reader_, sql)) {
      std::string& row = rows.emplace_back();
      for (const SqlValue& value : values) row += (row.empty() ? "" : " ") + cell(value);
    }
    return rows;
  }

  static std::string cell(const SqlValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
    if (const auto* real = std::get_if<double>(&value)) return fmt::format("{:.1f}", *real);
    return std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : "-";
  }

  int calls_ = 0;
};

TEST_F(TableFunctionTest, StandsInPlaceOfATable) {
  EXPECT_THAT(rows("SELECT * FROM letters('oak')"), ElementsAre("0 o -", "1 a 0.5", "2 k 1.0"));
  EXPECT_THAT(rows("SELECT letter FROM letters('oak') WHERE half > 0.6"), ElementsAre("k"));
  EXPECT_THAT(rows("SELECT * FROM letters('')"), ElementsAre());
}

TEST_F(TableFunctionTest, OrderOfTheFirstColumnNeedsNoSorting) {
  EXPECT_THAT(rows("EXPLAIN QUERY PLAN SELECT place, max(letter) FROM letters('oak') GROUP BY place"),
              ElementsAre(HasSubstr("SCAN letters")));
  EXPECT_THAT(rows("EXPLAIN QUERY PLAN SELECT letter FROM letters('oak') GROUP BY letter"),
              ElementsAre(HasSubstr("SCAN letters"), HasSubstr("TEMP B-TREE")));
  EXPECT_THAT(rows("SELECT place FROM letters('oak') ORDER BY place DESC"), ElementsAre("2", "1", "0"));
}

TEST_F(TableFunctionTest, ArgumentMayComeFromAnotherTable) {
  EXPECT_THAT(
      rows("WITH w(word) AS (VALUES ('ash'), ('yew')) SELECT word, letter FROM w, letters(word) WHERE place = 1"),
      ElementsAre("ash s", "yew e"));
  EXPECT_THAT(rows("SELECT a.letter, b.letter FROM letters('ash') a JOIN letters('yew') b USING (place)"),
              ElementsAre("a y", "s e", "h w"));
}

TEST_F(TableFunctionTest, ErrorsAreThoseOfTheQuery) {
  EXPECT_THAT(error_of([&] { rows("SELECT * FROM letters('zoo')"); }), HasSubstr("no z, please"));
  for (const char* sql :
       {"SELECT * FROM letters", "SELECT * FROM letters()", "SELECT * FROM letters(1)", "SELECT * FROM letters(NULL)"})
    EXPECT_THAT(error_of([&] { rows(sql); }), HasSubstr("letters() takes a word: letters('abc')")) << sql;
  EXPECT_THAT(error_of([&] { rows("SELECT * FROM letters('a', 'b')"); }), HasSubstr("too many arguments"));
  EXPECT_EQ(calls_, 0);
}

TEST_F(TableFunctionTest, NobodyCanWriteToItOrMakeATableOfIt) {
  EXPECT_THROW(rows("INSERT INTO letters VALUES (1, 'a', 2)"), UserError);
  EXPECT_THROW(reader_->prepare("CREATE VIRTUAL TABLE temp.mine USING letters"), UserError);
}

}  // namespace
}  // namespace palio::test
