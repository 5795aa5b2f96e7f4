#include "storage/read/scenario_expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/error_of.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::array k_star{parameter("workers", ParameterType::integer), parameter("seed", ParameterType::integer)};
const std::array k_tasks{parameter("size", ParameterType::real), parameter("seed", ParameterType::integer)};

class ScenarioExpressionTest : public testing::Test {
protected:
  static ScenarioExpression expression(const std::string& sql) {
    const DimensionRow platform{{"star", {{"workers", std::int64_t{1}}, {"seed", std::int64_t{1}}}}, "p", k_star, {}};
    const DimensionRow workload{{"tasks", {{"size", 1.0}, {"seed", std::int64_t{1}}}}, "w", k_tasks, {}};
    const DimensionRow strategy{{"WQ", {}}, "WQ", {}, {}};
    return {sql, std::span(&platform, 1), std::span(&workload, 1), std::span(&strategy, 1)};
  }

  static std::string refusal(const std::string& sql) {
    return test::error_of([&] { expression(sql); });
  }

  static std::vector<std::string> columns(const ScenarioExpression& expression, std::size_t part) {
    std::vector<std::string> names;
    for (const ViewColumn& column : expression.columns(part)) names.push_back(column.table + "." + column.source);
    return names;
  }
};

TEST_F(ScenarioExpressionTest, KnowsTheColumnsOfItsParts) {
  const ScenarioExpression both = expression("workers > 3 AND (strategy = 'WQ' OR workload_seed = 1)");
  ASSERT_EQ(both.part_count(), 2U);
  EXPECT_THAT(columns(both, 0), ElementsAre("platform.workers"));
  EXPECT_THAT(columns(both, 1), ElementsAre("strategy.label", "workload.seed"));
}

TEST_F(ScenarioExpressionTest, ComparesAsTheColumnsOfTheViewDo) {
  // The text takes the type of the column: 10 = '10' is false in SQLite, workers = '10' is not.
  EXPECT_TRUE(expression("workers = '10'").holds(0, std::vector<SqlValue>{std::int64_t{10}}));
  EXPECT_TRUE(expression("size = 2").holds(0, std::vector<SqlValue>{2.0}));
  EXPECT_FALSE(expression("size = 2").holds(0, std::vector<SqlValue>{2.5}));
  EXPECT_FALSE(expression("size = 2").holds(0, std::vector<SqlValue>{SqlValue()}));  // NULL is not true
}

TEST_F(ScenarioExpressionTest, NamesWhatCouldBeMeant) {
  EXPECT_THAT(refusal("worker > 1"), HasSubstr("has no column worker (did you mean \"workers\"?)"));
  EXPECT_THAT(refusal("makespan > 1"), HasSubstr("before a scenario runs it has no column makespan"));
  EXPECT_THAT(refusal("strategy = \"WQ\""), HasSubstr("single quotes: 'WQ'"));
}

TEST_F(ScenarioExpressionTest, RefusesWhatDoesMoreThanCompare) {
  EXPECT_THAT(refusal("workers IN (SELECT 1)"), HasSubstr("subqueries"));
  EXPECT_THAT(refusal("EXISTS (SELECT * FROM results)"), HasSubstr("subqueries"));
  EXPECT_THAT(refusal("random() > 0"), HasSubstr("non-deterministic"));
  EXPECT_THAT(refusal("date('now') > '2000'"), HasSubstr("not authorized"));
  EXPECT_THAT(refusal("CURRENT_DATE > '2000'"), HasSubstr("not authorized"));
  EXPECT_THAT(refusal("load_extension('x')"), HasSubstr("not authorized"));
  EXPECT_THAT(refusal("count(*) > 1"), HasSubstr("aggregate"));
}

// SQLite's trees are at most 1,000 deep.
TEST_F(ScenarioExpressionTest, SaysHowManyConditionsItMayJoin) {
  const auto either = [](int count) {
    std::string sql = "size = 0.5", values = "0.5";
    for (int i = 1; i < count; ++i) {
      sql += " OR size = 0." + std::to_string(1000 + i);
      values += ", 0." + std::to_string(1000 + i);
    }
    return std::pair(sql, "size IN (" + values + ")");
  };
  EXPECT_TRUE(expression(either(900).first).holds(0, std::vector<SqlValue>{0.1899}));
  EXPECT_THAT(refusal(either(3000).first), testing::EndsWith("a list of values is one condition, x IN (1, 2, 3)"));
  EXPECT_TRUE(expression(either(3000).second).holds(0, std::vector<SqlValue>{0.3999}));
  EXPECT_FALSE(expression(either(3000).second).holds(0, std::vector<SqlValue>{0.4}));
}

TEST_F(ScenarioExpressionTest, RefusesWhatIsNoExpression) {
  for (const char* sql : {"", " ", "1; DROP TABLE results", "1 AS x", "1, 2", "1) AS a, (1", "1 FROM results --",
                          "workers >", "workers > 1 /* open", "workers > 1 ORDER BY 1"})
    EXPECT_NE(refusal(sql), "no error") << sql;
  EXPECT_EQ(refusal("workers > 1 -- of many"), "no error");
  EXPECT_EQ(refusal("workers > 1 /* many */"), "no error");
}

TEST_F(ScenarioExpressionTest, SaysWhatIsNotClosed) {
  EXPECT_EQ(refusal("workers = 10 /*"),
            "--where workers = 10 /*: a comment begins with /* and does not end: close it with */");
  EXPECT_EQ(refusal("strategy = 'WQ"), "--where strategy = 'WQ: a quote is opened and not closed");
  EXPECT_THAT(refusal("strategy = '/*"), HasSubstr("a quote is opened"));
  EXPECT_EQ(refusal("strategy = '/*'"), "no error");
  EXPECT_EQ(refusal("workers = 10;"), "--where workers = 10;: a semicolon ends it: leave it out");
  EXPECT_EQ(refusal("workers = 10; workers = 20"),
            "--where workers = 10; workers = 20: a semicolon ends it: leave it out");
  EXPECT_EQ(refusal("strategy = ';'"), "no error");
}

TEST_F(ScenarioExpressionTest, SaysWhatCannotBeComputed) {
  ScenarioExpression overflow = expression("abs(workers) = 1");
  EXPECT_THROW(overflow.holds(0, std::vector<SqlValue>{std::numeric_limits<std::int64_t>::min()}), UserError);
  EXPECT_TRUE(overflow.holds(0, std::vector<SqlValue>{std::int64_t{-1}}));
}

TEST(Conjunction, IsPartedAtItsAnds) {
  EXPECT_THAT(conjunction_parts("a=1 AND b=2 and c"), ElementsAre("a=1 ", " b=2 ", " c"));
  EXPECT_THAT(conjunction_parts("a=1 AND (b=2 OR c AND d)"), ElementsAre("a=1 ", " (b=2 OR c AND d)"));
  EXPECT_THAT(conjunction_parts("NOT a AND b"), ElementsAre("NOT a ", " b"));
}

TEST(Conjunction, KeepsTheAndOfBetweenAndOfCase) {
  EXPECT_THAT(conjunction_parts("a BETWEEN 1 AND 2 AND b NOT BETWEEN 3 AND 4"),
              ElementsAre("a BETWEEN 1 AND 2 ", " b NOT BETWEEN 3 AND 4"));
  EXPECT_THAT(conjunction_parts("CASE WHEN a AND b THEN c END AND d"),
              ElementsAre("CASE WHEN a AND b THEN c END ", " d"));
}

TEST(Conjunction, StaysWholeUnderAnOr) { EXPECT_THAT(conjunction_parts("a AND b OR c"), ElementsAre("a AND b OR c")); }

TEST(Conjunction, DoesNotLookIntoTextsNamesAndComments) {
  for (const char* whole : {"a = 'x AND y'", "\"p AND q\" = 1", "`p AND q` = 1", "[p AND q] = 1", "a /* x AND y */ = 1",
                            "a = 1 -- x AND y", "a = 'it''s AND '", "android", "a = 'x AND y", "operand and_b"})
    EXPECT_THAT(conjunction_parts(whole), ElementsAre(whole));
}

}  // namespace
}  // namespace palio::test
