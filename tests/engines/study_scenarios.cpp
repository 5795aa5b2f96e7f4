#include "tests/engines/study_scenarios.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "campaign/plan/plan.h"
#include "platforms/family.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/files/file_policy.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/engines/simulations.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

// A platform and a workload of any kind.
class Scenarios {
public:
  Scenarios(const Spec& platform, const Spec& workload)
      : name_(canonical_text(platform.recipe) + " " + canonical_text(workload.recipe)),
        platform_(platform_family(platform.recipe.name).build(platform.recipe, platform.definition)),
        workload_(workload_family(workload.recipe.name).build(workload.recipe, workload.definition)) {}

  void visit(const Recipe& recipe, const VisitSimulation& visit) {
    if (method_if<GraphMethod>(strategy(recipe.name)) != nullptr)
      visit_graphs(recipe, visit);
    else if (method_if<BagMethod>(strategy(recipe.name)) != nullptr)
      visit_bags(recipe, visit);
    else
      visit_files(recipe, visit);
  }

private:
  std::string name_of(const Recipe& recipe) const { return name_ + " " + canonical_text(recipe); }

  static Schedule schedule_of(const Recipe& recipe, const Platform& platform, const Workload& workload) {
    return method_if<GraphMethod>(strategy(recipe.name))->schedule(platform, workload, recipe.parameters).schedule;
  }

  void visit_graphs(const Recipe& recipe, const VisitSimulation& visit) {
    const auto& platform = as<Platform>(platform_);
    const auto& workload = as<Workload>(workload_);
    const Schedule schedule = schedule_of(recipe, platform, workload);
    visit(of_graphs(name_of(recipe), platform, workload, schedule));
    const std::optional<Recipe> yardstick = dedicated_recipe(strategy(recipe.name), recipe.parameters);
    if (workload.applications.size() < 2 || !yardstick || !measured_.insert(canonical_text(*yardstick)).second) return;
    for (const Application& application : workload.applications) {
      Workload alone{{application}};
      alone.applications.front().release_date = 0;
      const Schedule own = schedule_of(*yardstick, platform, alone);
      visit(of_graphs(name_of(*yardstick) + " alone", platform, alone, own));
    }
  }

  void visit_bags(const Recipe& recipe, const VisitSimulation& visit) const {
    const auto& star = as<Star>(platform_);
    const auto& method = *method_if<BagMethod>(strategy(recipe.name));
    const BagBatch batch = dated(as<BagBatch>(workload_), star);
    const MakePolicy make = [&] { return method.policy(star, batch, recipe.parameters); };
    visit(of_bags(name_of(recipe), star, batch, make));
  }

  void visit_files(const Recipe& recipe, const VisitSimulation& visit) const {
    const auto& star = as<Star>(platform_);
    const auto& method = *method_if<FileMethod>(strategy(recipe.name));
    const SharedFileTasks tasks =
        method.settled_workload(recipe.name, recipe.parameters, star, as<SharedFileTasks>(workload_));
    const MakeFiles make = [&] { return method.policy(star, tasks, recipe.parameters); };
    visit(of_files(name_of(recipe), star, tasks, make));
  }

  std::string name_;
  AnyPlatform platform_;
  AnyWorkload workload_;
  std::set<std::string> measured_;  // yardsticks
};

}  // namespace

int visit_study(const std::string& study_name, std::uint64_t sample, const VisitSimulation& visit) {
  const Study study = load_study(fmt::format("{}/campaign/studies/{}.toml", PALIO_SOURCE_DIR, study_name));
  InstanceStream stream(study, {.sample = sample, .shard = {}});
  int count = 0;
  while (const std::optional<Instance> instance = stream.next()) {
    Scenarios scenarios(study.platforms[instance->platform], study.workloads[instance->workload]);
    for (const std::uint32_t number : stream.strategies(*instance)) {
      scenarios.visit(study.strategies[number], visit);
      ++count;
    }
  }
  return count;
}

}  // namespace palio::test
