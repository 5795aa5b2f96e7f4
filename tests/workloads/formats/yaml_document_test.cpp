#include "workloads/formats/yaml_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::StartsWith;

JsonReader parsed(std::string_view text) { return read_yaml(text, "f.yml"); }

std::string parse_error(const std::string& text) {
  return test::error_of([&] { parsed(text); });
}

TEST(YamlDocument, ReadsBlocksAndFlows) {
  const JsonReader root = parsed("# a comment\na: {b: [1, '2', \"3\\n\"]}\nc:\n- d\n- e: |\n    f\n    g\n");
  EXPECT_EQ(root.member("a").member("b").elements().at(1).number(), 2);
  EXPECT_EQ(root.member("a").member("b").elements().at(2).text(), "3\n");
  EXPECT_EQ(root.member("c").elements().at(1).member("e").text(), "f\ng\n");
  EXPECT_EQ(root.member("c").elements().at(1).line(), 5U);
  EXPECT_FALSE(root.optional_member("d"));
}

TEST(YamlDocument, WrongValuesHaveLineAndPath) {
  const JsonReader root = parsed("tasks:\n- name: a\n  sizes:\n  - 1\n  - x\n  - [2]\n- {}\nempty: ''\n");
  const JsonReader task = root.member("tasks").elements().at(0);
  const JsonReader sizes = task.member("sizes");
  EXPECT_EQ(test::error_of([&] { sizes.elements().at(1).number(); }),
            "f.yml:5: tasks[0].sizes[1] is \"x\", must be a finite decimal number");
  EXPECT_EQ(test::error_of([&] { sizes.elements().at(2).text(); }),
            "f.yml:6: tasks[0].sizes[2] is a sequence, must be a text that is not empty");
  EXPECT_EQ(test::error_of([&] { task.member("flops"); }), "f.yml:2: tasks[0] has no \"flops\"");
  EXPECT_EQ(test::error_of([&] { root.member("tasks").elements().at(1).member("name"); }),
            "f.yml:7: tasks[1] has no \"name\"");
  EXPECT_EQ(test::error_of([&] { root.member("empty").text(); }),
            "f.yml:8: empty is \"\", must be a text that is not empty");
  EXPECT_EQ(test::error_of([&] { task.member("name").elements(); }),
            "f.yml:2: tasks[0].name is \"a\", must be a sequence");
  EXPECT_EQ(test::error_of([&] { root.elements(); }), "f.yml:1: the document is a mapping, must be a sequence");
  EXPECT_EQ(test::error_of([&] { sizes.member("a"); }), "f.yml:4: tasks[0].sizes is a sequence, must be a mapping");
  EXPECT_EQ(test::error_of([&] {
              task.expect_keys({"name", "size"});
            }),
            "f.yml:4: tasks[0] has an unknown key \"sizes\" (did you mean \"size\"?)");
}

TEST(YamlDocument, NumbersAreFiniteAndDecimal) {
  for (const std::string wrong : {".nan", ".inf", "-.inf", "nan", "inf", "1e999", "0x10", "1_000", "0o17", "1:30", "~"})
    EXPECT_EQ(test::error_of([&] { parsed("n: " + wrong).member("n").number(); }),
              "f.yml:1: n is \"" + wrong + "\", must be a finite decimal number");
  EXPECT_EQ(parsed("n: -1.5e3").member("n").number(), -1500);
}

// Ten levels of ten aliases each would be 10^10 values.
TEST(YamlDocument, AliasesAreNotExpanded) {
  std::string bomb = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level <= 10; ++level) {
    const std::string alias = "*l" + std::to_string(level - 1);
    bomb += "l" + std::to_string(level) + ": &l" + std::to_string(level) + " [" + alias;
    for (int i = 0; i < 9; ++i) bomb += ", " + alias;
    bomb += "]\n";
  }
  const JsonReader root = parsed(bomb);
  EXPECT_EQ(test::error_of([&] { root.member("l10").elements().at(9).text(); }),
            "f.yml:11: l10[9] is the alias *l9, and aliases are not expanded: write the value out");
  EXPECT_EQ(test::error_of([&] { root.member("l10").elements().at(9).elements(); }),
            "f.yml:11: l10[9] is the alias *l9, and aliases are not expanded: write the value out");
  EXPECT_EQ(parse_error("a: &a {b: 1}\nc:\n  <<: *a\n"), "f.yml:3: << is not supported: write the keys out");
}

TEST(YamlDocument, MalformedTextHasItsLine) {
  EXPECT_THAT(parse_error("a: 1\nb: [2, 3\n"), StartsWith("f.yml:3: malformed YAML: did not find expected ',' or ']'"));
  EXPECT_THAT(parse_error("a: 1\n b: 2\n"), StartsWith("f.yml:2: malformed YAML: mapping values are not allowed"));
  EXPECT_THAT(parse_error("a: \"\n"), StartsWith("f.yml:2: malformed YAML: found unexpected end of stream"));
  EXPECT_THAT(parse_error("a: 1\nb: \xFF\n"), StartsWith("f.yml:2: malformed YAML: invalid leading UTF-8 octet"));
  EXPECT_THAT(parse_error("a: 1\nb: \x01\n"), StartsWith("f.yml:2: malformed YAML: control characters"));
  EXPECT_EQ(parse_error("a: 1\nb: 2\na: 3\n"), "f.yml:3: the key \"a\" is given twice in one mapping");
  EXPECT_EQ(parse_error("? [a]\n: 1\n"), "f.yml:1: a key must be a text");
  EXPECT_EQ(parse_error("a: 1\n---\nb: 2\n"), "f.yml:2: there is more than one document");
  EXPECT_EQ(parse_error("%YAML 1.1\n%TAG !e! tag:e:\n---\na: 1\n"),
            "f.yml:2: the directive %TAG is not supported: remove it");
  EXPECT_EQ(parse_error("%YAML 1.1\n---\na: 1 %TAG\n"), "no error");
  EXPECT_EQ(parse_error(""), "f.yml:1: there is no document");
}

TEST(YamlDocument, DepthAndNumberOfValuesAreLimited) {
  EXPECT_EQ(parse_error(std::string(64, '[') + std::string(64, ']')), "no error");
  EXPECT_EQ(parse_error("a:\n " + std::string(64, '[') + std::string(64, ']')),
            "f.yml:2: nested deeper than 64 levels");
  std::string many = "[";
  for (int i = 0; i < 3'000'000; ++i) many += "1,";
  EXPECT_EQ(parse_error(many + "]"), "f.yml:1: there are more than 3,000,000 values");
}

}  // namespace
}  // namespace palio
