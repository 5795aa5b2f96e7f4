#include "analysis/report/sections/answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

SqlValue text(const char* value) { return std::string(value); }

Figure degradation(std::vector<std::vector<SqlValue>> rows) {
  Figure figure;
  figure.head.id = "degradation";
  figure.data = {{"x", "y", "low", "high", "instances", "failed"}, std::move(rows)};
  return figure;
}

Figure pairs(std::vector<std::vector<SqlValue>> rows) {
  Figure figure;
  figure.head.id = "pairs";
  figure.data = {{"x", "y", "better"}, std::move(rows)};
  return figure;
}

constexpr std::int64_t k_none = 0, k_better = 1, k_worse = -1, k_forty = 40;

std::vector<std::vector<SqlValue>> three_strategies() {
  return {{text("B"), 1.05, 1.02, 1.08, k_forty, k_none},
          {text("A"), 1.2, 1.1, 1.3, k_forty, k_none},
          {text("C"), 2.0, 1.5, 2.5, k_forty, k_none}};
}

// Half of the intervals is 0.03, 0.1 and 0.5: three decimals, two and two.
TEST(Answer, NamesTheBestWithItsFactorAndInterval) {
  const std::string answer = answer_html(
      {degradation(three_strategies()), pairs({{text("A"), text("B"), k_worse}, {text("B"), text("C"), k_better}})},
      "max_stretch");
  EXPECT_THAT(answer, HasSubstr("By maximum stretch <bdi>B</bdi> is the best of 3 strategies"));
  EXPECT_THAT(answer,
              HasSubstr("over 40 instances it is in the mean a factor of 1.050 [1.020, 1.080] behind the best"));
  EXPECT_THAT(answer, HasSubstr("the next, <bdi>A</bdi>, 1.20 [1.10, 1.30]"));
  EXPECT_THAT(answer, HasSubstr("; the test (all pairs, Holm's correction, 5 %) tells it from all others.</p>"));
}

TEST(Answer, SaysThatNoWinnerCanBeTold) {
  const std::string answer = answer_html(
      {degradation(three_strategies()), pairs({{text("A"), text("B"), k_none}, {text("B"), text("C"), k_better}})},
      "makespan");
  EXPECT_THAT(answer, HasSubstr("By makespan no winner can be told among 3 strategies"));
  EXPECT_THAT(answer, HasSubstr("<bdi>B</bdi> leads"));
  EXPECT_THAT(answer, HasSubstr("but the test (all pairs, Holm's correction, 5 %) does not tell it from <bdi>A</bdi> "
                                "(1.20 [1.10, 1.30]).</p>"));
  EXPECT_THAT(answer, Not(HasSubstr("<bdi>C</bdi>")));
}

// The test may favour whom the mean does not, and a pair may lack: neither is a win.
TEST(Answer, CountsRivalsThatTheTestDoesNotPutBehindTheLeader) {
  EXPECT_THAT(answer_html({degradation(three_strategies()), pairs({{text("A"), text("B"), k_better}})}, "makespan"),
              HasSubstr("from <bdi>A</bdi> (1.20 [1.10, 1.30]) and 1 more.</p>"));
}

TEST(Answer, SaysWhatFailed) {
  auto rows = three_strategies();
  rows[0].back() = k_forty;
  EXPECT_THAT(answer_html({degradation(rows)}, "makespan"), HasSubstr("1.050 [1.020, 1.080], 40 failures aside"));
}

TEST(Answer, OfOneStrategyOrOfNothing) {
  EXPECT_THAT(answer_html({degradation({{text("A"), 1.0, SqlValue(), SqlValue(), k_forty, k_none}})}, "makespan"),
              HasSubstr("Only <bdi>A</bdi> can be compared"));
  EXPECT_EQ(answer_html({}, "makespan"), "");
}

}  // namespace
}  // namespace palio
