#include "campaign/replay/stored_scenario.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/metrics.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

using Row = std::vector<SqlValue>;

std::vector<Row> rows_of(const CampaignReader& reader, const std::string& sql) {
  std::vector<Row> rows;
  reader.query(
      sql, [](const auto&) {}, [&](const Row& row) { rows.push_back(row); });
  return rows;
}

const std::string& text(const SqlValue& value) { return std::get<std::string>(value); }

// NULL is NaN.
double real(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::numeric_limits<double>::quiet_NaN();
}

std::string condition(const ScenarioId& id) {
  return fmt::format("platform_id = {} AND workload_id = {} AND strategy_id = {}", id.platform, id.workload,
                     id.strategy);
}

// Bit for bit the same needs the same parameters: a default that came later would be a guess.
Recipe as_written(const std::string& canonical, std::span<const ParameterSpec> specs) {
  Recipe recipe = parse_recipe(canonical, specs);
  if (canonical_text(recipe) != canonical)
    throw UserError(fmt::format("this Palio reads {} as {}: replay it with the version that stored it", canonical,
                                canonical_text(recipe)));
  return recipe;
}

template <class Family>
Ingredient ingredient(const CampaignReader& reader, const std::string& canonical,
                      const Family& (*family)(std::string_view)) {
  const Family& row = family(recipe_name(canonical));
  Ingredient made{as_written(canonical, row.parameters), {}};
  if (!row.reads_file()) return made;
  const std::string& digest = text_of(made.recipe.parameters, role_name(ParameterRole::digest));
  if (digest.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw UserError(fmt::format("{} is no digest of an input file", digest));
  const auto files = rows_of(reader, fmt::format("SELECT content FROM input_file WHERE digest = '{}'", digest));
  if (files.empty())
    throw UserError(fmt::format("the campaign does not hold the input file of {}; palio check says more", canonical));
  made.definition = text(files.front().front());
  return made;
}

Failure stored_failure(const CampaignReader& reader, const ScenarioId& id, const std::string& outcome) {
  const std::optional<FailureKind> kind = failure_kind(outcome);
  if (!kind) throw UserError(fmt::format("the stored outcome \"{}\" is unknown to this Palio", outcome));
  const auto rows = rows_of(reader, fmt::format("SELECT signal, message, stderr_tail FROM failure WHERE {} "
                                                "ORDER BY attempt DESC LIMIT 1",
                                                condition(id)));
  if (rows.empty()) return {*kind, 0, {}, {}};
  const auto* signal = std::get_if<std::int64_t>(&rows.front()[0]);
  return {*kind, signal == nullptr ? 0 : static_cast<int>(*signal), text(rows.front()[1]), text(rows.front()[2])};
}

// Of the metrics that the campaign has a column for.
MetricValues stored_metrics(const CampaignReader& reader, const ScenarioId& id) {
  std::vector<std::string> columns;
  MetricValues metrics;
  reader.query(
      fmt::format("SELECT * FROM main.result WHERE {}", condition(id)), [&](const auto& names) { columns = names; },
      [&](const Row& row) {
        for (std::size_t i = 0; i < columns.size(); ++i)
          if (const MetricInfo* metric = find_metric(columns[i])) metrics[*metric] = real(row[i]);
      });
  return metrics;
}

Completed stored_completion(const CampaignReader& reader, const ScenarioId& id) {
  Completed completed{stored_metrics(reader, id), {}};
  for (const Row& row : rows_of(reader, fmt::format("SELECT release_date, start, finish, dedicated_makespan "
                                                    "FROM application_result WHERE {} ORDER BY application",
                                                    condition(id))))
    completed.applications.push_back({real(row[0]), real(row[1]), real(row[2]), real(row[3])});
  return completed;
}

StoredScenario read_rows(const CampaignReader& reader, const ScenarioId& id) {
  const auto rows = rows_of(
      reader,
      fmt::format(
          "SELECT p.key || '-' || w.key || '-' || s.key, p.canonical, p.label, w.canonical, w.label, "
          "s.canonical, s.label, e.engine, e.engine_version, e.palio_version, r.total_time, r.outcome, e.metrics "
          "FROM main.result r JOIN platform p ON p.id = r.platform_id JOIN workload w ON w.id = r.workload_id "
          "JOIN strategy s ON s.id = r.strategy_id JOIN session e ON e.id = r.session_id WHERE r.{}",
          condition(id)));
  if (rows.empty()) throw UserError("the scenario is no longer stored");
  const Row& row = rows.front();
  StoredScenario scenario{.id = text(row[0]),
                          .platform = ingredient(reader, text(row[1]), platform_family),
                          .workload = ingredient(reader, text(row[3]), workload_family),
                          .strategy = as_written(text(row[5]), strategy(recipe_name(text(row[5]))).parameters),
                          .platform_label = text(row[2]),
                          .workload_label = text(row[4]),
                          .strategy_label = text(row[6]),
                          .outcome = {},
                          .known_metrics = text(row[12]),
                          .total_time = real(row[10]),
                          .engine = {text(row[7]), text(row[8])},
                          .palio_version = text(row[9])};
  const std::string& outcome = text(row[11]);
  if (outcome == "completed")
    scenario.outcome = stored_completion(reader, id);
  else
    scenario.outcome = stored_failure(reader, id, outcome);
  return scenario;
}

}  // namespace

StoredScenario read_scenario(const CampaignReader& reader, const ScenarioId& id) {
  StoredScenario scenario;
  reader.in_snapshot([&] { scenario = read_rows(reader, id); });  // a retry may replace them between two queries
  return scenario;
}

}  // namespace palio
