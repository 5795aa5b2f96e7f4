#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

// The small study with other tasks; their line is 15.
std::string with_tasks(std::string_view tasks) {
  std::string text(test::k_small_study);
  const std::string_view old = "tasks      = [5, 8, 10]";
  return text.replace(text.find(old), old.size(), fmt::format("tasks = {}", tasks));
}

// The same with another width; its line is 16.
std::string with_width(std::string_view width) {
  std::string text = with_tasks("5");
  const std::string_view old = "width      = 0.5";
  return text.replace(text.find(old), old.size(), fmt::format("width = {}", width));
}

std::vector<std::string> values(const std::string& text, std::string_view parameter) {
  std::vector<std::string> values;
  for (const Spec& workload : test::study(text).workloads)
    if (integer_of(workload.recipe.parameters, "sample") == 0)
      values.push_back(to_text(workload.recipe.parameters.at(std::string(parameter))));
  return values;
}

std::string range_error(const std::string& text) {
  return test::error_of([&] { test::study(text); });
}

using Texts = std::vector<std::string>;

TEST(Ranges, AreSpacedByEqualStepsOrByEqualFactors) {
  EXPECT_EQ(values(with_tasks("{ from = 10, to = 40, steps = 4 }"), "tasks"), (Texts{"10", "20", "30", "40"}));
  EXPECT_EQ(values(with_tasks("{ from = 1, to = 1000, steps = 4, log = true }"), "tasks"),
            (Texts{"1", "10", "100", "1000"}));
  // Twelve digits: the texts of 0.3 and of 10^-1.5, as a person types them.
  EXPECT_EQ(values(with_width("{ from = 0.1, to = 0.5, steps = 5 }"), "width"),
            (Texts{"0.1", "0.2", "0.3", "0.4", "0.5"}));
  EXPECT_EQ(values(with_width("{ from = 0.01, to = 1, steps = 5, log = true }"), "width"),
            (Texts{"0.01", "0.0316227766017", "0.1", "0.316227766017", "1"}));
}

// 1, 3.16, 10, 31.6, 100, 316, 1000
TEST(Ranges, OfAnIntegerHaveTheNearestIntegers) {
  EXPECT_EQ(values(with_tasks("{ from = 1, to = 1000, steps = 7, log = true }"), "tasks"),
            (Texts{"1", "3", "10", "32", "100", "316", "1000"}));
}

TEST(Ranges, StandInListsToo) {
  EXPECT_EQ(values(with_tasks("[2, { from = 10, to = 20, steps = 2 }]"), "tasks"), (Texts{"2", "10", "20"}));
}

TEST(Ranges, AreTheSameAsTheirValues) {
  const Study range = test::study(with_tasks("{ from = 5, to = 15, steps = 3 }")),
              list = test::study(with_tasks("[5, 10, 15]"));
  ASSERT_EQ(range.workloads.size(), list.workloads.size());
  for (std::size_t i = 0; i < list.workloads.size(); ++i)
    EXPECT_EQ(range.workloads[i].recipe, list.workloads[i].recipe);
}

TEST(Ranges, ThatMeanNothing) {
  const auto of_tasks = [](std::string_view tasks) { return range_error(with_tasks(tasks)); };
  EXPECT_THAT(of_tasks("{ from = 1 }"),
              AllOf(StartsWith("small.toml:15: "),
                    HasSubstr("lacks to, steps: { from = 1, to = 1000, steps = 7 } has 7 values")));
  EXPECT_EQ(of_tasks("{ from = 1, to = inf, steps = 3 }"), "small.toml:15: to is inf: a range needs an end");
  for (const char* steps : {"0", "-1", "1", "1000000000", "2.5"})
    EXPECT_THAT(of_tasks(fmt::format("{{ from = 1, to = 9, steps = {} }}", steps)),
                StartsWith("small.toml:15: steps must be an integer from 2 to 250000"))
        << steps;
  EXPECT_EQ(of_tasks("{ from = 9, to = 9, steps = 3 }"), "small.toml:15: from = 9 must be below to = 9");
  EXPECT_THAT(of_tasks("{ from = 1, to = 3, steps = 9 }"), HasSubstr("9 steps from 1 to 3 give 1 twice"));
  EXPECT_THAT(of_tasks("{ from = 1, to = 3, step = 1 }"), HasSubstr("did you mean \"steps\"?"));
  EXPECT_THAT(of_tasks("{ from = 1.5, to = 3, steps = 2 }"), HasSubstr("must be an integer, not 1.5"));
  EXPECT_THAT(range_error(with_width("{ from = 0, to = 1, steps = 3, log = true }")),
              HasSubstr("from = 0 must be above 0"));
  EXPECT_THAT(range_error(with_width("{ from = 0, to = 3, steps = 3 }")), HasSubstr("is 3, outside [0, 1]"));
  EXPECT_THAT(range_error(with_width("{ from = \"a\", to = 1, steps = 3 }")), HasSubstr("from must be a number"));
  EXPECT_THAT(range_error(with_width("{ from = 0, to = 1, steps = 3, log = 1 }")),
              HasSubstr("log must be true or false"));
}

TEST(Ranges, OfTexts) {
  std::string text(test::k_small_study);
  text.replace(text.find("\"mixed\""), 7, "{ from = 1, to = 2, steps = 2 }");
  EXPECT_THAT(range_error(text), HasSubstr("parameter \"complexity\" of random-ptg is a text, so it has no range"));
}

}  // namespace
}  // namespace palio
