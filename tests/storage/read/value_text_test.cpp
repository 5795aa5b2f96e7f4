#include "storage/read/value_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace palio::test {
namespace {

std::string csv(const SqlValue& value) {
  std::string text;
  append_csv(text, value);
  return text;
}

std::string json(const SqlValue& value) {
  std::string text;
  append_json(text, value);
  return text;
}

TEST(ValueText, NullIsNoText) {
  EXPECT_EQ(csv({}), "");
  EXPECT_EQ(csv(std::string()), "\"\"");
  EXPECT_EQ(json({}), "null");
  EXPECT_EQ(json(std::string()), "\"\"");
}

TEST(ValueText, NumbersReadBackAsTheSameBits) {
  for (const double value : {0.1, 0.1 + 0.2, 1.0 / 3, 1e-310, std::nextafter(1.0, 2.0), 1.7976931348623157e308, -2.5}) {
    EXPECT_EQ(std::strtod(csv(value).c_str(), nullptr), value);
    EXPECT_EQ(std::strtod(json(value).c_str(), nullptr), value);
  }
  EXPECT_EQ(csv(0.1), "0.1");
  EXPECT_EQ(csv(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(ValueText, ARowOfCsvIsALine) {
  std::string text;
  append_csv_row(text, {std::string("name"), std::string("a,b"), std::string("last")});
  append_csv_row(text, {{}, 0.5, {}});
  append_csv_row(text, {std::int64_t{7}});
  EXPECT_EQ(text, "name,\"a,b\",last\n,0.5,\n7\n");
}

TEST(ValueText, ARealNumberStaysOneInJson) {
  EXPECT_EQ(json(10.0), "10.0");
  EXPECT_EQ(json(std::int64_t{10}), "10");
  EXPECT_EQ(json(1e30), "1e+30");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()), "null");
}

TEST(ValueText, HostileTextsAreQuoted) {
  EXPECT_EQ(csv(std::string("a \"b\"")), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csv(std::string("two\nlines")), "\"two\nlines\"");
  EXPECT_EQ(csv(std::string("one,two")), "\"one,two\"");
  EXPECT_EQ(csv(std::string("plain é")), "plain é");
  EXPECT_EQ(json(std::string("a \"b\"\\\n")), "\"a \\\"b\\\"\\\\\\n\"");
  EXPECT_EQ(json(std::string("é")), "\"é\"");
  EXPECT_EQ(json(std::string("bad \xff")), "\"bad \xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace palio::test
