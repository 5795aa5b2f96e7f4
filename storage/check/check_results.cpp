// The checks of results, failures, applications and sessions: what one table says, another confirms.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <array>

#include "core/outcome.h"
#include "storage/check/check_steps.h"
#include "storage/file/dimension_table.h"
#include "storage/file/metric_columns.h"
#include "storage/file/row_checksum.h"

namespace palio {
namespace {

constexpr const char* k_same_scenario =
    "f.platform_id = r.platform_id AND f.workload_id = r.workload_id AND f.strategy_id = r.strategy_id";

// Reports how many rows a query counts, unless there are none.
void expect_none(const CheckContext& context, Finding& finding, const std::string& sql, std::string_view problem) {
  const std::int64_t count = number_of(context.database, sql);
  if (count > 0) finding.problems.push_back(fmt::format("{} {}", count, problem));
}

void expect_equal(Finding& finding, std::string_view what, std::int64_t said, std::int64_t stored,
                  std::string_view where) {
  if (said != stored)
    finding.problems.push_back(fmt::format("the sessions count {} {}, {} holds {}", said, what, where, stored));
}

std::string all_metrics(SQLite::Database& database) {
  std::string names;
  for (const MetricColumn& metric : metric_columns(database))
    names += fmt::format("{}{}", names.empty() ? "" : ", ", quoted_name(metric.name));
  return names;
}

// An unknown word with the right checksum comes from a newer Palio.
void check_words(const CheckContext& context, Finding& finding) {
  SQLite::Statement words(
      context.database,
      fmt::format("SELECT outcome, count(*) FROM result WHERE outcome <> 'completed' AND checksum IS NOT {} GROUP BY "
                  "outcome",
                  checksum_expression(context.database, "result")));
  while (words.executeStep()) {
    const std::string word = words.getColumn(0).getString();
    if (!failure_kind(word))
      finding.problems.push_back(
          fmt::format("{} results have the unknown outcome \"{}\"", words.getColumn(1).getInt64(), word));
  }
}

}  // namespace

// By the index alone; that the index agrees with the table is part of the check of the pages.
void check_scenarios(const CheckContext& context, Finding& finding) {
  const std::int64_t rows = number_of(context.database, "SELECT count(*) FROM result");
  const std::int64_t scenarios = number_of(
      context.database, "SELECT count(*) FROM (SELECT DISTINCT platform_id, workload_id, strategy_id FROM result)");
  if (rows != scenarios)
    finding.problems.push_back(fmt::format("{} results of {} scenarios: some are stored twice", rows, scenarios));
  finding.found = fmt::format("{}, each stored once", rows);
}

void check_outcomes(const CheckContext& context, Finding& finding) {
  constexpr const char* largest = "1.7976931348623157e308";
  SQLite::Statement scan(context.database, fmt::format(R"(
    SELECT total(done), total(done AND (makespan IS NULL OR makespan NOT BETWEEN 0 AND {})), total(NOT done AND measured),
           total(attempt < 1)
    FROM (SELECT outcome = 'completed' AS done, makespan, coalesce({}) IS NOT NULL AS measured, attempt FROM result))",
                                                       largest, all_metrics(context.database)));
  scan.executeStep();
  constexpr std::array problems{"completed scenarios have no finite makespan", "failed scenarios have metrics",
                                "results have no attempt"};
  for (int i = 0; i < static_cast<int>(problems.size()); ++i)
    if (const std::int64_t count = scan.getColumn(i + 1).getInt64(); count > 0)
      finding.problems.push_back(fmt::format("{} {}", count, problems.at(i)));
  check_words(context, finding);
  const std::int64_t completed = scan.getColumn(0).getInt64();
  const std::int64_t failed = number_of(context.database, "SELECT count(*) FROM result WHERE outcome <> 'completed'");
  finding.found = fmt::format("{} completed with metrics, {} failed without", completed, failed);
}

void check_failures(const CheckContext& context, Finding& finding) {
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM result r WHERE outcome <> 'completed' AND NOT EXISTS (SELECT 1 FROM "
                          "failure f WHERE {} AND f.attempt = r.attempt AND f.kind = r.outcome)",
                          k_same_scenario),
              "failed scenarios have no row in failure for their attempt");
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM failure f JOIN result r ON {} WHERE f.attempt > r.attempt OR "
                          "(f.attempt = r.attempt AND f.kind <> r.outcome)",
                          k_same_scenario),
              "rows of failure disagree with the result of their attempt");
  finding.found = fmt::format("{} failed attempts, each with its message",
                              number_of(context.database, "SELECT count(*) FROM failure"));
}

void check_applications(const CheckContext& context, Finding& finding) {
  expect_none(
      context, finding,
      fmt::format("SELECT count(*) FROM application_result f LEFT JOIN result r ON {} WHERE r.outcome IS NULL OR "
                  "r.outcome <> 'completed'",
                  k_same_scenario),
      "applications belong to no completed scenario");
  expect_none(context, finding,
              "SELECT count(*) FROM (SELECT 1 FROM application_result GROUP BY platform_id, workload_id, strategy_id "
              "HAVING min(application) <> 0 OR max(application) <> count(*) - 1)",
              "batches miss an application");
  finding.found = fmt::format("{} rows, all of completed scenarios",
                              number_of(context.database, "SELECT count(*) FROM application_result"));
}

// A batch and its session's counts are one transaction, so that they agree also after a kill. Attempts are numbered
// from 1 and each is counted once, so that a scenario's attempt says how often the sessions counted it.
void check_sessions(const CheckContext& context, Finding& finding) {
  SQLite::Statement sums(context.database,
                         "SELECT count(*), total(how = 'finished'), total(how = 'interrupted'), total(ended IS NULL), "
                         "total(completed + failed), total(failed) FROM session");
  sums.executeStep();
  const std::int64_t attempts = sums.getColumn(4).getInt64();
  const std::int64_t pruned_attempts = number_of(context.database, "SELECT total(attempts) FROM pruning");
  const std::int64_t pruned_failures = number_of(context.database, "SELECT total(failures) FROM pruning");
  expect_equal(finding, "attempts", attempts - pruned_attempts,
               number_of(context.database, "SELECT total(attempt) FROM result"), "table result");
  expect_equal(finding, "failed ones", sums.getColumn(5).getInt64() - pruned_failures,
               number_of(context.database, "SELECT count(*) FROM failure"), "table failure");
  expect_none(context, finding, "SELECT count(*) FROM session WHERE stored_before > min(wanted, results_before)",
              "sessions began with more results than there were");
  const std::int64_t running = context.file.locked() ? 1 : 0;
  finding.found =
      fmt::format("{} ({} finished, {} interrupted, {} killed, {} running) made {} attempts at {} scenarios",
                  sums.getColumn(0).getInt64(), sums.getColumn(1).getInt64(), sums.getColumn(2).getInt64(),
                  std::max<std::int64_t>(0, sums.getColumn(3).getInt64() - running), running, attempts,
                  number_of(context.database, "SELECT count(*) FROM result"));
}

}  // namespace palio
