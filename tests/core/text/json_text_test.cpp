#include "core/text/json_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace palio {
namespace {

TEST(JsonQuoted, EscapesWhatJsonEscapes) {
  EXPECT_EQ(json_quoted("plain"), "\"plain\"");
  EXPECT_EQ(json_quoted("say \"a\\b\"\n"), R"("say \"a\\b\"\n")");
}

TEST(JsonQuoted, ReplacesBytesThatAreNotUtf8) { EXPECT_EQ(json_quoted("a\xff"), "\"a\xEF\xBF\xBD\""); }

TEST(JsonNumber, IsShortAndExact) {
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(std::stod(json_number(1.0 / 3.0)), 1.0 / 3.0);
}

TEST(JsonNumber, OfWhatJsonLacksIsNull) {
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
}

}  // namespace
}  // namespace palio
