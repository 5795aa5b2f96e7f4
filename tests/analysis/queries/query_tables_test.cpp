#include "analysis/queries/query_tables.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "core/error.h"
#include "tests/analysis/made_campaign.h"
#include "tests/support/temporary_folder.h"

namespace palio::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class QueryTablesTest : public testing::Test {
protected:
  std::vector<std::vector<SqlValue>> rows(const std::string& sql) {
    CampaignReader reader(file_);
    add_query_functions(reader);
    return rows_of(reader, sql);
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("campaign.db");
};

// What the tables are by SQL alone, in common table expressions of which contender, field and contest are asked for.
constexpr std::string_view k_by_sql = R"(WITH
  attempt AS (SELECT platform_id, workload_id, strategy_id, {0} AS value, {1} AS cost, outcome <> 'completed' AS failed
              FROM measured),
  tally AS (SELECT strategy_id, count(*) AS ran, sum(NOT failed) AS completed, count(value) AS measured,
                   count(cost) AS comparable, sum(failed) AS failed
            FROM attempt GROUP BY strategy_id),
  widest AS (SELECT strategy_id, ran FROM tally JOIN strategy ON id = strategy_id WHERE 2 * comparable >= ran
             ORDER BY ran DESC, label LIMIT 1),
  contender AS (
    SELECT other.strategy_id
    FROM widest JOIN result mine USING (strategy_id)
    JOIN result other ON other.platform_id = mine.platform_id AND other.workload_id = mine.workload_id
    WHERE other.strategy_id IN (SELECT strategy_id FROM tally WHERE 2 * comparable >= ran)
    GROUP BY other.strategy_id HAVING count(*) >= 0.75 * max(widest.ran)),
  field AS (SELECT count(*) AS strategies FROM contender),
  common AS (
    SELECT platform_id, workload_id, strategy_id,
           iif(count(cost) OVER instance = (SELECT strategies FROM field), cost, NULL) AS cost,
           iif(count(cost) OVER instance = max(2, (SELECT strategies FROM field)), nullif(min(cost) OVER instance, 0), NULL)
             AS best
    FROM (SELECT platform_id, workload_id, strategy_id, iif(strategy_id IN contender, cost, NULL) AS cost FROM attempt)
    WINDOW instance AS (PARTITION BY platform_id, workload_id)),
  common_to_all AS (
    SELECT count(*) AS together
    FROM (SELECT 1 FROM attempt WHERE strategy_id IN contender GROUP BY platform_id, workload_id
          HAVING sum(NOT failed) = (SELECT strategies FROM field))),
  excuse AS (
    SELECT strategy_id, CASE WHEN completed = 0 THEN 'completed nothing'
                             WHEN measured = 0 THEN 'no value of the metric'
                             WHEN comparable = 0 THEN 'no value to compare'
                             WHEN 2 * completed < ran THEN 'completed less than half'
                             WHEN 2 * comparable < ran THEN 'a value on less than half'
                             WHEN strategy_id NOT IN contender THEN 'not run everywhere'
                             WHEN (SELECT strategies FROM field) < 2 THEN 'nothing to compare with'
                             WHEN EXISTS (SELECT 1 FROM common WHERE cost IS NOT NULL) THEN NULL
                             WHEN together > 0 THEN 'no instance where all have a value'
                             ELSE 'no instance that all completed' END AS note FROM tally JOIN common_to_all),
  ranked AS (
    SELECT *,
           iif(cost IS NULL OR (SELECT strategies FROM field) < 2, NULL,
               (count(cost) OVER (upwards RANGE BETWEEN UNBOUNDED PRECEDING AND 1e-9 PRECEDING)
                + count(cost) OVER (upwards RANGE BETWEEN UNBOUNDED PRECEDING AND 1e-9 FOLLOWING) + 1) / 2.0) AS rank
    FROM common WINDOW upwards AS (PARTITION BY platform_id, workload_id ORDER BY ln(max(cost, 1e-300)))),
  factored AS (SELECT *, iif(cost <= best * (1 + 1e-9), 1.0, cost / best) AS factor FROM ranked),
  summed AS (
    SELECT strategy_id, count(factor) AS factors, coalesce(sum(factor = 1), 0) AS times_best, avg(factor) AS mean,
           exp(avg(ln(factor))) AS geometric, quantile(factor, 0.05) AS q5, quantile(factor, 0.25) AS q25, quantile(factor, 0.5) AS q50,
           quantile(factor, 0.75) AS q75, quantile(factor, 0.95) AS q95, max(factor) AS largest, max(factor) / sum(factor) AS share
    FROM factored GROUP BY strategy_id),
  placed AS (
    SELECT *, iif(factors > 0, row_number() OVER (
             ORDER BY factors = 0, iif((SELECT max(share > 0.5 AND factors >= 10) FROM summed), geometric, mean), label), NULL) AS place
    FROM summed JOIN strategy ON id = strategy_id),
  compared AS (
    SELECT a.strategy_id AS strategy, b.strategy_id AS other, count(a.cost + b.cost) AS instances,
           mean_ratio(a.cost, b.cost) AS mean_ratio,
           wins(a.cost, b.cost) AS wins, ties(a.cost, b.cost) AS ties, losses(a.cost, b.cost) AS losses,
           wilcoxon(a.cost, b.cost) AS p,
           iif(min(a.cost) > 0 AND min(b.cost) > 0, mean_p(ln(a.cost) - ln(b.cost), a.platform_id, a.workload_id), NULL)
             AS draws_p,
           platform_draws(a.platform_id) AS platform_draws, workload_draws(a.workload_id) AS workload_draws,
           iif(min(a.cost) > 0 AND min(b.cost) > 0, avg(ln(a.cost) - ln(b.cost)), NULL) AS log_ratio,
           iif(min(a.cost) > 0 AND min(b.cost) > 0, confidence(ln(a.cost) - ln(b.cost), a.platform_id, a.workload_id), NULL)
             AS log_margin
    FROM attempt a JOIN attempt b ON b.platform_id = a.platform_id AND b.workload_id = a.workload_id
    WHERE a.cost IS NOT NULL AND b.cost IS NOT NULL
      AND (SELECT label FROM strategy WHERE id = a.strategy_id) < (SELECT label FROM strategy WHERE id = b.strategy_id)
    GROUP BY a.strategy_id, b.strategy_id)
)";

// Of up to six strategies on up to nine instances, some missing, some failed, with ties, zeros and few values.
std::vector<MadeResult> random_results(std::mt19937& random) {
  const auto upto = [&](int most) { return std::uniform_int_distribution<>(0, most)(random); };
  const int strategies = 1 + upto(5), missing = upto(4), failing = upto(6);
  std::vector<MadeResult> results;
  for (const char* platform : {"lille", "nancy", "rennes"})
    for (int sample = 0; sample < 3; ++sample)
      for (int strategy = 0; strategy < strategies; ++strategy) {
        if (upto(9) < missing * (strategy % 2)) continue;
        MadeResult result{
            .platform = platform, .sample = sample, .strategy = std::string(1, static_cast<char>('F' - strategy))};
        result.fails = upto(9) < failing * (strategy % 3) / 2;
        result.makespan = upto(3) == 0 ? 1 + 1e-10 * upto(1) : 1 + upto(40) / 8.0;
        result.efficiency = upto(20) == 0 ? (upto(1) == 0 ? 0 : k_absent) : upto(8) / 8.0;
        results.push_back(result);
      }
  return results;
}

TEST_F(QueryTablesTest, AreWhatSqlAloneSays) {
  std::mt19937 random(5);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    file_ = folder_.file(fmt::format("{}.db", round));
    store_campaign(file_, random_results(random));
    for (const auto& [metric, cost] : {std::pair{"makespan", "makespan"}, {"efficiency", "1.0 / efficiency"}}) {
      SCOPED_TRACE(fmt::format("round {}, {}", round, metric));
      const std::string by_sql = fmt::format(k_by_sql, metric, cost);
      EXPECT_EQ(
          rows(fmt::format("SELECT * FROM contenders('{}')", metric)),
          rows(by_sql +
               "SELECT strategy_id, ran, completed, failed, strategy_id IN contender, strategies, together, note, "
               "factors, times_best, mean, geometric, q5, q25, q50, q75, q95, largest, share, place "
               "FROM tally JOIN excuse USING "
               "(strategy_id) JOIN field JOIN common_to_all JOIN placed USING (strategy_id) ORDER BY strategy_id"));
      const auto contest = rows(fmt::format("SELECT * FROM contest('{}')", metric));
      EXPECT_EQ(contest, rows(by_sql + "SELECT strategy_id, platform_id, workload_id, cost, best, rank, factor FROM "
                                       "factored ORDER BY strategy_id, platform_id, workload_id"));
      EXPECT_EQ(
          rows(fmt::format("SELECT strategy_id, platform_id, workload_id, factor, makespan, efficiency, processors, "
                           "best_makespan, best_efficiency FROM contest_results('{}') WHERE rank IS NOT NULL",
                           metric)),
          rows(by_sql + "SELECT strategy_id, platform_id, workload_id, factor, makespan, efficiency, processors, "
                        "min(makespan) OVER instance, max(efficiency) OVER instance FROM factored JOIN measured "
                        "USING (platform_id, workload_id, strategy_id) WHERE rank IS NOT NULL "
                        "WINDOW instance AS (PARTITION BY platform_id, workload_id) ORDER BY 1, 2, 3"));
      EXPECT_EQ(rows(fmt::format("SELECT * FROM factor_steps('{}')", metric)),
                rows(by_sql + "SELECT strategy_id, max(0, min(350, CAST(ceil(ln(factor / (1 + 1e-9)) / ln(1.02)) AS "
                              "INTEGER))) AS step, count(*) FROM factored WHERE factor IS NOT NULL GROUP BY 1, 2"));
      EXPECT_EQ(rows(fmt::format("SELECT * FROM pairs('{}') ORDER BY strategy_id, other_id", metric)),
                rows(by_sql + "SELECT * FROM compared ORDER BY strategy, other"));
      for (const auto& row : contest) compared += std::holds_alternative<double>(row[5]) ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 300);
}

TEST_F(QueryTablesTest, MetricThatThereIsNotOrThatRanksNobodyIsRefused) {
  store_campaign(file_, {{.strategy = "A"}});
  EXPECT_THAT([&] { rows("SELECT * FROM contest('makspan')"); },
              ThrowsMessage<UserError>(HasSubstr("there is no metric makspan (did you mean \"makespan\"?)")));
  EXPECT_THAT([&] { rows("SELECT * FROM pairs('processors')"); },
              ThrowsMessage<UserError>(HasSubstr("processors describes a scenario")));
  EXPECT_THAT([&] { rows("SELECT * FROM effects('makespan of A / A')"); },
              ThrowsMessage<UserError>(HasSubstr("A / A is one strategy")));
  EXPECT_THAT([&] { rows("SELECT * FROM effects('makespan of A')"); },
              ThrowsMessage<UserError>(HasSubstr("as in effects('makespan of HCPA / M-HEFT'); \"A\" is one")));
  EXPECT_THAT([&] { rows("SELECT * FROM effects('makspan')"); },
              ThrowsMessage<UserError>(HasSubstr("did you mean \"makespan\"?")));
  EXPECT_THAT([&] { rows("SELECT std(makespan) FROM results"); },
              ThrowsMessage<UserError>(HasSubstr("stddev is the standard deviation of the sample")));
  EXPECT_THAT([&] { rows("SELECT * FROM contenders(1)"); },
              ThrowsMessage<UserError>(HasSubstr("contenders() takes a metric: contenders('makespan')")));
}

// Of two readings of the platforms: what was asked before about the whole campaign does not answer for a part of it.
TEST_F(QueryTablesTest, ArePartOfWhatStatementsSee) {
  store_campaign(file_, {{.platform = "lille", .strategy = "A"}, {.platform = "nancy", .strategy = "A"}});
  const auto readers = read_one_snapshot(file_, 2);
  const auto tables = make_query_tables();
  for (const auto& reader : readers) {
    add_query_functions(*reader, tables);
    const auto platforms = [&] { return rows_of(*reader, "SELECT platform_id FROM contest('makespan')"); };
    const auto ids = [&](const char* table) {
      std::vector<std::int64_t> found;
      for (const auto& row : rows_of(*reader, fmt::format("SELECT id FROM {} ORDER BY id", table)))
        found.push_back(std::get<std::int64_t>(row.front()));
      return found;
    };
    const std::int64_t one = ids("platform").at(0), other = ids("platform").at(1);
    const std::vector<SqlValue> first{one}, second{other};
    EXPECT_THAT(platforms(), ElementsAre(first, second));
    for (const std::int64_t platform : {other, one})
      reader->in_snapshot([&] {
        reader->narrow(
            {.platforms = {platform}, .workloads = ids("workload"), .strategies = {{ids("strategy").front(), "A"}}});
        EXPECT_THAT(platforms(), ElementsAre(platform == one ? first : second));
        EXPECT_EQ(reader->results({}).ids->size(), 1U);
      });
    EXPECT_THAT(platforms(), ElementsAre(first, second));
  }
}

// A reader that stays open sees what came meanwhile.
TEST_F(QueryTablesTest, FollowTheCampaign) {
  store_campaign(file_, {{.strategy = "A"}});
  CampaignReader reader(file_);
  add_query_functions(reader);
  const auto ran = [&] { return rows_of(reader, "SELECT ran FROM contenders('makespan')"); };
  EXPECT_THAT(ran(), ElementsAre(ElementsAre(SqlValue(std::int64_t{1}))));
  store_campaign(file_, {{.strategy = "A"}, {.strategy = "B"}});
  EXPECT_THAT(ran(), ElementsAre(ElementsAre(SqlValue(std::int64_t{1})), ElementsAre(SqlValue(std::int64_t{1}))));
}

}  // namespace
}  // namespace palio::test
