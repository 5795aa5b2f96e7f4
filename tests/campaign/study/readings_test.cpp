#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Positions = std::vector<std::uint32_t>;
using Labels = std::map<std::uint32_t, std::uint32_t>;

// HCPA (0), M-HEFT-MAX (1), HCPA:stop=end (2); workloads of 5, 8 and 10 tasks, two of each; platforms of 1 and 2
// clusters, two of each. The first line of `readings` is 31.
std::string with_readings(std::string_view readings) {
  return fmt::format("{}[[strategy]]\nname = \"HCPA\"\nstop = \"end\"\n{}", test::k_small_study, readings);
}

std::string reading(std::string_view name, std::string_view more = "") {
  return fmt::format("[[reading]]\nname = \"{}\"\nsays = \"x\"\n{}\n", name, more);
}

std::vector<Reading> readings_of(const std::string& text) { return test::study(with_readings(text)).readings; }

std::string readings_error(const std::string& text) {
  return test::error_of([&] { readings_of(text); });
}

constexpr std::string_view k_end = R"(strategies = { "HCPA" = "HCPA:stop=end" })";

TEST(ReadingBlocks, AStudyWithoutThemHasNone) {
  EXPECT_TRUE(readings_of("").empty());
  EXPECT_FALSE(has_readings(with_readings("")));
  EXPECT_TRUE(has_readings(with_readings(reading("a"))));
  EXPECT_FALSE(has_readings("no study"));
}

TEST(ReadingBlocks, AStandInHasThePlaceOfItsStrategyThereAndNoneElsewhere) {
  const std::vector<Reading> readings = readings_of(reading("ours") + reading("end", k_end));
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].name, "ours");
  EXPECT_EQ(readings[0].says, "x");
  EXPECT_EQ(readings[0].strategies, (Labels{{0, 0}, {1, 1}}));
  EXPECT_EQ(readings[1].strategies, (Labels{{1, 1}, {2, 0}}));
  EXPECT_EQ(readings[1].platforms, (Positions{0, 1, 2, 3}));
  EXPECT_EQ(readings[1].workloads, (Positions{0, 1, 2, 3, 4, 5}));
}

TEST(ReadingBlocks, StrategiesMayBeNamedWithAllTheirParameters) {
  const std::string full = R"(strategies = { "M-HEFT-MAX:threshold=0.5" = "HCPA:stop=end" })";
  EXPECT_EQ(readings_of(reading("a", full))[0].strategies, (Labels{{0, 0}, {2, 1}}));
}

TEST(ReadingBlocks, AValueThatSomeReadingGivesBelongsToThoseThatGiveIt) {
  const std::vector<Reading> readings = readings_of(reading("ours") + reading("small", "workloads = { tasks = 5 }") +
                                                    reading("two",
                                                            "platforms = { clusters = 2 }\n"
                                                            "workloads = { tasks = [5, 8.0] }"));
  EXPECT_EQ(readings[0].workloads, (Positions{4, 5}));
  EXPECT_EQ(readings[0].platforms, (Positions{0, 1}));
  EXPECT_EQ(readings[1].workloads, (Positions{0, 1}));
  EXPECT_EQ(readings[1].platforms, (Positions{0, 1}));
  EXPECT_EQ(readings[2].workloads, (Positions{0, 1, 2, 3}));
  EXPECT_EQ(readings[2].platforms, (Positions{2, 3}));
}

// Workload 6 draws its costs per graph, which its recipe leaves out, 7 per task; the others have no such costs.
TEST(ReadingBlocks, WhatHasNoSuchParameterBelongsToAll) {
  const std::string strassen = "[[workload]]\nfamily = \"strassen-batch\"\nbatch = 1\n";
  const auto workloads = [&](std::string_view values) {
    const std::string more = strassen + strassen + "costs = \"task\"\n";
    return readings_of(more + reading("ours") + reading("other", fmt::format("workloads = {{ costs = {} }}", values)));
  };
  EXPECT_EQ(workloads("\"task\"")[0].workloads, (Positions{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(workloads("\"task\"")[1].workloads, (Positions{0, 1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(workloads("\"graph\"")[0].workloads, (Positions{0, 1, 2, 3, 4, 5, 7}));
  EXPECT_EQ(workloads("\"graph\"")[1].workloads, (Positions{0, 1, 2, 3, 4, 5, 6}));
}

TEST(ReadingBlocks, MistakesAreNamedWithTheirLine) {
  EXPECT_EQ(readings_error(reading("a") + reading("a")), "small.toml:36: there is a reading \"a\" already, in line 31");
  EXPECT_THAT(readings_error("[[reading]]\nname = \"a\"\n"),
              StartsWith("small.toml:31: [[reading]] needs says, a text"));
  EXPECT_THAT(readings_error(reading("a", "strateges = 3")),
              HasSubstr("34: unknown key \"strateges\" in [[reading]] (did you mean \"strategies\"?)"));
  EXPECT_THAT(readings_error(reading("a", R"(strategies = { "HCPA" = "HCPA:stop=ends" })")),
              StartsWith("small.toml:34: parameter \"stop\" of HCPA cannot be \"ends\""));
  EXPECT_THAT(readings_error(reading("a", R"(strategies = { "HCPA" = "HCAP" })")),
              HasSubstr("unknown strategy \"HCAP\" (did you mean \"HCPA\"?)"));
  EXPECT_THAT(readings_error(reading("a", R"(strategies = { "HCPA" = "M-HEFT-MAX:threshold=0.4" })")),
              StartsWith("small.toml:34: no strategy of this study is M-HEFT-MAX:threshold=0.4"));
  EXPECT_THAT(readings_error(reading("a", R"(strategies = { "M-HEFT" = "HCPA:stop=end" })")),
              StartsWith("small.toml:34: no strategy of this study is M-HEFT"));
  EXPECT_THAT(
      readings_error(reading("a", R"(strategies = { "HCPA" = "HCPA:stop=end", "M-HEFT-MAX" = "HCPA:stop=end" })")),
      HasSubstr("HCPA:stop=end stands for two strategies"));
  EXPECT_THAT(readings_error(reading("a", k_end) + reading("b", R"(strategies = { "HCPA:stop=end" = "M-HEFT-MAX" })")),
              HasSubstr("HCPA:stop=end stands for another strategy in some reading"));
  EXPECT_THAT(readings_error(reading("a", "strategies = [\"HCPA\"]")), HasSubstr("which strategy stands for which"));
  EXPECT_THAT(readings_error(reading("a", "platforms = { clusters = 3 }")),
              StartsWith("small.toml:34: no platform of this study has clusters = 3"));
  EXPECT_THAT(readings_error(reading("a", "platforms = { cluster = 1 }")), HasSubstr("did you mean \"clusters\"?"));
  EXPECT_THAT(readings_error(reading("a", "platforms = [{ clusters = 1 }]")),
              HasSubstr("platforms must give values of parameters"));
  EXPECT_EQ(readings_error(reading("a") + reading("b", "platforms = { clusters = [1, 2] }")),
            "small.toml:31: reading \"a\" has no platforms of this study");
  EXPECT_THAT(readings_error("[reading]\nname = \"a\"\n"), HasSubstr("readings are written as [[reading]] blocks"));
}

TEST(ReadingBlocks, AllMistakesComeTogether) {
  EXPECT_EQ(
      readings_error("[[reading]]\nname = 3\nplatforms = { clusters = 3, cluster = 1 }\n" +
                     reading("b", "strategies = { \"HCPA\" = \"M-HEFT\" }") + "where = 1\n"),
      "small.toml:32: name must be a text in quotes\n"
      "small.toml:31: [[reading]] needs says, a text\n"
      "small.toml:33: random-multi-cluster has no parameter \"cluster\" (did you mean \"clusters\"?)\n"
      "small.toml:33: no platform of this study has clusters = 3\n"
      "small.toml:38: unknown key \"where\" in [[reading]] (valid: name, says, strategies, platforms, workloads)\n"
      "small.toml:37: no strategy of this study is M-HEFT (valid: HCPA, M-HEFT-MAX, HCPA:stop=end)");
}

}  // namespace
}  // namespace palio
