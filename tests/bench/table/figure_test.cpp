#include "tests/bench/table/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace palio::bench {
namespace {

Figure ratio(double median, std::optional<Target> target) {
  Figure figure;
  figure.what = "two workers";
  figure.unit = "x";
  figure.measured = {median, median - 0.5, median + 0.5};
  figure.rounds = 3;
  figure.target = target;
  return figure;
}

TEST(Spread, OfAnOddNumberOfRoundsIsTheMiddleOne) {
  const Spread odd = spread({5, 1, 3});
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.min, 1);
  EXPECT_EQ(odd.max, 5);
}

TEST(Spread, OfAnEvenNumberOfRoundsIsBetweenTheTwoInTheMiddle) {
  // 1 2 | 4 9: (2 + 4) / 2.
  EXPECT_EQ(spread({9, 1, 4, 2}).median, 3);
  EXPECT_THROW(spread({}), std::invalid_argument);
}

TEST(Figure, HoldsOnTheTargetItself) {
  EXPECT_TRUE(holds(ratio(2, Target{Bound::at_least, 2})));
  EXPECT_FALSE(holds(ratio(1.99, Target{Bound::at_least, 2})));
  EXPECT_TRUE(holds(ratio(2, Target{Bound::at_most, 2})));
  EXPECT_FALSE(holds(ratio(2.01, Target{Bound::at_most, 2})));
  EXPECT_TRUE(holds(ratio(0.1, std::nullopt)));
}

TEST(Figure, ComesBackFromItsLine) {
  Figure figure = ratio(1.5, Target{Bound::at_most, 1.25});
  figure.against = "a \"bare\" loop";
  figure.commands = {"palio run small -j 1", "palio run small -j 2"};
  const Figure again = figure_from_json(to_json(figure));
  EXPECT_EQ(again.what, "two workers");
  EXPECT_EQ(again.unit, "x");
  EXPECT_EQ(again.measured.median, 1.5);
  EXPECT_EQ(again.measured.min, 1);
  EXPECT_EQ(again.measured.max, 2);
  EXPECT_EQ(again.rounds, 3);
  ASSERT_TRUE(again.target);
  EXPECT_EQ(again.target->bound, Bound::at_most);
  EXPECT_EQ(again.target->value, 1.25);
  EXPECT_EQ(again.against, "a \"bare\" loop");
  EXPECT_EQ(again.sides, "");
  EXPECT_EQ(again.commands, figure.commands);
}

TEST(Figure, RefusesALineThatIsNotOne) {
  EXPECT_THROW(figure_from_json("bench: started"), UserError);
  EXPECT_THROW(figure_from_json(R"({"what": "two workers"})"), UserError);
}

}  // namespace
}  // namespace palio::bench
