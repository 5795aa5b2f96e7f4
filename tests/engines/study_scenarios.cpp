#include "tests/engines/study_scenarios.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "campaign/plan/plan.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

Schedule schedule_of(const Recipe& recipe, const Platform& platform, const Workload& workload) {
  return method_if<GraphMethod>(strategy(recipe.name))->schedule(platform, workload, recipe.parameters).schedule;
}

// Each application alone, once for each yardstick.
class Yardsticks {
public:
  void visit(const Recipe& recipe, const std::string& name, const Platform& platform, const Workload& workload,
             const VisitScenario& visit) {
    const std::optional<Recipe> yardstick = dedicated_recipe(strategy(recipe.name), recipe.parameters);
    if (workload.applications.size() < 2 || !yardstick || !seen_.insert(canonical_text(*yardstick)).second) return;
    for (const Application& application : workload.applications) {
      Workload alone{{application}};
      alone.applications.front().release_date = 0;
      visit(name + " alone", platform, alone, schedule_of(*yardstick, platform, alone));
    }
  }

private:
  std::set<std::string> seen_;
};

}  // namespace

int visit_study(const std::string& study_name, std::uint64_t sample, const VisitScenario& visit) {
  const Study study = load_study(fmt::format("{}/campaign/studies/{}.toml", PALIO_SOURCE_DIR, study_name));
  InstanceStream stream(study, {.sample = sample, .shard = {}});
  int scenarios = 0;
  while (const std::optional<Instance> instance = stream.next()) {
    const Ingredient& p = study.platforms[instance->platform];
    const Ingredient& w = study.workloads[instance->workload];
    const auto platform = as<Platform>(platform_family(p.recipe.name).build(p.recipe, p.definition));
    const auto workload = as<Workload>(workload_family(w.recipe.name).build(w.recipe, w.definition));
    Yardsticks yardsticks;
    for (const std::uint32_t number : stream.strategies(*instance)) {
      const Recipe& recipe = study.strategies[number];
      const std::string name =
          fmt::format("{} {} {}", canonical_text(p.recipe), canonical_text(w.recipe), canonical_text(recipe));
      visit(name, platform, workload, schedule_of(recipe, platform, workload));
      yardsticks.visit(recipe, name, platform, workload, visit);
      ++scenarios;
    }
  }
  return scenarios;
}

}  // namespace palio::test
