#include "storage/read/scenario_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::ElementsAre;

TEST(Conjunction, IsPartedAtItsAnds) {
  EXPECT_THAT(conjunction_parts("a=1 AND b=2 and c"), ElementsAre("a=1 ", " b=2 ", " c"));
  EXPECT_THAT(conjunction_parts("a=1 AND (b=2 OR c AND d)"), ElementsAre("a=1 ", " (b=2 OR c AND d)"));
  EXPECT_THAT(conjunction_parts("NOT a AND b"), ElementsAre("NOT a ", " b"));
}

TEST(Conjunction, KeepsTheAndOfBetweenAndOfCase) {
  EXPECT_THAT(conjunction_parts("a BETWEEN 1 AND 2 AND b NOT BETWEEN 3 AND 4"),
              ElementsAre("a BETWEEN 1 AND 2 ", " b NOT BETWEEN 3 AND 4"));
  EXPECT_THAT(conjunction_parts("CASE WHEN a AND b THEN c END AND d"),
              ElementsAre("CASE WHEN a AND b THEN c END ", " d"));
}

TEST(Conjunction, StaysWholeUnderAnOr) { EXPECT_THAT(conjunction_parts("a AND b OR c"), ElementsAre("a AND b OR c")); }

TEST(Conjunction, DoesNotLookIntoTextsNamesAndComments) {
  for (const char* whole : {"a = 'x AND y'", "\"p AND q\" = 1", "`p AND q` = 1", "[p AND q] = 1", "a /* x AND y */ = 1",
                            "a = 1 -- x AND y", "a = 'it''s AND '", "android", "a = 'x AND y", "operand and_b"})
    EXPECT_THAT(conjunction_parts(whole), ElementsAre(whole));
}

}  // namespace
}  // namespace palio
