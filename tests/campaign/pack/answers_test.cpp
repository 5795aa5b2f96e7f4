#include "campaign/pack/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::ElementsAre;

TEST(Answers, DifferInTextsButNotInTheOrderOfRows) {
  EXPECT_THAT(different_answers({{"q", "a\n1\n2\n"}}, {{"q", "a\n2\n1\n"}}), ElementsAre());
  EXPECT_THAT(different_answers({{"q", "a\n1\n2\n"}}, {{"q", "a\n1\n3\n"}}),
              ElementsAre("q: line 3 is \"3\" and was \"2\""));
  EXPECT_THAT(different_answers({{"q", "a\n1\n"}}, {{"q", "a\n1\n1\n"}}),
              ElementsAre("q: line 3 is \"1\" and was \"\""));
  EXPECT_THAT(different_answers({{"q", "a\n"}, {"r", ""}}, {{"q", "a\n"}, {"s", ""}}),
              ElementsAre("r has no answer any more", "s is new"));
}

TEST(Answers, AreAboutTheClaimsAndFiguresOfAPaper) {
  const Questions questions = shipped_questions("mixed-parallel");
  EXPECT_EQ(questions.claims.size(), 1U);
  EXPECT_EQ(questions.figures.size(), 1U);
  EXPECT_TRUE(shipped_questions("nothing").claims.empty());
}

}  // namespace
}  // namespace palio
