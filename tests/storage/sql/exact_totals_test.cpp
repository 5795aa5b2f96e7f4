#include "storage/sql/sql_function.h"

#include <algorithm>
#include <random>

#include "tests/storage/storage_fixture.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const SqlValue k_null;
constexpr std::int64_t k_greatest = std::numeric_limits<std::int64_t>::max();

class ExactTotals : public EmptyCampaignTest {
protected:
  /// An aggregate over the rows of a VALUES clause.
  SqlValue of(const std::string& aggregate, const std::string& values) {
    return column(fmt::format("WITH t(x) AS (VALUES {}) SELECT {}(x) FROM t", values, aggregate)).at(0);
  }
};

TEST_F(ExactTotals, RoundOnceAndNotAtEveryRow) {
  const std::string tenths = "(0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1), (0.1)";
  for (const char* aggregate : {"sum", "total"}) EXPECT_EQ(of(aggregate, tenths), SqlValue(1.0)) << aggregate;
  EXPECT_EQ(of("avg", tenths), SqlValue(0.1));
  EXPECT_EQ(of("sum", "(1e100), (1.0), (-1e100)"), SqlValue(1.0));
  EXPECT_EQ(of("avg", "(1e100), (1.5), (-1e100)"), SqlValue(0.5));
}

// The same numbers as SQLite gives without us, of the same types.
TEST_F(ExactTotals, IntegersNullsAndTextsAreAsSqliteHasThem) {
  EXPECT_EQ(of("sum", "(1), (2), (NULL)"), SqlValue(std::int64_t{3}));
  EXPECT_EQ(of("sum", "(1), (2.0)"), SqlValue(3.0));
  EXPECT_EQ(of("total", "(1), (2)"), SqlValue(3.0));
  EXPECT_EQ(of("avg", "(1), (2), (NULL)"), SqlValue(1.5));
  EXPECT_EQ(of("sum", "(-5), (2)"), SqlValue(std::int64_t{-3}));
  EXPECT_EQ(of("sum", "('4'), (1)"), SqlValue(std::int64_t{5}));
  EXPECT_EQ(of("sum", "('4x'), ('none'), (1)"), SqlValue(5.0));
  EXPECT_EQ(of("sum", "(NULL)"), k_null);
  EXPECT_EQ(of("avg", "(NULL)"), k_null);
  EXPECT_EQ(of("total", "(NULL)"), SqlValue(0.0));
  EXPECT_EQ(column("SELECT sum(x) FROM (SELECT 1 AS x) WHERE x = 2"), (std::vector<SqlValue>{k_null}));
  EXPECT_EQ(column("SELECT total(x) FROM (SELECT 1 AS x) WHERE x = 2"), (std::vector<SqlValue>{0.0}));
  EXPECT_EQ(column("WITH t(x) AS (VALUES (1), (1), (3)) SELECT sum(DISTINCT x) FROM t"),
            (std::vector<SqlValue>{std::int64_t{4}}));
}

TEST_F(ExactTotals, IntegersOverflowIfTheWholeSumDoes) {
  EXPECT_EQ(of("sum", fmt::format("({0}), (1), (-1)", k_greatest)), SqlValue(k_greatest));
  EXPECT_EQ(of("sum", fmt::format("({0}), (-1)", -k_greatest)), SqlValue(std::numeric_limits<std::int64_t>::min()));
  EXPECT_THAT(error_of([&] { of("sum", fmt::format("({0}), (1)", k_greatest)); }), HasSubstr("integer overflow"));
  EXPECT_THAT(error_of([&] { of("sum", fmt::format("({0}), (-2)", -k_greatest)); }), HasSubstr("integer overflow"));
  // 2^63 - 1 twice is 2^64 - 2, nearest to 2^64 among doubles; with a real it is no integer any more.
  EXPECT_EQ(of("total", fmt::format("({0}), ({0})", k_greatest)), SqlValue(0x1p64));
  EXPECT_EQ(of("sum", fmt::format("({0}), ({0}), (-18446744073709551616.0)", k_greatest)), SqlValue(-2.0));
}

TEST_F(ExactTotals, InfinitiesAreAsSqliteHasThem) {
  const SqlValue infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(of("sum", "(9e999), (1)"), infinity);
  EXPECT_EQ(of("avg", "(9e999), (9e999)"), infinity);
  EXPECT_EQ(of("sum", "(9e999), (-9e999)"), k_null);
  EXPECT_EQ(of("total", "(1e308), (1e308)"), infinity);
}

// Frames of two rows: what leaves takes its part with it, an infinity too.
TEST_F(ExactTotals, WindowsSlide) {
  const std::string rows = "WITH t(i, x) AS (VALUES (1, 1e100), (2, 1.0), (3, NULL), (4, 9e999), (5, 2), (6, 3)) ";
  const std::string frame = " OVER (ORDER BY i ROWS 1 PRECEDING) FROM t ORDER BY i";
  const SqlValue infinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(column(rows + "SELECT sum(x)" + frame), ElementsAre(SqlValue(1e100), SqlValue(1e100), SqlValue(1.0),
                                                                  infinity, infinity, SqlValue(std::int64_t{5})));
  EXPECT_THAT(column(rows + "SELECT avg(x)" + frame),
              ElementsAre(SqlValue(1e100), SqlValue(5e99), SqlValue(1.0), infinity, infinity, SqlValue(2.5)));
  EXPECT_THAT(
      column("WITH t(i) AS (VALUES (1), (2), (3)) SELECT sum(i) FILTER (WHERE i <> 2) OVER (ORDER BY i) FROM t"),
      ElementsAre(SqlValue(std::int64_t{1}), SqlValue(std::int64_t{1}), SqlValue(std::int64_t{4})));
}

// The same results, written in 10 orders into 10 campaigns.
TEST(ExactTotalsOfResults, OrderOfStoringChangesNothing) {
  std::mt19937_64 random(3);
  std::lognormal_distribution<double> makespan(5, 3);
  std::vector<StoredResult> results;
  for (std::int64_t workload = 1; workload <= 40; ++workload)
    results.push_back(completed({1, workload, 1}, makespan(random)));
  std::optional<std::vector<SqlValue>> first;
  for (int order = 0; order < 10; ++order) {
    const TemporaryFolder folder;
    {
      ResultStore store(folder.file("made.db"), study_info("made"));
      add_samples(store, 1, 40, 1);
      store.begin_session(session_info());
      store.write(results);
      store.end_session("finished");
    }
    const std::vector<SqlValue> row = rows_of(CampaignReader(folder.file("made.db")),
                                              "SELECT avg(makespan), sum(makespan), total(makespan) FROM results")
                                          .at(0);
    if (!first) first = row;
    EXPECT_EQ(row, *first) << order;
    std::ranges::shuffle(results, random);
  }
}

}  // namespace
}  // namespace palio::test
