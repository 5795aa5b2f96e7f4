// The checks of results, failures, applications and sessions: tables must agree with each other. And of identities:
// keys, canonical texts, parameters and input files.
#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "core/identity/canonical.h"
#include "core/metrics.h"
#include "storage/check/check_steps.h"
#include "storage/file/dimension_table.h"
#include "storage/file/metric_tables.h"
#include "storage/file/row_checksum.h"
#include "storage/file/scenario_id.h"
#include "storage/file/schema_version.h"

namespace palio {
namespace {

// Reports the rows that a query counts, unless there are none.
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
      fmt::format("SELECT failure, count(*) FROM result WHERE {} AND checksum IS NOT {} GROUP BY failure", k_has_failed,
                  checksum_expression(context.database, "result")));
  while (words.executeStep()) {
    const std::string word = words.getColumn(0).getString();
    if (!failure_kind(word))
      add_problem(finding, "{} results have the unknown outcome \"{}\"", words.getColumn(1).getInt64(), word);
  }
}

// What a result of the view `measured` must not be.
struct WrongValue {
  std::string condition, problem;
};

std::vector<WrongValue> wrong_values() {
  constexpr std::string_view metrics = "CASE WHEN outcome <> 'completed' THEN coalesce({}) IS NOT NULL END";
  constexpr double rounding = 1e-5;
  const std::string stored =
      listed(stored_metrics(MetricOf::result), [](const MetricInfo* metric) { return std::string(metric->name); });
  std::vector<WrongValue> wrong{
      {"outcome = 'completed' AND (makespan IS NULL OR makespan NOT BETWEEN 0 AND 1.7976931348623157e308)",
       "completed scenarios have no finite makespan"},
      {fmt::format(metrics, stored), "failed scenarios have metrics"},
      {"attempt < 1", "results have no attempt"}};
  // No makespan below the bound of its instance.
  for (const MetricInfo& metric : metric_table())
    if (metric.least > 0)
      wrong.push_back({fmt::format("{} < {}", metric.name, metric.least * (1 - rounding)),
                       fmt::format("results have a {} below {}", metric.name, metric.least)});
  return wrong;
}

// Rows that belong to results are those of completed ones.
void check_details(const CheckContext& context, Finding& finding) {
  for (const std::string_view table : k_detail_tables)
    expect_none(
        context, finding,
        fmt::format(
            "SELECT count(*) FROM {} d LEFT JOIN result r ON {} WHERE d.strategy_id <> 0 AND (r.attempt IS NULL "
            "OR r.failure IS NOT NULL)",
            table, same_scenario("d", "r")),
        fmt::format("rows of {} belong to no completed scenario", table));
}

// The canonical text according to the typed columns, by which queries select. NULL: the row lacks the parameter.
std::string text_of_columns(SQLite::Statement& row, const std::vector<ParameterColumn>& parameters) {
  Recipe recipe{row.getColumn(3).getString(), {}};
  int column = 4;
  for (const ParameterColumn& parameter : parameters) {
    const auto add = [&](const auto& value) {
      if constexpr (!std::is_same_v<decltype(value), const std::monostate&>)
        recipe.parameters.emplace(parameter.parameter(), value);
    };
    std::visit(add, value_of(row.getColumn(column++)));
  }
  return canonical_text(recipe);
}

std::int64_t check_table(const CheckContext& context, const DimensionTable& table, Finding& finding) {
  const std::vector<ParameterColumn> parameters = parameter_columns(context.database, table);
  std::string columns = fmt::format("id, key, canonical, {}", table.kind_column);
  for (const ParameterColumn& parameter : parameters) columns += ", " + quoted_name(parameter.name);
  SQLite::Statement row(context.database, fmt::format("SELECT {} FROM {}", columns, table.name));
  std::int64_t rows = 0;
  for (; row.executeStep(); ++rows) {
    const std::string canonical = row.getColumn(2).getString();
    const std::int64_t id = row.getColumn(0).getInt64();
    const bool is_key = id == content_id(canonical) || id == content_id(canonical, WhichKey::second);
    if (!is_key || row.getColumn(1).getString() != short_key(id))
      add_problem(finding, "{} {} has the key of another text", table.name, id);
    if (text_of_columns(row, parameters) != canonical)
      add_problem(finding, "{} {} has other parameters than its text", table.name, id);
  }
  return rows;
}

// Reports recipes whose input file is not stored.
void check_definitions(const CheckContext& context, const DimensionTable& table, Finding& finding) {
  const std::vector<ParameterColumn> parameters = parameter_columns(context.database, table);
  if (std::ranges::find(parameters, role_name(ParameterRole::digest), &ParameterColumn::name) == parameters.end())
    return;
  SQLite::Statement missing(context.database, fmt::format("SELECT label FROM {} WHERE digest IS NOT NULL AND digest "
                                                          "NOT IN (SELECT input_file.digest FROM input_file)",
                                                          table.name));
  while (missing.executeStep())
    add_problem(finding, "the input file of {} {} is missing", table.name, missing.getColumn(0).getString());
}

}  // namespace

// SQL would not look: the key of the table says that there is one of each.
void check_scenarios(const CheckContext& context, Finding& finding) {
  std::int64_t rows = 0, scenarios = 0;
  for_each_scenario(context.database, "1", [&, last = ScenarioId()](const ScenarioId& id) mutable {
    if (rows++ == 0 || id != std::exchange(last, id)) ++scenarios;
  });
  if (rows != scenarios) add_problem(finding, "{} results of {} scenarios: some are stored twice", rows, scenarios);
  finding.found = fmt::format("{}, each stored once", rows);
}

void check_outcomes(const CheckContext& context, Finding& finding) {
  const std::vector<WrongValue> wrong = wrong_values();
  SQLite::Statement scan(
      context.database,
      fmt::format("SELECT {}, total(outcome = 'completed') FROM measured",
                  listed(wrong, [](const WrongValue& value) { return fmt::format("total({})", value.condition); })));
  scan.executeStep();
  int column = 0;
  for (const WrongValue& value : wrong)
    if (const std::int64_t count = scan.getColumn(column++).getInt64(); count > 0)
      add_problem(finding, "{} {}", count, value.problem);
  check_words(context, finding);
  check_details(context, finding);
  finding.found =
      fmt::format("{} completed with metrics, {} failed without", scan.getColumn(column).getInt64(),
                  whole_number(context.database, fmt::format("SELECT count(*) FROM result WHERE {}", k_has_failed)));
}

void check_failures(const CheckContext& context, Finding& finding) {
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM result r WHERE {} AND NOT EXISTS (SELECT 1 FROM failure f WHERE {} AND "
                          "f.attempt = r.attempt AND f.kind = r.failure)",
                          k_has_failed, same_scenario("f", "r")),
              "failed scenarios have no row in failure for their attempt");
  expect_none(context, finding,
              fmt::format("SELECT count(*) FROM failure f JOIN result r ON {} WHERE f.attempt > r.attempt OR "
                          "(f.attempt = r.attempt AND f.kind IS NOT r.failure)",
                          same_scenario("f", "r")),
              "rows of failure disagree with the result of their attempt");
  finding.found = fmt::format("{} failed attempts, each with its message",
                              whole_number(context.database, "SELECT count(*) FROM failure"));
}

void check_applications(const CheckContext& context, Finding& finding) {
  expect_none(context, finding,
              "SELECT count(*) FROM (SELECT 1 FROM application_result GROUP BY platform_id, workload_id, strategy_id "
              "HAVING min(application) <> 0 OR max(application) <> count(*) - 1)",
              "batches miss an application");
  finding.found = fmt::format("{} rows, all of completed scenarios",
                              whole_number(context.database, "SELECT count(*) FROM application_result"));
}

// The longest is a metric, so that a scenario that lacks its realizations is found as well.
void check_realizations(const CheckContext& context, Finding& finding) {
  if (kept_in(context.database) == Kept::metrics) return;  // it keeps none
  expect_none(context, finding,
              "SELECT count(*) FROM (SELECT 1 FROM realization GROUP BY platform_id, workload_id, strategy_id "
              "HAVING min(r) <> 0 OR max(r) <> count(*) - 1)",
              "scenarios miss a realization");
  expect_none(
      context, finding,
      fmt::format("SELECT count(*) FROM uncertain_result r WHERE worst_makespan IS NOT (SELECT max(f.makespan) FROM "
                  "realization f WHERE {})",
                  same_scenario("f", "r")),
      "scenarios have another worst_makespan than the longest of their realizations");
  finding.found = fmt::format("{} rows, all of completed scenarios",
                              whole_number(context.database, "SELECT count(*) FROM realization"));
}

// A batch and its session's counts are one transaction, so they agree even after a kill. Attempts are numbered from 1
// and each is counted once, so a scenario's attempt is how often the sessions counted it.
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

void check_identities(const CheckContext& context, Finding& finding) {
  const std::int64_t platforms = check_table(context, k_platform_table, finding);
  const std::int64_t workloads = check_table(context, k_workload_table, finding);
  const std::int64_t strategies = check_table(context, k_strategy_table, finding);
  finding.found = fmt::format("{} platforms, {} workloads, {} strategies: keys and parameters are those of their texts",
                              platforms, workloads, strategies);
}

void check_input_files(const CheckContext& context, Finding& finding) {
  SQLite::Statement row(context.database, "SELECT digest, content FROM input_file");
  std::int64_t files = 0;
  for (; row.executeStep(); ++files) {
    const std::string digest = row.getColumn(0).getString();
    if (content_digest(row.getColumn(1).getString()) != digest)
      add_problem(finding, "the input file {} has another content than its digest says", digest);
  }
  check_definitions(context, k_platform_table, finding);
  check_definitions(context, k_workload_table, finding);
  check_definitions(context, k_strategy_table, finding);
  finding.found = fmt::format("{}, with the content of their digests", files);
}

}  // namespace palio
