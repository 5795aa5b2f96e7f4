#include "analysis/annotated/annotated_sql.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio::test {
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
  EXPECT_THAT(sql_refusal("-- plaec: x\n"), HasSubstr("a.sql:1: unknown key \"plaec\""));
  EXPECT_THAT(sql_refusal("-- claim: P1\n-- says: x\n-- says: y\n"),
              HasSubstr("a.sql:3: the key \"says\" is given twice"));
  EXPECT_THAT(sql_refusal("-- claim:\n"), HasSubstr("a.sql:1: this claim has no id"));
  EXPECT_THAT(sql_refusal("-- claim: P1\nSELECT 1;\n-- claim: P1\n"),
              HasSubstr("a.sql:3: claim P1 is already on line 1"));
}

TEST(AnnotatedSql, BlocksInheritKeysOfTheHeaderThatAreNotItsOwn) {
  const AnnotatedSql file =
      read("-- paper: A\n-- place: table 1\n-- claim: P1\nSELECT 1\n-- claim: P2\n-- place: {here}\nSELECT 2");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "place"), "table 1");
  EXPECT_EQ(find_annotation(file.blocks[0].annotations, "place")->line, 2U);
  EXPECT_EQ(find_value(file.blocks[0].annotations, "paper"), nullptr);
  EXPECT_EQ(*find_value(file.blocks[1].annotations, "place"), "{here}");
}

// What a row says goes before what its table says, that before the pattern, that before the header.
TEST(AnnotatedSql, TableHasABlockInEachRow) {
  const AnnotatedSql file = read(
      "-- place: the header\n-- claims: claim | word | says\n--   P1 | one | short\n--   P2 | two |\n"
      "-- place: {word} of {claim}\nSELECT '{word}', '{Word} {2}';\n-- claim: P3\nSELECT 3");
  ASSERT_EQ(file.blocks.size(), 3U);
  EXPECT_EQ(file.blocks[0].id, "P1");
  EXPECT_EQ(file.blocks[0].line, 3U);
  EXPECT_EQ(file.blocks[0].sql, "SELECT 'one', '{Word} {2}';");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "says"), "short");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "place"), "one of P1");
  EXPECT_EQ(*find_value(file.blocks[1].annotations, "says"), "");
  EXPECT_EQ(*find_value(file.blocks[1].annotations, "place"), "two of P2");
  EXPECT_EQ(*find_value(file.blocks[2].annotations, "place"), "the header");
}

TEST(AnnotatedSql, PatternGivesKeysAndAQuery) {
  const AnnotatedSql file = read(
      "-- place: the header\n-- pattern: half\n-- place: {word}\n-- says: half\nSELECT x / 2 FROM ({query});\n"
      "-- claims: claim | word\n--   P1 | one\n-- like: half\nSELECT '{word}' AS x;\n"
      "-- claim: P2\n-- like: half\n-- place: own\nSELECT 2 AS x\n-- pattern: whole\nSELECT 1;\n"
      "-- claims: claim | like | says\n--   P3 | whole | more\n--   P4 | | none\n");
  ASSERT_EQ(file.blocks.size(), 4U);
  EXPECT_EQ(file.blocks[0].sql, "SELECT x / 2 FROM (SELECT 'one' AS x\n);");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "place"), "one");
  EXPECT_EQ(*find_value(file.blocks[0].annotations, "says"), "half");
  EXPECT_EQ(file.blocks[1].sql, "SELECT x / 2 FROM (SELECT 2 AS x\n);");
  EXPECT_EQ(*find_value(file.blocks[1].annotations, "place"), "own");
  EXPECT_EQ(file.blocks[2].sql, "SELECT 1;");
  EXPECT_EQ(file.blocks[3].sql, "");
}

TEST(AnnotatedSql, RefusalsOfTablesNameTheRow) {
  EXPECT_EQ(sql_refusal("-- claims: id | says\n"),
            "a.sql:1: the first column of claims is \"id\"; write -- claims: claim | ...");
  EXPECT_EQ(sql_refusal("-- claims: claim | says\nSELECT 1"),
            "a.sql:1: this table has no rows; each is a line `--   ID | ...`");
  EXPECT_EQ(sql_refusal("-- claims: claim | says\n--   P1 | a\n--   P2 | b | c\nSELECT 1"),
            "a.sql:3: this row has 3 cells, its table 2 columns");
  EXPECT_EQ(sql_refusal("-- claims: claim | says\n--   P1 | a\n--   P1 | b\nSELECT 1"),
            "a.sql:3: claim P1 is already on line 2; give this one another id");
  EXPECT_EQ(sql_refusal("-- claims: claim | word\n--   P1 | a\n-- says: {wordd}\nSELECT '{word}'"),
            "a.sql:3: {wordd} is not a column of claim P1 (did you mean \"word\"?)");
  EXPECT_EQ(sql_refusal("-- claims: claim | plaec\n--   P1 | a\nSELECT 1"),
            "a.sql:1: the column \"plaec\" is not a key and is never used as {plaec} (did you mean \"place\"?)");
}

TEST(AnnotatedSql, RefusalsOfPatternsNameTheBlock) {
  EXPECT_EQ(sql_refusal("-- claim: P1\n-- like: half\nSELECT 1"),
            "a.sql:2: like \"half\": the file has no `-- pattern: half`");
  EXPECT_EQ(sql_refusal("-- pattern: half\nSELECT 1 FROM ({query})\n-- claim: P1\n-- like: half\n"),
            "a.sql:3: claim P1 has no query for {query} of the pattern half");
  EXPECT_EQ(sql_refusal("-- pattern: half\nSELECT 1\n-- claim: P1\n-- like: half\nSELECT 2"),
            "a.sql:3: claim P1 has a query, but the pattern half has another one without {query}");
}

TEST(CommaList, HasTheNamesWithoutBlanks) {
  EXPECT_THAT(split_list(" a, b c ,,d,", ','), ElementsAre("a", "b c", "d"));
  EXPECT_TRUE(split_list("  ", ';').empty());
}

AnnotatedBlock block() { return {"P1", {{"says", "more is less", 5}, {"place", "", 6}}, "", 4}; }

template <class Read>
std::string reader_refusal(Read read) {
  const AnnotatedBlock without_query = block();
  return test::error_of([&] { read(AnnotationReader("a.sql", "claim", without_query)); });
}

TEST(AnnotationReader, GivesWhatIsSaid) {
  const AnnotatedBlock read = block();
  const AnnotationReader reader("a.sql", "claim", read);
  EXPECT_EQ(reader.text("says"), "more is less");
  EXPECT_EQ(reader.text("unit"), "");
  EXPECT_EQ(reader.required("says"), "more is less");
}

TEST(AnnotationReader, RefusesWhatIsNeededAndNotSaid) {
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.required("unit"); }),
            "a.sql:4: claim P1 does not say `-- unit: ...`");
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.required("place"); }),
            "a.sql:4: claim P1 does not say `-- place: ...`");
  EXPECT_EQ(reader_refusal([](const AnnotationReader& reader) { return reader.query(); }),
            "a.sql:4: claim P1 has no query; a SELECT follows its comments");
}

TEST(NamesStudy, AnEmptyListStandsForAll) {
  EXPECT_TRUE(names_study({}, "mine"));
  EXPECT_TRUE(names_study({"one", "mine"}, "mine"));
  EXPECT_FALSE(names_study({"one"}, "mine"));
}

}  // namespace
}  // namespace palio::test
