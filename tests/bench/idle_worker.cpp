// A palio-worker whose scenarios do nothing: builds each instance, forks a process for each strategy, which answers at
// once. What a campaign with it costs is the price of isolation, transport and storage alone.
#include "runners/simgrid/engine.h"
#include "runners/worker/worker_loop.h"

int main() {
  using namespace palio;
  return serve_standard_streams(with_simgrid(), [](const BuiltInstance&, const Recipe&, Detail) {
    Completed completed;
    for (const MetricInfo& info : metric_table())
      completed.metrics[info] = info.type == MetricType::integer ? 1 : 1.0 / 3;
    return ScenarioReply{std::move(completed), 0, 0, std::nullopt};
  });
}
