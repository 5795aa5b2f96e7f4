#include "tests/analysis/made_campaign.h"

#include "tests/analysis/made_scenarios.h"

namespace palio::test {
namespace {

std::map<Metric, double> metrics_of(const MadeResult& made) {
  if (made.fails) return {};
  return {{Metric::makespan, made.makespan},           {Metric::unfairness, made.unfairness},
          {Metric::average_slowdown, made.unfairness}, {Metric::average_stretch, made.average_stretch},
          {Metric::max_stretch, made.max_stretch},     {Metric::stretch_bound, made.stretch_bound},
          {Metric::efficiency, made.efficiency}};
}

}  // namespace

void store_campaign(const std::string& file, const std::vector<MadeResult>& results, const std::string& study) {
  std::vector<MadeScenario> scenarios;
  for (const MadeResult& made : results)
    scenarios.push_back(
        {.platform = {"grid5000", {{"cluster", made.platform}, {"site", made.platform}, {"tcp_gamma", 0.0}}},
         .workload = {made.family, {{"batch", std::int64_t{made.batch}}, {"sample", std::int64_t{made.sample}}}},
         .strategy = made.strategy,
         .metrics = metrics_of(made),
         .applications = made.applications});
  store_scenarios(file, scenarios, study);
}

}  // namespace palio::test
