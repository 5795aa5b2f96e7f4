#include "tests/analysis/made_campaign.h"

#include <algorithm>
#include <array>

#include "storage/result_store.h"
#include "tests/storage/sample_campaign.h"

namespace palio::test {
namespace {

const std::array<ParameterSpec, 3> k_platform_specs{
    {{.name = "cluster", .type = ParameterType::text, .unit = "", .meaning = "cluster", .default_value = ""},
     {.name = "site", .type = ParameterType::text, .unit = "", .meaning = "site", .default_value = ""},
     {.name = "tcp_gamma", .unit = "", .meaning = "window", .min = 0, .max = 1, .default_value = "0"}}};
const std::array<ParameterSpec, 2> k_workload_specs{{{.name = "batch",
                                                      .type = ParameterType::integer,
                                                      .unit = "",
                                                      .meaning = "graphs",
                                                      .max = 100,
                                                      .default_value = ""},
                                                     {.name = "sample",
                                                      .type = ParameterType::integer,
                                                      .unit = "",
                                                      .meaning = "draw",
                                                      .max = 100,
                                                      .default_value = ""}}};

// Rows of a dimension in the order in which they come up, each with its id: its place, counted from 1.
class Dimension {
public:
  explicit Dimension(std::span<const ParameterSpec> specs) : specs_(specs) {}

  std::int64_t id(Recipe recipe, const std::string& label) {
    const auto place = std::ranges::find(rows_, label, &DimensionRow::label);
    if (place != rows_.end()) return place - rows_.begin() + 1;
    rows_.push_back({std::move(recipe), label, specs_, {}});
    return static_cast<std::int64_t>(rows_.size());
  }
  const std::vector<DimensionRow>& rows() const { return rows_; }

private:
  std::span<const ParameterSpec> specs_;
  std::vector<DimensionRow> rows_;
};

Recipe platform_recipe(const std::string& name) {
  return {"grid5000", {{"cluster", name}, {"site", name}, {"tcp_gamma", 0.0}}};
}

Recipe workload_recipe(const MadeResult& made) {
  return {made.family, {{"batch", std::int64_t{made.batch}}, {"sample", std::int64_t{made.sample}}}};
}

ScenarioResult outcome_of(const MadeResult& made) {
  if (made.fails) return {Failure{FailureKind::exception, 0, "made to fail", ""}, {}};
  Completed completed;
  completed.metrics[Metric::makespan] = made.makespan;
  completed.metrics[Metric::unfairness] = made.unfairness;
  completed.metrics[Metric::average_slowdown] = made.unfairness;
  completed.metrics[Metric::average_stretch] = made.average_stretch;
  completed.metrics[Metric::max_stretch] = made.max_stretch;
  completed.metrics[Metric::stretch_bound] = made.stretch_bound;
  completed.metrics[Metric::efficiency] = made.efficiency;
  completed.applications = made.applications;
  return {completed, {}};
}

}  // namespace

void store_campaign(const std::string& file, const std::vector<MadeResult>& results) {
  Dimension platforms(k_platform_specs);
  Dimension workloads(k_workload_specs);
  Dimension strategies({});
  std::vector<StoredResult> stored;
  for (const MadeResult& made : results) {
    const Recipe workload = workload_recipe(made);
    const ScenarioId id{platforms.id(platform_recipe(made.platform), made.platform),
                        workloads.id(workload, canonical_text(workload)),
                        strategies.id({made.strategy, {}}, made.strategy)};
    stored.push_back({id, 1, outcome_of(made)});
  }
  ResultStore store(file, study_info("made"));
  store.add_platforms(platforms.rows());
  store.add_workloads(workloads.rows());
  store.add_strategies(strategies.rows());
  store.begin_session(session_info());
  store.write(stored);
  store.end_session("finished");
}

}  // namespace palio::test
