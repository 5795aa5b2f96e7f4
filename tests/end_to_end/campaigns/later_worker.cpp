// The palio-worker of a later version, which measures one thing more.
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/scenario.h"
#include "runners/worker/worker_loop.h"
#include "tests/support/later_metric.h"

namespace palio {
namespace {

ScenarioReply run(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  ScenarioReply reply = run_scenario(instance, recipe, detail);
  if (auto* completed = std::get_if<Completed>(&reply.outcome))
    completed->metrics["later"] = completed->metrics["processors_used"] + 1;
  return reply;
}

}  // namespace
}  // namespace palio

int main() {
  const palio::test::LaterMetric later;
  return palio::serve_standard_streams(palio::with_simgrid(), palio::run);
}
