#include "runners/kinds/scenario.h"

#include <cmath>
#include <utility>

#include "platforms/family.h"
#include "runners/custom/ready_strategies.h"
#include "runners/kinds/steps.h"
#include "workloads/family.h"

namespace palio {

BuiltInstance build_instance(const RunRequest& request, std::span<const InstanceKind> kinds) {
  const double begin = cpu_clock();
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  BuiltInstance built =
      build_instance(platform_family(platform.name).build(platform, platform_definition),
                     workload_family(workload.name).build(workload, workload_definition), kinds, request.trace);
  built.realization = request.realization;
  built.known = ready_strategies(request.known, {.cpu_time = request.time_limit, .memory = request.memory_limit});
  built.build_time = cpu_clock() - begin;
  return built;
}

BuiltInstance build_instance(AnyPlatform platform, AnyWorkload workload, std::span<const InstanceKind> kinds,
                             const std::string& trace) {
  const InstanceKind& kind = row_for(kinds, workload);
  return {.content = kind.build(std::move(platform), std::move(workload), trace), .trace = trace};
}

ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  return run_strategy(instance, instance.known.named(recipe.name), recipe.parameters, detail);
}

ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail) {
  ScenarioReply reply;
  const double elsewhere = elsewhere_time();
  reply.outcome = or_failure<Outcome>([&] {
    return instance.content->run(strategy, parameters, {detail, instance.realization, instance.trace}, reply);
  });
  // Sums of huge numbers of an instance may be none any more.
  if (const auto* completed = std::get_if<Completed>(&reply.outcome))
    for (const MetricInfo& info : metric_table())
      if (std::isinf(completed->metrics[info])) {
        reply.outcome = Failure{
            FailureKind::exception, 0, fmt::format("{} is infinite: work, data or times are too large", info.name), {}};
        break;
      }
  reply.elsewhere_time = elsewhere_time() - elsewhere;
  return reply;
}

}  // namespace palio
