#include "tests/bench/table/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace palio::bench {
namespace {

using testing::HasSubstr;

const Figure k_ratio{.what = "two workers",
                     .unit = "x",
                     .measured = {1.8, 1.75, 1.925},
                     .rounds = 3,
                     .target = Target{Bound::at_least, 1.9},
                     .against = "one worker",
                     .sides = "1.00 s against 1.80 s",
                     .commands = {"palio run s -j 1", "palio run s -j 2"}};
const Figure k_rate{.what = "stored per second",
                    .unit = "/s",
                    .measured = {412345.6, 400000, 420000},
                    .rounds = 3,
                    .target = Target{Bound::at_least, 300000},
                    .against = "",
                    .sides = "",
                    .commands = {"palio run s -j 1", "palio run s -j 2"}};
const Figure k_told{.what = "for its own sake",
                    .unit = "ms",
                    .measured = {0.25, 0.2, 0.3},
                    .rounds = 3,
                    .target = {},
                    .against = "",
                    .sides = "",
                    .commands = {"palio"}};

TEST(Report, NumbersHaveAboutThreeDigits) {
  EXPECT_EQ(number_text(1234567.8), "1,234,568");
  EXPECT_EQ(number_text(123.4), "123");
  EXPECT_EQ(number_text(12.34), "12.3");
  EXPECT_EQ(number_text(1.234), "1.23");
  EXPECT_EQ(number_text(0.1234), "0.123");
}

TEST(Report, ARowHasTheFigureItsTargetAndTheVerdict) {
  const std::string text = markdown({k_ratio, k_rate, k_told}, {{"SimGrid", "3.32"}});
  EXPECT_THAT(text, HasSubstr("| two workers | 1.80 x | 1.75 to 1.93 | at least 1.9 x | misses | one worker | 1.00 s "
                              "against 1.80 s |\n"));
  EXPECT_THAT(text,
              HasSubstr("| stored per second | 412,346/s | 400,000 to 420,000 | at least 300,000/s | holds | - |"));
  EXPECT_THAT(text, HasSubstr("| for its own sake | 0.250 ms | 0.200 to 0.300 | - | - | - |"));
  EXPECT_THAT(text, HasSubstr("| SimGrid | 3.32 |\n"));
}

TEST(Report, CommandsThatFiguresShareAreGivenOnce) {
  const std::string text = markdown({k_ratio, k_rate, k_told}, {});
  EXPECT_THAT(text,
              HasSubstr("\ntwo workers (this row and the next):\n\n```console\n$ palio run s -j 1\n$ palio run s -j 2\n"
                        "```\n\nfor its own sake:\n\n```console\n$ palio\n```\n"));
}

TEST(Report, TheTableHasALinePerFigure) {
  testing::internal::CaptureStdout();
  TableWriter table(stdout, Format::csv);
  write_table({k_ratio, k_told}, table);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "what,measured,min to max,target,verdict,against\n"
            "two workers,1.80 x,1.75 to 1.93,at least 1.9 x,misses,one worker\n"
            "for its own sake,0.250 ms,0.200 to 0.300,-,-,\n");
}

TEST(Report, KnowsTheMachine) {
  setenv("PALIO_LOAD", "0.25", 1);
  const std::string text = markdown({}, machine_facts());
  unsetenv("PALIO_LOAD");
  EXPECT_THAT(text, HasSubstr("| load | 0.25 over the minute before |"));
  EXPECT_THAT(markdown({}, machine_facts()), HasSubstr("| load | unknown |"));
  EXPECT_THAT(text, HasSubstr("| SimGrid | 3."));
  EXPECT_THAT(text, HasSubstr("| kernel | Linux"));
}

}  // namespace
}  // namespace palio::bench
