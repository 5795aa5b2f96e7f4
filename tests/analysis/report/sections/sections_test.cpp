#include "analysis/report/sections/sections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace palio::test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::Not;

Figure efficiencies(std::vector<std::vector<SqlValue>> rows) {
  Figure figure;
  figure.head.id = "efficiency";
  figure.head.title = "Efficiency";
  figure.head.kind = {"bar"};
  figure.data = {{"x", "y", "low", "high"}, std::move(rows)};
  return figure;
}

// An axis from 0.999999999999992 to 1.000000000000004 shows nothing but rounding.
TEST(FigureHtml, RoundingIsNotDrawn) {
  const std::string html = figure_html(efficiencies({{"A"s, 1.0, SqlValue(), SqlValue()},
                                                     {"B"s, 1.000000000000004, 0.999999999999992, 1.000000000000004}}),
                                       Drawing::charts);
  EXPECT_THAT(html, HasSubstr("<b>Efficiency</b>: 1 in all 2 rows, so there is no chart."));
  EXPECT_THAT(html, Not(HasSubstr("class=chart")));
}

TEST(FigureHtml, AValueWithAnIntervalOrOfOneRowIsDrawn) {
  const std::vector<SqlValue> one{"A"s, 1.0, SqlValue(), SqlValue()};
  EXPECT_THAT(figure_html(efficiencies({one}), Drawing::charts), HasSubstr("class=chart"));
  EXPECT_THAT(figure_html(efficiencies({one, {"B"s, 1.0, 0.9, 1.1}}), Drawing::charts), HasSubstr("class=chart"));
}

}  // namespace
}  // namespace palio::test
