#include "runners/fake_runner.h"

#include "core/random_stream.h"

namespace palio {
namespace {

ScenarioResult fake_result(const RunRequest& request, const Recipe& strategy) {
  const std::string text = canonical_text(request.platform.recipe) + '|' + canonical_text(request.workload.recipe);
  const std::uint64_t hash = hash64(canonical_text(strategy), hash64(text, 0));
  Completed completed;
  double value = 1.0 + static_cast<double>(hash % 1000003) / 1000.0;
  for (const MetricInfo& info : metric_table()) {
    if (info.metric == Metric::flex_differs) continue;
    completed.metrics[info.metric] = info.type == MetricType::integer ? static_cast<double>(hash % 1024 + 1) : value;
    value += 0.125;
  }
  return {completed, {1e-3, 5e-3, 7e-3, 1e7}};
}

}  // namespace

void FakeRunner::run(const RunRequest& request, const Sink& sink) {
  if (memory_ == Memory::keep) requests_.push_back(request);
  for (int i = 0; i < static_cast<int>(request.strategies.size()) && !aborted_; ++i)
    sink(i, fake_result(request, request.strategies[static_cast<std::size_t>(i)]), std::nullopt);
}

}  // namespace palio
