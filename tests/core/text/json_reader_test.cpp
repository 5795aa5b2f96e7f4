#include "core/text/json_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

JsonReader parse(std::string_view text) { return JsonReader::parse(text, "f.json"); }

using test::error_of;

std::string parse_error(std::string_view text) {
  return error_of([&] { parse(text); });
}

TEST(JsonReader, ReadsNestedValues) {
  const JsonReader root = parse(R"({"a": [{"b": 1.5}, {"b": 2, "c": "x"}]})");
  const auto elements = root.member("a").elements();
  ASSERT_EQ(elements.size(), 2U);
  EXPECT_EQ(elements[0].member("b").number(JsonRange::positive), 1.5);
  EXPECT_EQ(elements[1].member("b").integer(0, 9), 2);
  EXPECT_EQ(elements[1].optional_member("c")->text(), "x");
  EXPECT_FALSE(elements[0].optional_member("c").has_value());
}

TEST(JsonReader, OutlivesTheReaderItCameFrom) {
  const JsonReader inner = parse(R"({"a": {"b": 7}})").member("a").member("b");
  EXPECT_EQ(inner.integer(0, 9), 7);
}

// The stray brace is the 3rd character of line 2.
TEST(JsonReader, MalformedJsonIsReportedWithLineAndColumn) {
  EXPECT_EQ(parse_error("{\"a\": 1,\n  }"), "f.json:2:3: malformed JSON: unexpected '}'; expected string literal");
}

TEST(JsonReader, AFileThatEndsEarlyIsReportedAtItsEnd) {
  EXPECT_EQ(parse_error("{\"a\": 1"), "f.json:1:8: malformed JSON: unexpected end of input; expected '}'");
  EXPECT_TRUE(parse_error("").starts_with("f.json:1:1: malformed JSON: ")) << parse_error("");
}

TEST(JsonReader, EveryTruncationOfADocumentIsMalformed) {
  const std::string text = R"({"a": [1, {"b": "x\n"}], "c": true})";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_TRUE(parse_error(text.substr(0, length)).starts_with("f.json:1:")) << length;
}

TEST(JsonReader, RefusesBytesThatAreNotUtf8) {
  EXPECT_TRUE(parse_error("{\"a\": \"\xff\"}").starts_with("f.json:1:8: malformed JSON: "))
      << parse_error("{\"a\": \"\xff\"}");
}

// The library behind it ends at such a byte, wherever it stands.
TEST(JsonReader, RefusesAZeroByteAndWhatStandsBehindIt) {
  EXPECT_EQ(parse_error(std::string_view("{}\0 garbage", 11)), "f.json:1:3: malformed JSON: a zero byte");
  EXPECT_EQ(parse_error(std::string_view("{\n}\0", 4)), "f.json:2:2: malformed JSON: a zero byte");
}

// A value may take so much more memory than text.
TEST(JsonReader, RefusesTooManyValues) {
  std::string text = "[\n0";
  for (int i = 0; i < 3'000'000; ++i) text += ",0";
  EXPECT_EQ(parse_error(text + "]"), "f.json:2: there are more than 3,000,000 values");
}

TEST(JsonReader, RefusesANumberThatNoDoubleHolds) {
  EXPECT_EQ(parse_error("[1e999]"), "f.json:1: malformed JSON: number overflow parsing '1e999'");
}

// The document is level 0, each bracket one more.
TEST(JsonReader, RefusesDepthThatNoFileNeeds) {
  EXPECT_EQ(parse_error(std::string(64, '[') + std::string(64, ']')), "no error");
  EXPECT_EQ(parse_error(std::string(10'000'000, '[')), "f.json:1: nested deeper than 64 levels");
}

TEST(JsonReader, RefusesAKeyGivenTwiceInOneObject) {
  EXPECT_EQ(parse_error(R"({"x": {"a": 1, "b": 2, "a": 3}})"), "f.json:1: the key \"a\" is given twice in one object");
  EXPECT_EQ(parse_error(R"([{"a": 1}, {"a": {"a": 3}}])"), "no error");
}

TEST(JsonReader, UnknownKeysNameTheNearestValidOne) {
  const JsonReader root = parse(R"({"list": [{"name": "x", "flops": 1}]})");
  EXPECT_EQ(error_of([&] {
              root.member("list").elements()[0].expect_keys({"name", "flop"});
            }),
            "f.json:1: list[0] has an unknown key \"flops\" (did you mean \"flop\"?)");
  EXPECT_EQ(error_of([&] {
              root.expect_keys({"tasks", "edges"});
            }),
            "f.json:1: the document has an unknown key \"list\" (valid: tasks, edges)");
}

TEST(JsonReader, MissingKeysNameTheirObject) {
  EXPECT_EQ(error_of([] { parse("{}").member("name"); }), "f.json:1: the document has no \"name\"");
  EXPECT_EQ(error_of([] { parse(R"({"a": [{}]})").member("a").elements()[0].member("name"); }),
            "f.json:1: a[0] has no \"name\"");
}

TEST(JsonReader, WrongTypesNamePathValueAndExpectation) {
  const JsonReader root = parse(R"({"a": {"n": "12", "t": 3, "l": {}, "o": [1], "z": null}})").member("a");
  EXPECT_EQ(error_of([&] { root.member("n").number(JsonRange::positive); }),
            "f.json:1: a.n is \"12\", must be a positive number");
  EXPECT_EQ(error_of([&] { root.member("z").integer(1, 5); }), "f.json:1: a.z is null, must be an integer from 1 to 5");
  EXPECT_EQ(error_of([&] { root.member("t").text(); }), "f.json:1: a.t is 3, must be a text that is not empty");
  EXPECT_EQ(error_of([&] { root.member("l").elements(); }), "f.json:1: a.l is an object, must be an array");
  EXPECT_EQ(error_of([&] { root.member("o").member("x"); }), "f.json:1: a.o is an array, must be an object");
  EXPECT_EQ(error_of([&] { root.member("o").expect_keys({"x"}); }), "f.json:1: a.o is an array, must be an object");
}

TEST(JsonReader, RangesAreChecked) {
  const auto error = [](const std::string& number, JsonRange range) {
    return error_of([&] { parse(number).number(range); });
  };
  EXPECT_EQ(error("0", JsonRange::positive), "f.json:1: the document is 0, must be a positive number");
  EXPECT_EQ(error("-1", JsonRange::not_negative),
            "f.json:1: the document is -1, must be a number that is not negative");
  EXPECT_EQ(error("1.5", JsonRange::fraction), "f.json:1: the document is 1.5, must be a number from 0 to 1");
  for (const char* number : {"0", "1", "0.5"}) EXPECT_EQ(error(number, JsonRange::fraction), "no error");
  EXPECT_EQ(error("0", JsonRange::not_negative), "no error");
}

TEST(JsonReader, IntegersMayBeWrittenAsReals) {
  EXPECT_EQ(parse("1e2").integer(1, 100), 100);
  for (const char* number : {"1.5", "0", "101", "1e300", "18446744073709551616"})
    EXPECT_THROW(parse(number).integer(1, 100), UserError) << number;
}

TEST(JsonReader, LongValuesAreCut) {
  const std::string error = error_of([] { parse('"' + std::string(5000, 'x') + '"').integer(0, 1); });
  EXPECT_LT(error.size(), 150U);
  EXPECT_NE(error.find("xxx..., must be"), std::string::npos);
}

TEST(JsonReader, RefusesAnotherFormatOrVersion) {
  const auto error = [](std::string_view text) {
    return error_of([&] { parse(text).expect_format("palio-workload", 1); });
  };
  EXPECT_EQ(error(R"({"format": "palio-workload", "version": 1})"), "no error");
  EXPECT_EQ(error(R"({"format": "palio-platform", "version": 1})"),
            "f.json:1: format is \"palio-platform\", must be \"palio-workload\"");
  EXPECT_EQ(error(R"({"format": "palio-workload", "version": 2})"),
            "f.json:1: version is 2, must be 1, the version that this Palio reads");
  EXPECT_EQ(error(R"({"format": "palio-workload"})"), "f.json:1: the document has no \"version\"");
  EXPECT_EQ(error("[]"), "f.json:1: the document is an array, must be an object");
}

// An array over several lines, a key with an escape, and texts that look like brackets.
TEST(JsonReader, AMessageHasTheLineOfItsValue) {
  const JsonReader root = parse("{\n\"a\": [1,\n  {\"]}\\\"\": \"{[\\\\\",\n   \"b\": -1}],\n\"c\": {}\n}");
  EXPECT_EQ(error_of([&] { root.member("a").elements()[1].member("b").number(JsonRange::positive); }),
            "f.json:4: a[1].b is -1, must be a positive number");
  EXPECT_EQ(error_of([&] { root.member("a").elements()[1].member("x"); }), "f.json:3: a[1] has no \"x\"");
  EXPECT_EQ(error_of([&] { root.member("c").text(); }), "f.json:5: c is an object, must be a text that is not empty");
  EXPECT_EQ(error_of([&] { root.expect_keys({"a"}); }), "f.json:5: the document has an unknown key \"c\" (valid: a)");
  EXPECT_EQ(error_of([&] { root.member("d"); }), "f.json:1: the document has no \"d\"");
}

TEST(JsonReader, WhatTheParserRefusesHasItsLine) {
  EXPECT_EQ(parse_error("{\"a\": 1,\n \"a\"\n: 2}"), "f.json:2: the key \"a\" is given twice in one object");
  EXPECT_TRUE(parse_error("[1,\n1e999\n]").starts_with("f.json:2: malformed JSON: ")) << parse_error("[1,\n1e999\n]");
}

}  // namespace
}  // namespace palio
