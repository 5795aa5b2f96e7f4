#include "campaign/cli/wrapped_table.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

TEST(WrappedTable, StaysOnOneLineWhereItFits) {
  EXPECT_EQ(wrapped_table({{"id"}, {"claim", 5}}, {{"A1", "one two three"}, {"A12", "é"}}, 18),
            "id   claim\n---  -------------\nA1   one two three\nA12  é\n");
}

// 11 wide: 2 for the id, 2 between, 7 for the claim.
TEST(WrappedTable, WordsGoToTheNextLine) {
  EXPECT_EQ(wrapped_table({{"id"}, {"claim", 5}}, {{"A1", "one two three"}}, 11),
            "id  claim\n--  -------\nA1  one two\n    three\n");
}

// Both have 9 characters and 18 are wanted, 2 of them between: the first has 7 to spare, the second 5.
TEST(WrappedTable, ColumnWithMostToSpareGivesWay) {
  EXPECT_EQ(wrapped_table({{"a", 2}, {"b", 4}}, {{"aaaa bbbb", "cccc dddd"}}, 18),
            "a        b\n-------  ---------\naaaa     cccc dddd\nbbbb\n");
}

// Neither a column without a least width nor a long word is cut.
TEST(WrappedTable, IsWiderThanWantedBeforeItCuts) {
  EXPECT_EQ(wrapped_table({{"number"}, {"text", 3}}, {{"1234567", "abcdefgh"}}, 5),
            "number   text\n-------  ---\n1234567  abcdefgh\n");
}

}  // namespace
}  // namespace palio
