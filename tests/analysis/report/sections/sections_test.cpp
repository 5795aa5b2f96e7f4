#include "analysis/report/sections/sections.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace palio::test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::Not;

Figure degradation(std::vector<std::vector<SqlValue>> rows) {
  Figure figure;
  figure.head.id = "degradation";
  figure.data = {{"x", "y", "low", "high", "instances", "failed"}, std::move(rows)};
  return figure;
}

Figure pairs(std::vector<std::vector<SqlValue>> rows) {
  Figure figure;
  figure.head.id = "pairs";
  for (std::vector<SqlValue>& row : rows) row.emplace_back(0.01);
  figure.data = {{"x", "y", "better", "draws_holm_p"}, std::move(rows)};
  return figure;
}

constexpr std::int64_t k_none = 0, k_better = 1, k_worse = -1, k_forty = 40;

std::vector<std::vector<SqlValue>> three_strategies() {
  return {{"B"s, 1.05, 1.02, 1.08, k_forty, k_none},
          {"A"s, 1.2, 1.1, 1.3, k_forty, k_none},
          {"C"s, 2.0, 1.5, 2.5, k_forty, k_none}};
}

// Half of the intervals is 0.03, 0.1 and 0.5: three decimals, two and two.
TEST(Answer, NamesTheBestWithItsFactorAndInterval) {
  const std::string answer = answer_html(
      {degradation(three_strategies()), pairs({{"A"s, "B"s, k_worse}, {"B"s, "C"s, k_better}})}, "max_stretch");
  EXPECT_THAT(answer, HasSubstr("By maximum stretch <bdi>B</bdi> is the best of 3 strategies"));
  EXPECT_THAT(answer, HasSubstr("the mean factor behind the best of each of 40 instances: 1.050 [1.020, 1.080]"));
  EXPECT_THAT(answer, HasSubstr("the next, <bdi>A</bdi>: 1.20 [1.10, 1.30]"));
  EXPECT_THAT(answer, HasSubstr(". The test (all pairs, Holm's correction, 5 %) tells it from all others.</p>"));
}

TEST(Answer, SaysThatNoWinnerCanBeTold) {
  const std::string answer =
      answer_html({degradation(three_strategies()), pairs({{"A"s, "B"s, k_none}, {"B"s, "C"s, k_better}})}, "makespan");
  EXPECT_THAT(answer, HasSubstr("By makespan no winner can be told among 3 strategies"));
  EXPECT_THAT(answer, HasSubstr("<bdi>B</bdi> leads"));
  EXPECT_THAT(answer, HasSubstr("but the test (all pairs, Holm's correction, 5 %) does not tell it from <bdi>A</bdi> "
                                "(1.20 [1.10, 1.30]).</p>"));
  EXPECT_THAT(answer, Not(HasSubstr("<bdi>C</bdi>")));
}

// The test may favour whom the mean does not, and a pair may lack: neither is a win.
TEST(Answer, CountsRivalsThatTheTestDoesNotPutBehindTheLeader) {
  EXPECT_THAT(answer_html({degradation(three_strategies()), pairs({{"A"s, "B"s, k_better}})}, "makespan"),
              HasSubstr("from <bdi>A</bdi> (1.20 [1.10, 1.30]) and 1 more.</p>"));
}

TEST(Answer, SaysWhatFailed) {
  auto rows = three_strategies();
  rows[0].back() = k_forty;
  EXPECT_THAT(answer_html({degradation(rows)}, "makespan"), HasSubstr("1.050 [1.020, 1.080], 40 failures aside"));
}

// B leads in the mean; A is first on 30 of 40 instances, wins 30 : 10 against B and has the better mean rank.
TEST(Answer, SaysWhereOtherCriteriaDisagree) {
  Figure leaders = degradation({}), duels = pairs({}), ranks;
  leaders.data = {{"x", "y", "low", "high", "times_best", "instances", "failed"},
                  {{"B"s, 1.05, 1.02, 1.08, std::int64_t{10}, k_forty, k_none},
                   {"A"s, 1.2, 1.1, 1.3, std::int64_t{30}, k_forty, k_none},
                   {"C"s, 2.0, 1.5, 2.5, k_none, k_forty, k_none}}};
  duels.data = {{"x", "y", "wins", "losses", "better"},
                {{"A"s, "B"s, std::int64_t{30}, std::int64_t{10}, k_worse}, {"B"s, "C"s, k_forty, k_none, k_better}}};
  ranks.head.id = "ranks";
  ranks.data = {{"x", "y"}, {{"A"s, 1.25}, {"B"s, 1.75}, {"C"s, 3.0}}};
  const std::string answer = answer_html({leaders, duels, ranks}, "makespan");
  EXPECT_THAT(answer, HasSubstr("1.050 [1.020, 1.080], first on 10; the next"));
  EXPECT_THAT(answer,
              HasSubstr("<b>Other criteria disagree with the mean:</b> <bdi>A</bdi> is first on most instances "
                        "(30 against 10), beats it on 30 instances and loses on 10, has the best mean rank.</p>"));
}

// Over ten instances A's factors are 2 on nine and 1 on the last, B's 1 on nine and 2^20 on the last. Geometric means:
// 2^(9/10) = 1.866 and 2^(20/10) = 4. The last instance makes up 2 / 19 = 11 % and 2^20 / (2^20 + 9) = 100 % of a sum.
TEST(Answer, NamesTheGeometricMeanWhereOneInstanceDominates) {
  constexpr std::int64_t k_one = 1, k_nine = 9, k_ten = 10;
  Figure leaders = degradation({}), duels = pairs({{"A"s, "B"s, k_better}});
  duels.data.rows[0].back() = SqlValue();  // nothing was drawn
  leaders.data = {{"x", "y", "low", "high", "times_best", "instances", "failed", "dominated", "largest_share"},
                  {{"A"s, std::pow(2, 0.9), SqlValue(), SqlValue(), k_one, k_ten, k_none, k_one, 200.0 / 19},
                   {"B"s, 4.0, SqlValue(), SqlValue(), k_nine, k_ten, k_none, k_one, 99.9991}}};
  EXPECT_THAT(
      answer_html({leaders, duels}, "makespan"),
      HasSubstr("By makespan <bdi>A</bdi> is the best of 2 strategies</b>, measured by the geometric mean factor "
                "behind the best of each of 10 instances (a single instance makes up 100 % of a strategy's sum, "
                "so the mean says little): 1.866, first on 1; the next, <bdi>B</bdi>: 4, first on 9. The test "
                "(all pairs, Holm's correction, 5 %) tells it from all others on these instances; without draws it "
                "says nothing of others. <b>Other criteria disagree with "
                "the geometric mean:</b> <bdi>B</bdi> is first on most instances (9 against 1).</p>"));
}

TEST(Answer, OfASearchSaysWhatCanHappenAndNothingAboutHowOften) {
  Figure cells;
  cells.head.id = "worst-cases";
  cells.data = {{"x", "y", "value", "median", "restarts"},
                {{"B"s, "A"s, 3.0, 2.5, std::int64_t{20}}, {"A"s, "B"s, 4.5, 1.5, std::int64_t{20}}}};
  const std::string answer = search_answer_html({cells});
  EXPECT_THAT(answer,
              HasSubstr("<b><bdi>B</bdi> takes 4.5 times as long as <bdi>A</bdi></b> on the worst instance that "
                        "was found in 20 restarts, whose median is 1.5; of 2 pairs it is the worst. "));
  EXPECT_THAT(answer, HasSubstr("searched, not drawn"));
  EXPECT_EQ(search_answer_html({}), "");
}

TEST(Answer, OfOneStrategyOrOfNothing) {
  EXPECT_THAT(answer_html({degradation({{"A"s, 1.0, SqlValue(), SqlValue(), k_forty, k_none}})}, "makespan"),
              HasSubstr("Only <bdi>A</bdi> can be compared"));
  EXPECT_EQ(answer_html({}, "makespan"), "");
}

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
