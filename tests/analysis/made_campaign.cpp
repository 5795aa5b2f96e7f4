#include "tests/analysis/made_campaign.h"

#include "tests/analysis/made_scenarios.h"

namespace palio::test {
namespace {

std::map<std::string_view, double> metrics_of(const MadeResult& made) {
  if (made.fails) return {};
  return {{"makespan", made.makespan},           {"unfairness", made.unfairness},
          {"average_slowdown", made.unfairness}, {"average_stretch", made.average_stretch},
          {"max_stretch", made.max_stretch},     {"stretch_bound", made.stretch_bound},
          {"efficiency", made.efficiency}};
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
