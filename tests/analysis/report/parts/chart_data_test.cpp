#include "analysis/report/parts/chart_data.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/tool.h"
#include "tests/support/error_of.h"

namespace palio::test {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

// 0.1 + 0.2 is the double behind 0.3, with 17 digits. Of the strategies only those that the figure names are told.
TEST(ChartData, ValuesKeepTheirTypesAndBits) {
  Figure figure;
  figure.head.title = "T \"1\"";
  figure.head.kind = {"line"};
  figure.head.y = {"time", AxisScale::log};
  figure.head.panels = PanelScales::independent;
  const double infinite = std::numeric_limits<double>::infinity();
  figure.data = {{"x", "y", "series"},
                 {{std::int64_t{9'007'199'254'740'993}, 0.1 + 0.2, "B"s}, {SqlValue(), infinite, "a\"\n"s}}};
  figure.strategies = {{"A", "B", "C"}, {"C"}};
  const std::string data = chart_data(figure);
  EXPECT_THAT(data, HasSubstr(R"("title":"T \"1\"","says":"","kind":"line",)"));
  EXPECT_THAT(data, HasSubstr(R"("y":{"title":"time","log":true})"));
  EXPECT_THAT(data, HasSubstr(R"("panels":"independent","strategies":[["B",1]],"folded":1,"colours":["#2050ce",)"));
  EXPECT_THAT(data, HasSubstr(R"("columns":["x","y","series"])"));
  EXPECT_THAT(data, HasSubstr(R"("rows":[[9007199254740993,0.30000000000000004,"B"],[null,null,"a\"\n"]])"));
}

// The kinds are those of the message that lists them.
TEST(ChartScripts, PassTheirTests) {
  if (!is_in_path("node")) GTEST_SKIP() << "node is not here";
  const std::string refusal =
      error_of([] { read_figures("f.sql", "-- figure: a\n-- title: T\n-- chart: ?\nSELECT 1;\n"); });
  const std::string kinds = refusal.substr(refusal.find("one of ") + 7);
  const ToolAnswer tests =
      run_tool({"node", PALIO_CHARTS_TEST, fmt::format("{}/report/charts", PALIO_ANALYSIS), kinds});
  EXPECT_EQ(tests.status, 0) << tests.out << tests.err;
  EXPECT_THAT(tests.out, HasSubstr(" passed"));
}

}  // namespace
}  // namespace palio::test
