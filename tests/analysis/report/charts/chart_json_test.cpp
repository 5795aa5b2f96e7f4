#include "analysis/report/charts/chart_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace palio {
namespace {

TEST(ChartJson, WhatIsLeftOutIsNotNull) {
  EXPECT_EQ(json_object({{"b", 1}, {"gone", k_left_out}, {"a", nullptr}}).dump(), R"({"b":1,"a":null})");
  EXPECT_EQ(json_array({k_left_out, 1, nullptr}).dump(), "[1,null]");
}

// 0.1 + 0.2 is the double behind 0.3, with 17 digits; 10 stays a real number.
TEST(ChartJson, ValuesKeepTheirTypesAndBits) {
  EXPECT_EQ(json_value(SqlValue()).dump(), "null");
  EXPECT_EQ(json_value(SqlValue(std::int64_t{9'007'199'254'740'993})).dump(), "9007199254740993");
  EXPECT_EQ(json_value(SqlValue(0.1 + 0.2)).dump(), "0.30000000000000004");
  EXPECT_EQ(json_value(SqlValue(10.0)).dump(), "10.0");
  EXPECT_EQ(json_value(SqlValue(std::string("a\"\n"))).dump(), R"("a\"\n")");
}

}  // namespace
}  // namespace palio
