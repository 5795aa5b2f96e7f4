// A palio-worker whose scenarios do nothing: builds each instance, forks a process for each strategy, which answers at
// once. What a campaign with it costs is the price of isolation, transport and storage alone. Where it is called
// something with fluid, its engine is that one, and its processes carry out many scenarios.
#include <string_view>

#include "runners/fluid/engine.h"
#include "runners/simgrid/engine.h"
#include "runners/worker/worker_loop.h"

int main(int /*argc*/, char** argv) {
  using namespace palio;
  const bool fluid = std::string_view(argv[0]).ends_with("fluid");
  return serve_standard_streams(fluid ? with_fluid() : with_simgrid(), [](const BuiltInstance&, const Recipe&, Detail) {
    Completed completed;
    for (const MetricInfo& info : metric_table())
      completed.metrics[info] = info.type == MetricType::integer ? 1 : 1.0 / 3;
    return ScenarioReply{std::move(completed), 0, 0, std::nullopt};
  });
}
