#include "runners/kinds/scenario.h"

#include <ctime>

#include "runners/kinds/steps.h"

namespace palio {

double cpu_clock() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  return run_strategy(instance, instance.known.named(recipe.name), recipe.parameters, detail);
}

ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail) {
  ScenarioReply reply;
  const double elsewhere = elsewhere_time();
  reply.outcome = or_failure<Outcome>([&] {
    return instance.content->run(strategy, parameters, {detail, instance.trace}, reply);
  });
  reply.elsewhere_time = elsewhere_time() - elsewhere;
  return reply;
}

}  // namespace palio
