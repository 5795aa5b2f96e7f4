#include "campaign/session/wrapped_table.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr WrappedColumn::Alignment k_right = WrappedColumn::Alignment::right;

std::string table(const std::vector<WrappedColumn>& columns, const std::vector<std::vector<std::string>>& rows,
                  std::size_t width) {
  std::vector<std::vector<WrappedCell>> cells;
  for (const auto& row : rows) {
    cells.emplace_back();
    for (const std::string& text : row) cells.back().push_back({text});
  }
  return wrapped_table(columns, cells, width);
}

TEST(WrappedTable, StaysOnOneLineWhereItFits) {
  EXPECT_EQ(table({{"id"}, {"claim"}}, {{"A1", "one two three"}, {"A12", "\u00e9"}}, 18),
            "id   claim\n---  -------------\nA1   one two three\nA12  \u00e9\n");
}

// 14 wide: 2 for the id, 2 between, 10 for the claim.
TEST(WrappedTable, WordsGoToTheNextLine) {
  EXPECT_EQ(table({{"id"}, {"claim"}}, {{"A1", "one two three"}}, 14),
            "id  claim\n--  ----------\nA1  one two\n    three\n");
}

// 14 and 18 characters, both 10 at least, and 30 - 2 - 20 = 8 more are there. They go to the cell with more lines: the
// first three to 18 / 10, until 18 / 13 < 14 / 10; in the end 14 / 12 and 18 / 16 are nearly equal.
TEST(WrappedTable, CellsOfARowAreAboutEquallyTall) {
  EXPECT_EQ(table({{"a"}, {"b"}}, {{"aaaa bbbb cccc", "cccc dddd eeee fff"}}, 30),
            "a             b\n------------  ----------------\n"
            "aaaa bbbb     cccc dddd eeee\ncccc          fff\n");
}

// 32 characters: 10 for each column, 10 to give away. The first column is the tallest of one row, 11 / 10, and fits
// with one more; the second is the tallest of two.
TEST(WrappedTable, LongCellsGetMoreRoomThanShortOnes) {
  const std::string prose = "one two three four five";  // 23
  EXPECT_EQ(table({{"a"}, {"b"}}, {{"short name", prose}, {"x", prose}, {"a long name", "y"}}, 32),
            "a            b\n-----------  -------------------\n"
            "short name   one two three four\n             five\n"
            "x            one two three four\n             five\n"
            "a long name  y\n");
}

// Its longest word needs 12, and 12 + 2 + 10 is more than 20: no word is broken, and the number begins at 24
// characters.
TEST(WrappedTable, IsAsNarrowAsItsWordsAllowWhereItDoesNotFit) {
  EXPECT_EQ(
      table({{"a"}, {"b"}, {"n", k_right}}, {{"abcdefghijkl x", "one two three", "1"}}, 20),
      "a             b           n\n------------  ----------  -\nabcdefghijkl  one two     1\nx             three\n");
}

// The title has 17 characters, its longest word 10 with the underscore; cells keep their underscores.
TEST(WrappedTable, TitlesGoOnBehindUnderscores) {
  EXPECT_EQ(table({{"geometric_percent", k_right}, {"s"}}, {{"1.5", "a_name_of_17_long"}}, 29),
            "geometric_  s\n   percent\n----------  -----------------\n       1.5  a_name_of_17_long\n");
}

TEST(WrappedTable, NumbersStandOnTheRightAndStayWhole) {
  EXPECT_EQ(table({{"n", k_right}, {"text"}}, {{"1,234,567", "one two three"}, {"8", ""}}, 21),
            "        n  text\n---------  ----------\n1,234,567  one two\n           three\n        8\n");
}

// Recipes and lists of choices have no blanks; a colon before a blank or a digit ends no word.
TEST(WrappedTable, BreaksBehindMarks) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped_lines("star:workers=2,speed=1 | a|b", 15, Breaks::marks),
            (Lines{"star:workers=2,", "speed=1 | a|b"}));
  EXPECT_EQ(wrapped_lines("chuque|chti|chicon", 12, Breaks::marks), (Lines{"chuque|chti|", "chicon"}));
  EXPECT_EQ(wrapped_lines("at 12:30, then: a:b", 4, Breaks::marks), (Lines{"at", "12:30,", "then:", "a:b"}));
  EXPECT_EQ(wrapped_lines("kinds (a,b)  of", 9, Breaks::blanks), (Lines{"kinds", "(a,b) of"}));
  EXPECT_EQ(wrapped_lines("a ", 9, Breaks::blanks), Lines{"a"});
}

// What fits stays as it is, with its blanks; else 16 characters begin at the second, those below at the fourth.
TEST(WrappedProse, GoesOnBelowFurtherIn) {
  EXPECT_EQ(wrapped_prose("  R1:  it takes\n  R2: it takes more draws\n\nend\n", 18),
            "  R1:  it takes\n  R2: it takes\n    more draws\n\nend\n");
  EXPECT_EQ(wrapped_prose("one two three four", 4), "one two\n  three four\n");  // lines of words, however narrow
  EXPECT_EQ(wrapped_prose("one two three four", k_any_width), "one two three four\n");
  EXPECT_EQ(wrapped_prose("", 80), "");
}

}  // namespace
}  // namespace palio
