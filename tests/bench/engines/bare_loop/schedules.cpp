#include "tests/bench/engines/bare_loop/schedules.h"

#include <utility>

#include "campaign/plan/plan.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio::bench {

std::vector<ScheduledInstance> scheduled_sample(std::uint64_t sample) {
  const Study study = load_study(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml");
  std::vector<ScheduledInstance> all;
  InstanceStream stream(study, {.sample = sample, .shard = {}});
  while (const std::optional<Instance> instance = stream.next()) {
    const Spec& p = study.platforms[instance->platform];
    const Spec& w = study.workloads[instance->workload];
    ScheduledInstance made{as<Platform>(platform_family(p.recipe.name).build(p.recipe, p.definition)),
                           as<Workload>(workload_family(w.recipe.name).build(w.recipe, w.definition)),
                           {}};
    for (const Recipe& recipe : study.strategies)
      made.schedules.push_back(method_if<GraphMethod>(strategy(recipe.name))
                                   ->schedule(made.platform, made.workload, recipe.parameters)
                                   .schedule);
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace palio::bench
