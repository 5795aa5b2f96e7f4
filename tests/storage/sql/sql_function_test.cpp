#include "storage/sql/sql_function.h"

#include <algorithm>
#include <cmath>
#include <random>

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
                        .rows = [this](const std::string& word, const UsedColumns& used) {
                          used_ = {used[0], used[1], used[2]};
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
  std::array<bool, 3> used_{};
};

TEST_F(TableFunctionTest, KnowsWhichColumnsAreRead) {
  rows("SELECT letter FROM letters('oak') WHERE half > 0.6");
  EXPECT_THAT(used_, ElementsAre(false, true, true));
  rows("SELECT count(*) FROM letters('oak')");
  EXPECT_THAT(used_, ElementsAre(false, false, false));
  rows("SELECT a.place FROM letters('oak') a ORDER BY a.letter");
  EXPECT_THAT(used_, ElementsAre(true, true, false));
}

TEST(UsedColumnsTest, LastBitStandsForAllFurtherColumns) {
  const UsedColumns none(0), first(1), late(std::uint64_t{1} << 63);
  EXPECT_TRUE(first[0] && late[63] && late[64] && late[1000]);
  EXPECT_FALSE(none[0] || first[1] || first[64] || late[62]);
}

TEST_F(TableFunctionTest, MayTakeNoArgument) {
  reader_->add_table({.name = "word",
                      .columns = "place INTEGER, letter TEXT, half REAL",
                      .usual_rows = 3,
                      .hint = {},
                      .rows = [](const std::string&, const UsedColumns&) { return std::make_shared<Letters>("elm"); }});
  EXPECT_THAT(rows("SELECT letter FROM word"), ElementsAre("e", "l", "m"));
  EXPECT_THAT(rows("SELECT letter FROM word()"), ElementsAre("e", "l", "m"));
}

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

const SqlValue k_null;
constexpr std::int64_t k_greatest = std::numeric_limits<std::int64_t>::max();

class ExactTotals : public EmptyCampaignTest {
protected:
  /// An aggregate over the rows of a VALUES clause.
  SqlValue of(const std::string& aggregate, const std::string& values) {
    return column(fmt::format("WITH t(x) AS (VALUES {}) SELECT {}(x) FROM t", values, aggregate)).at(0);
  }
};

TEST_F(ExactTotals, RoundOnceAndNotAtEveryRow) {
  const std::string tenths = "(0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1)";
  for (const char* aggregate : {"sum", "total"}) EXPECT_EQ(of(aggregate, tenths), SqlValue(1.0)) << aggregate;
  EXPECT_EQ(of("avg", tenths), SqlValue(0.1));
  EXPECT_EQ(of("sum", "(1e100), (1.0), (-1e100)"), SqlValue(1.0));
  EXPECT_EQ(of("avg", "(1e100), (1.5), (-1e100)"), SqlValue(0.5));
}

// The same numbers as SQLite gives without us, of the same types.
TEST_F(ExactTotals, IntegersNullsAndTextsAreAsSqliteHasThem) {
  EXPECT_EQ(of("sum", "(1), (2), (NULL)"), SqlValue(std::int64_t{3}));
  EXPECT_EQ(of("sum", "(1), (2.0)"), SqlValue(3.0));
  EXPECT_EQ(of("total", "(1), (2)"), SqlValue(3.0));
  EXPECT_EQ(of("avg", "(1), (2), (NULL)"), SqlValue(1.5));
  EXPECT_EQ(of("sum", "(-5), (2)"), SqlValue(std::int64_t{-3}));
  EXPECT_EQ(of("sum", "('4'), (1)"), SqlValue(std::int64_t{5}));
  EXPECT_EQ(of("sum", "('4x'), ('none'), (1)"), SqlValue(5.0));
  EXPECT_EQ(of("sum", "(NULL)"), k_null);
  EXPECT_EQ(of("avg", "(NULL)"), k_null);
  EXPECT_EQ(of("total", "(NULL)"), SqlValue(0.0));
  EXPECT_EQ(column("SELECT sum(x) FROM (SELECT 1 AS x) WHERE x = 2"), (std::vector<SqlValue>{k_null}));
  EXPECT_EQ(column("SELECT total(x) FROM (SELECT 1 AS x) WHERE x = 2"), (std::vector<SqlValue>{0.0}));
  EXPECT_EQ(column("WITH t(x) AS (VALUES (1), (1), (3)) SELECT sum(DISTINCT x) FROM t"),
            (std::vector<SqlValue>{std::int64_t{4}}));
}

TEST_F(ExactTotals, IntegersOverflowIfTheWholeSumDoes) {
  EXPECT_EQ(of("sum", fmt::format("({0}), (1), (-1)", k_greatest)), SqlValue(k_greatest));
  EXPECT_EQ(of("sum", fmt::format("({0}), (-1)", -k_greatest)), SqlValue(std::numeric_limits<std::int64_t>::min()));
  EXPECT_THAT(error_of([&] { of("sum", fmt::format("({0}), (1)", k_greatest)); }), HasSubstr("integer overflow"));
  EXPECT_THAT(error_of([&] { of("sum", fmt::format("({0}), (-2)", -k_greatest)); }), HasSubstr("integer overflow"));
  // 2^63 - 1 twice is 2^64 - 2, nearest to 2^64 among doubles; with a real it is no integer any more.
  EXPECT_EQ(of("total", fmt::format("({0}), ({0})", k_greatest)), SqlValue(0x1p64));
  EXPECT_EQ(of("sum", fmt::format("({0}), ({0}), (-18446744073709551616.0)", k_greatest)), SqlValue(-2.0));
}

TEST_F(ExactTotals, InfinitiesAreAsSqliteHasThem) {
  const SqlValue infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(of("sum", "(9e999), (1)"), infinity);
  EXPECT_EQ(of("avg", "(9e999), (9e999)"), infinity);
  EXPECT_EQ(of("sum", "(9e999), (-9e999)"), k_null);
  EXPECT_EQ(of("total", "(1e308), (1e308)"), infinity);
}

// Frames of two rows: what leaves takes its part with it, an infinity too.
TEST_F(ExactTotals, WindowsSlide) {
  const std::string rows = "WITH t(i, x) AS (VALUES (1, 1e100), (2, 1.0), (3, NULL), (4, 9e999), (5, 2), (6, 3)) ";
  const std::string frame = " OVER (ORDER BY i ROWS 1 PRECEDING) FROM t ORDER BY i";
  const SqlValue infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(column(rows + "SELECT sum(x)" + frame), ElementsAre(SqlValue(1e100), SqlValue(1e100), SqlValue(1.0),
                                                                  infinity, infinity, SqlValue(std::int64_t{5})));
  EXPECT_THAT(column(rows + "SELECT avg(x)" + frame),
              ElementsAre(SqlValue(1e100), SqlValue(5e99), SqlValue(1.0), infinity, infinity, SqlValue(2.5)));
  EXPECT_THAT(
      column("WITH t(i) AS (VALUES (1), (2), (3)) SELECT sum(i) FILTER (WHERE i <> 2) OVER (ORDER BY i) FROM t"),
      ElementsAre(SqlValue(std::int64_t{1}), SqlValue(std::int64_t{1}), SqlValue(std::int64_t{4})));
}

// The same results, written in 10 orders into 10 campaigns.
TEST(ExactTotalsOfResults, OrderOfStoringChangesNothing) {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> makespan(5, 3);
  std::vector<StoredResult> results;
  for (std::int64_t workload = 1; workload <= 40; ++workload)
    results.push_back(completed({1, workload, 1}, makespan(random)));
  std::optional<std::vector<SqlValue>> first;
  for (int order = 0; order < 10; ++order) {
    const TemporaryFolder folder;
    {
      ResultStore store(folder.file("made.db"), study_info("made"));
      add_samples(store, 1, 40, 1);
      store.begin_session(session_info());
      store.write(results);
      store.end_session("finished");
    }
    const std::vector<SqlValue> row = rows_of(CampaignReader(folder.file("made.db")),
                                              "SELECT avg(makespan), sum(makespan), total(makespan) FROM results")
                                          .at(0);
    if (!first) first = row;
    EXPECT_EQ(row, *first) << order;
    std::ranges::shuffle(results, random);
  }
}

}  // namespace
}  // namespace palio::test
