#include "tests/analysis/made_campaign.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <unordered_set>

#include "storage/write/result_store.h"
#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

ParameterType type_of(const Value& value) {
  if (std::holds_alternative<std::string>(value)) return ParameterType::text;
  return std::holds_alternative<double>(value) ? ParameterType::real : ParameterType::integer;
}

// Rows of a dimension in the order in which they come up.
class Dimension {
public:
  std::int64_t id(const Recipe& recipe, const std::string& label) {
    if (labels_.insert(label).second) rows_.push_back({recipe, label, {}, {}});
    return content_id(canonical_text(recipe));
  }
  std::int64_t id(const Recipe& recipe) { return id(recipe, canonical_text(recipe)); }

  // The first row says which columns all have.
  std::vector<DimensionRow>& rows_with_columns() {
    if (rows_.empty()) return rows_;
    for (const auto& [name, value] : rows_.front().recipe.parameters)
      specs_.push_back({.name = name, .type = type_of(value), .unit = "", .meaning = name, .default_value = ""});
    for (DimensionRow& row : rows_) row.specs = specs_;
    return rows_;
  }

private:
  std::vector<DimensionRow> rows_;
  std::unordered_set<std::string> labels_;
  std::vector<ParameterSpec> specs_;
};

// A metric that follows from others is not stored: what it is made from is.
void take_apart(MetricValues& metrics, const std::string& name) {
  const std::string follows(find_metric(name)->follows);
  const std::size_t operation = follows.find_first_of("/*");
  if (operation == std::string::npos) return;
  double& first = metrics[follows.substr(0, operation - 1)];
  double& second = metrics[follows.substr(operation + 2)];
  if (follows[operation] == '*') {
    first = metrics[name] / second;
  } else if (std::isnan(first)) {
    if (std::isnan(second)) second = 1;
    first = metrics[name] * second;
  } else if (std::isnan(second)) {
    second = first / metrics[name];
  }
}

ScenarioResult outcome_of(const MadeScenario& made) {
  if (made.metrics.empty()) return {Failure{FailureKind::exception, 0, "made to fail", ""}, {}};
  Completed completed;
  for (const auto& [metric, value] : made.metrics) completed.metrics[metric] = value;
  for (const auto& [metric, value] : made.metrics) take_apart(completed.metrics, std::string(metric));
  completed.applications = made.applications;
  return {completed, {.lp_time = made.lp_time}};
}

std::map<std::string_view, double> metrics_of(const MadeResult& made) {
  if (made.fails) return {};
  return {{"makespan", made.makespan},           {"unfairness", made.unfairness},
          {"average_slowdown", made.unfairness}, {"average_stretch", made.average_stretch},
          {"max_stretch", made.max_stretch},     {"stretch_bound", made.stretch_bound},
          {"efficiency", made.efficiency}};
}

}  // namespace

void store_scenarios(const std::string& file, const std::vector<MadeScenario>& scenarios, const std::string& study) {
  store_scenarios(file, scenarios, study_info(study));
}

void store_scenarios(const std::string& file, const std::vector<MadeScenario>& scenarios, const CampaignInfo& info) {
  Dimension platforms, workloads, strategies;
  std::vector<StoredResult> stored;
  for (const MadeScenario& made : scenarios)
    stored.push_back(
        {{platforms.id(made.platform), workloads.id(made.workload), strategies.id({made.strategy, {}}, made.strategy)},
         1,
         outcome_of(made)});
  ResultStore store(file, info);
  store.add_platforms(platforms.rows_with_columns());
  store.add_workloads(workloads.rows_with_columns());
  store.add_strategies(strategies.rows_with_columns());
  store.begin_session(session_info());
  store.write(stored);
  store.end_session("finished");
}

void store_campaign(const std::string& file, const std::vector<MadeResult>& results, const std::string& study,
                    const std::string& metric) {
  std::vector<MadeScenario> scenarios;
  for (const MadeResult& made : results)
    scenarios.push_back(
        {.platform = {"grid5000", {{"cluster", made.platform}, {"site", made.platform}, {"tcp_gamma", 0.0}}},
         .workload = {made.family, {{"batch", std::int64_t{made.batch}}, {"sample", std::int64_t{made.sample}}}},
         .strategy = made.strategy,
         .metrics = metrics_of(made),
         .applications = made.applications});
  CampaignInfo info = study_info(study);
  if (!metric.empty()) info.study_text += "metric = \"" + metric + "\"\n";
  store_scenarios(file, scenarios, info);
}

void renumber(const std::string& file) {
  std::string sql;
  for (const std::string dimension : {"platform", "workload", "strategy"}) {
    const auto change = [&](const std::string& table, const std::string& id) {
      sql += fmt::format("UPDATE {0} SET {1} = 281474976710655 - {1};", table, id);
    };
    change(dimension, "id");
    for (const char* table :
         {"result", "instance", "batch_result", "uncertain_result", "application_result", "failure"})
      change(table, dimension + "_id");
  }
  EXPECT_EQ(sqlite_shell(file, sql), "");
}

std::vector<std::vector<SqlValue>> rows_of(const CampaignReader& campaign, const std::string& sql) {
  std::vector<std::vector<SqlValue>> rows;
  campaign.query(
      sql, [](const auto&) {}, [&](const std::vector<SqlValue>& row) { rows.push_back(row); });
  return rows;
}

std::vector<MadeScenario> scenarios_of(const std::vector<MadeDuel>& duels) {
  std::vector<MadeScenario> made;
  for (const MadeDuel& duel : duels) {
    const std::string digest = fmt::format("digest{}", made.size());
    const Recipe platform{"file", {{"digest", digest}}};
    const Recipe workload{"duel",
                          {{"path", fmt::format("graph{}.json", made.size())},
                           {"network", digest},
                           {"target", duel.target},
                           {"base", duel.base},
                           {"restart", duel.restart},
                           {"evaluation", duel.evaluation}}};
    made.push_back({platform, workload, duel.target, {{"makespan", duel.target_makespan}}});
    made.push_back({platform, workload, duel.base, {{"makespan", duel.base_makespan}}});
  }
  return made;
}

}  // namespace palio::test
