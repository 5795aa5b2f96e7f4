// The checks of results, failures, applications and sessions: what one table says, another confirms.
#include <algorithm>
#include <array>

#include "storage/check/check_steps.h"
#include "storage/file/metric_columns.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"

namespace palio {
namespace {

// Reports how many rows a query counts, unless there are none.
void expect_none(const CheckContext& context, Finding& finding, const std::string& sql, std::string_view problem) {
  if (const std::int64_t count = whole_number(context.database, sql); count > 0)
    add_problem(finding, "{} {}", count, problem);
}

void expect_equal(Finding& finding, std::string_view what, std::int64_t said, std::int64_t stored,
                  std::string_view where) {
  if (said != stored) add_problem(finding, "the sessions count {} {}, {} holds {}", said, what, where, stored);
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
      add_problem(finding, "{} results have the unknown outcome \"{}\"", words.getColumn(1).getInt64(), word);
  }
}

}  // namespace

// By the index alone; that the index agrees with the table is part of the check of the pages.
void check_scenarios(const CheckContext& context, Finding& finding) {
  const std::int64_t rows = whole_number(context.database, "SELECT count(*) FROM result");
  const std::int64_t scenarios = whole_number(
      context.database, "SELECT count(*) FROM (SELECT DISTINCT platform_id, workload_id, strategy_id FROM result)");
  if (rows != scenarios) add_problem(finding, "{} results of {} scenarios: some are stored twice", rows, scenarios);
  finding.found = fmt::format("{}, each stored once", rows);
}

void check_outcomes(const CheckContext& context, Finding& finding) {
  constexpr const char* largest = "1.7976931348623157e308";
  const std::string metrics =
      listed(metric_columns(context.database), [](const MetricColumn& metric) { return quoted_name(metric.name); });
  SQLite::Statement scan(context.database, fmt::format(R"(
    SELECT total(done), total(done AND (makespan IS NULL OR makespan NOT BETWEEN 0 AND {})), total(NOT done AND measured),
           total(attempt < 1)
    FROM (SELECT outcome = 'completed' AS done, makespan, coalesce({}) IS NOT NULL AS measured, attempt FROM result))",
                                                       largest, metrics));
  scan.executeStep();
  constexpr std::array problems{"completed scenarios have no finite makespan", "failed scenarios have metrics",
                                "results have no attempt"};
  for (int i = 0; i < static_cast<int>(problems.size()); ++i)
    if (const std::int64_t count = scan.getColumn(i + 1).getInt64(); count > 0)
      add_problem(finding, "{} {}", count, problems.at(i));
  check_words(context, finding);
  const std::int64_t completed = scan.getColumn(0).getInt64();
  const std::int64_t failed =
      whole_number(context.database, "SELECT count(*) FROM result WHERE outcome <> 'completed'");
  finding.found = fmt::format("{} completed with metrics, {} failed without", completed, failed);
}

void check_failures(const CheckContext& context, Finding& finding) {
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM result r WHERE outcome <> 'completed' AND NOT EXISTS (SELECT 1 FROM "
                          "failure f WHERE {} AND f.attempt = r.attempt AND f.kind = r.outcome)",
                          same_scenario("f", "r")),
              "failed scenarios have no row in failure for their attempt");
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM failure f JOIN result r ON {} WHERE f.attempt > r.attempt OR "
                          "(f.attempt = r.attempt AND f.kind <> r.outcome)",
                          same_scenario("f", "r")),
              "rows of failure disagree with the result of their attempt");
  finding.found = fmt::format("{} failed attempts, each with its message",
                              whole_number(context.database, "SELECT count(*) FROM failure"));
}

void check_applications(const CheckContext& context, Finding& finding) {
  expect_none(
      context, finding,
      fmt::format("SELECT count(*) FROM application_result f LEFT JOIN result r ON {} WHERE r.outcome IS NULL OR "
                  "r.outcome <> 'completed'",
                  same_scenario("f", "r")),
      "applications belong to no completed scenario");
  expect_none(context, finding,
              "SELECT count(*) FROM (SELECT 1 FROM application_result GROUP BY platform_id, workload_id, strategy_id "
              "HAVING min(application) <> 0 OR max(application) <> count(*) - 1)",
              "batches miss an application");
  finding.found = fmt::format("{} rows, all of completed scenarios",
                              whole_number(context.database, "SELECT count(*) FROM application_result"));
}

// A batch and its session's counts are one transaction, so that they agree also after a kill. Attempts are numbered
// from 1 and each is counted once, so that a scenario's attempt says how often the sessions counted it.
void check_sessions(const CheckContext& context, Finding& finding) {
  SQLite::Statement sums(context.database,
                         "SELECT count(*), total(how = 'finished'), total(how = 'interrupted'), total(ended IS NULL), "
                         "total(completed + failed), total(failed) FROM session");
  sums.executeStep();
  const std::int64_t attempts = sums.getColumn(4).getInt64();
  const std::int64_t pruned_attempts = whole_number(context.database, "SELECT total(attempts) FROM pruning");
  const std::int64_t pruned_failures = whole_number(context.database, "SELECT total(failures) FROM pruning");
  expect_equal(finding, "attempts", attempts - pruned_attempts,
               whole_number(context.database, "SELECT total(attempt) FROM result"), "table result");
  expect_equal(finding, "failed ones", sums.getColumn(5).getInt64() - pruned_failures,
               whole_number(context.database, "SELECT count(*) FROM failure"), "table failure");
  expect_none(context, finding, "SELECT count(*) FROM session WHERE stored_before > min(wanted, results_before)",
              "sessions began with more results than there were");
  const std::int64_t running = context.file.locked() ? 1 : 0;
  finding.found =
      fmt::format("{} ({} finished, {} interrupted, {} killed, {} running) made {} attempts at {} scenarios",
                  sums.getColumn(0).getInt64(), sums.getColumn(1).getInt64(), sums.getColumn(2).getInt64(),
                  std::max<std::int64_t>(0, sums.getColumn(3).getInt64() - running), running, attempts,
                  whole_number(context.database, "SELECT count(*) FROM result"));
}

}  // namespace palio
