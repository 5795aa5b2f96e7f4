#include "storage/sql/sql_function.h"

#include <limits>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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
