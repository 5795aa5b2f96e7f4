#include "analysis/annotated/annotated_sql.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array<std::string_view, 1> k_header_keys{"paper"};
constexpr std::array<std::string_view, 2> k_block_keys{"place", "says"};

AnnotatedSql read(std::string_view text) {
  return read_annotated_sql("a.sql", text, "claim", k_header_keys, k_block_keys);
}

std::string sql_refusal(std::string_view text) {
  return test::error_of([&] { read(text); });
}

TEST(AnnotatedSql, HasAHeaderPreparationAndBlocks) {
  const AnnotatedSql file = read(
      "-- paper: A, B\n-- A plain comment.\nCREATE TEMP TABLE x (y);\n\n-- claim: P1\n"
      "-- place: table 2\nSELECT 1;\n-- claim: P2\nSELECT 2");
  ASSERT_NE(find_value(file.header, "paper"), nullptr);
  EXPECT_EQ(*find_value(file.header, "paper"), "A, B");
  EXPECT_EQ(file.temporary_sql, "CREATE TEMP TABLE x (y);");
  ASSERT_EQ(file.blocks.size(), 2U);
  EXPECT_EQ(file.blocks[0].id, "P1");
  EXPECT_EQ(file.blocks[0].line, 5U);
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "place"), "table 2");
  EXPECT_EQ(file.blocks[0].sql, "SELECT 1;");
  EXPECT_EQ(find_value(file.blocks[1].annotations, "place"), nullptr);
  EXPECT_EQ(file.blocks[1].sql, "SELECT 2");
}

TEST(AnnotatedSql, LongValueGoesOnBehindThreeBlanks) {
  const AnnotatedSql file = read("-- claim: P1\n-- says: one\n--   two\n--       three\n-- four\n--   five\nSELECT 1");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "says"), "one two three");
}

// Behind the first SQL everything is SQL: a comment there may have any word.
TEST(AnnotatedSql, CommentsWithinSqlAreNoAnnotations) {
  const AnnotatedSql file = read("-- claim: P1\nSELECT 1\n-- note: a comment\n-- place: nowhere\n+ 1");
  EXPECT_TRUE(file.blocks[0].annotations.empty());
  EXPECT_EQ(file.blocks[0].sql, "SELECT 1\n-- note: a comment\n-- place: nowhere\n+ 1");
}

TEST(AnnotatedSql, FileFromWindowsIsTheSame) {
  const AnnotatedSql file = read("-- paper: A\r\n-- claim: P1\r\n-- says: b\r\nSELECT 1\r\n");
  EXPECT_EQ(*find_value(file.header, "paper"), "A");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "says"), "b");
  EXPECT_EQ(file.blocks[0].sql, "SELECT 1");
}

TEST(AnnotatedSql, EmptyFileHasNothing) {
  const AnnotatedSql file = read("");
  EXPECT_TRUE(file.header.empty());
  EXPECT_TRUE(file.temporary_sql.empty());
  EXPECT_TRUE(file.blocks.empty());
}

TEST(AnnotatedSql, RefusalsNameFileLineAndNextStep) {
  EXPECT_EQ(sql_refusal("-- claim: P1\n-- plaec: x\n"), "a.sql:2: unknown key \"plaec\" (did you mean \"place\"?)");
  EXPECT_THAT(sql_refusal("-- place: x\n"), HasSubstr("a.sql:1: unknown key \"place\""));
  EXPECT_THAT(sql_refusal("-- claim: P1\n-- says: x\n-- says: y\n"),
              HasSubstr("a.sql:3: the key \"says\" comes twice"));
  EXPECT_THAT(sql_refusal("-- claim:\n"), HasSubstr("a.sql:1: this claim has no id"));
  EXPECT_THAT(sql_refusal("-- claim: P1\nSELECT 1;\n-- claim: P1\n"),
              HasSubstr("a.sql:3: claim P1 is already on line 1"));
}

TEST(CommaList, HasTheNamesWithoutBlanks) {
  EXPECT_THAT(split_list(" a, b c ,,d,", ','), ElementsAre("a", "b c", "d"));
  EXPECT_TRUE(split_list("  ", ';').empty());
}

}  // namespace
}  // namespace palio
