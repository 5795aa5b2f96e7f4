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
  EXPECT_THAT(picture, HasSubstr(R"(stroke-width="6.00"><title>t0 to t2: 10 B)"));
  EXPECT_THAT(picture, HasSubstr(R"(stroke-width="3.50"><title>&lt;b&gt; to t2: 5 B)"));
  EXPECT_THAT(picture, Not(HasSubstr("<b>")));
}

// 100 tasks on one level would be 7,000 px high with rows of 70 px: rows of 17 px, and circles of 7.5 px. "t99" of
// about 24 px does not fit into its circle of 15 px.
TEST(GraphPicture, HasLowRowsIfALevelHasManyTasks) {
  DuelInstance instance = test::costly_join();
  instance.edges.clear();
  instance.tasks.assign(100, {4, 1, ""});
  const std::string picture = graph_picture(instance);
  EXPECT_THAT(picture, HasSubstr(R"(cx="40" cy="1723" r="7.50")"));  // 40 + 99 * 17
  EXPECT_THAT(picture, HasSubstr(R"(<text class="name" x="50.5" y="1727.5">t99<)"));
}

// Two columns for names of 24 letters: 2 * 22 px of circles, 24 * 8 px of letters and 12 px between them.
TEST(GraphPicture, HasWideColumnsIfNamesAreLong) {
  DuelInstance instance = test::costly_join();
  instance.tasks[0].name = "a_name_of_thirty_characters_ab";
  const std::string picture = graph_picture(instance);
  EXPECT_THAT(picture, HasSubstr(R"(cx="288" cy="40")"));  // 40 + 248
  EXPECT_THAT(picture, HasSubstr("class=\"name\" x=\"65\" y=\"44.5\">a_name_of_thirty_charac\xE2\x80\xA6<"));
}

TEST(Quantity, HasFourDigitsAndAPrefix) {
  EXPECT_EQ(quantity(0.25, "flop"), "0.25 flop");
  EXPECT_EQ(quantity(603.84e6, "flop/s"), "603.8 Mflop/s");
  EXPECT_EQ(quantity(1e9, "B"), "1 GB");
  EXPECT_EQ(quantity(12345e12, "B"), "1.234e+04 TB");
}

TEST(RatioPicture, IsLevelUntilTheNextImprovement) {
  // From x = 62 to 492 px for 100 evaluations, from y = 260 px for 1, the least, up to 28 px for 4.
  const std::string picture = ratio_picture({{{0, 1}, {50, 4}}, {{0, 1}, {25, 2}}}, 100);
  EXPECT_THAT(picture, HasSubstr(R"(class="restart worst" d="M62.00 260.00H277.00V28.00H492.00")"));
  EXPECT_THAT(picture, HasSubstr(R"(class="restart" d="M62.00 260.00H169.50V182.67H492.00")"));
}

// All the height from 1.02 to 1.08 would be lost on an axis from 0. Marks: every 0.02.
TEST(RatioPicture, ShowsSmallGains) {
  const std::string picture = ratio_picture({{{0, 1.02}, {50, 1.08}}}, 100);
  for (const char* mark : {">1</text>", ">1.02</text>", ">1.08</text>"}) EXPECT_THAT(picture, HasSubstr(mark));
  EXPECT_THAT(picture, Not(HasSubstr(">0.5</text>")));
}

// Nothing was found: the line of 1 is at the top of an axis from 0.
TEST(RatioPicture, StartsAtZeroIfNothingWasFound) {
  const std::string picture = ratio_picture({{{0, 1}}}, 100);
  EXPECT_THAT(picture, HasSubstr(R"(d="M62.00 28.00H492.00")"));
  EXPECT_THAT(picture, HasSubstr(">0</text>"));
  EXPECT_THAT(picture, Not(HasSubstr(">-0</text>")));
}

// At most 7 marks: every 100 of 459 evaluations, every 5 of a ratio of 18.
TEST(RatioPicture, TicksAreRoundNumbers) {
  const std::string picture = ratio_picture({{{0, 1}, {50, 18.02}}}, 459);
  for (const char* tick : {">15</text>", ">400</text>"}) EXPECT_THAT(picture, HasSubstr(tick));
  for (const char* odd : {">115</text>", ">9.01</text>", ">18</text>"}) EXPECT_THAT(picture, Not(HasSubstr(odd)));
}

}  // namespace
}  // namespace palio
