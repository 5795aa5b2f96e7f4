#include "campaign/duel/duel_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/campaign/duel/duel_examples.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(GraphPicture, HasAColumnForEachLevel) {
  // t0 and t1 in the first column, at 40 px, 70 px below each other; t2 130 px to their right, with half of their work.
  DuelInstance instance = test::costly_join();
  instance.edges[1].bytes = 5;
  instance.tasks[1].name = "<b>";
  const std::string picture = graph_picture(instance);
  EXPECT_THAT(picture, HasSubstr(R"(cx="40" cy="40" r="22.00"><title>t0: 4 flop)"));
  EXPECT_THAT(picture, HasSubstr(R"(cx="40" cy="110" r="22.00"><title>&lt;b&gt;: 4 flop)"));
  EXPECT_THAT(picture, HasSubstr(R"(cx="170" cy="40" r="17.31")"));  // 6 + 16 sqrt(1 / 2)
  EXPECT_THAT(picture, HasSubstr(R"(stroke-width="6.00"><title>t0 to t2: 10 byte)"));
  EXPECT_THAT(picture, HasSubstr(R"(stroke-width="3.50"><title>t1 to t2: 5 byte)"));
  EXPECT_THAT(picture, Not(HasSubstr("<b>")));
}

TEST(RatioPicture, IsLevelUntilTheNextImprovement) {
  // From x = 50 to 546 px for 100 evaluations, from y = 264 px for 0 up to 14 px for 4.
  const std::string picture = ratio_picture({{{0, 1}, {50, 4}}, {{0, 1}, {25, 2}}}, 100);
  EXPECT_THAT(picture, HasSubstr(R"(class="restart worst" d="M50.00 201.50H298.00V14.00H546.00")"));
  EXPECT_THAT(picture, HasSubstr(R"(class="restart" d="M50.00 201.50H174.00V139.00H546.00")"));
}

// At most 7 marks: every 100 of 459 evaluations, every 5 of a ratio of 18.
TEST(RatioPicture, TicksAreRoundNumbers) {
  const std::string picture = ratio_picture({{{0, 1}, {50, 18.02}}}, 459);
  for (const char* tick : {">15</text>", ">400</text>"}) EXPECT_THAT(picture, HasSubstr(tick));
  for (const char* odd : {">115</text>", ">9.01</text>", ">18</text>"}) EXPECT_THAT(picture, Not(HasSubstr(odd)));
}

}  // namespace
}  // namespace palio
