#include "campaign/session/prose.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// Recipes and lists of choices have no blanks; a colon before a blank or a digit ends no word.
TEST(WrappedLines, BreakBehindMarks) {
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
