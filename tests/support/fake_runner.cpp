#include "tests/support/fake_runner.h"

#include "core/identity/random_stream.h"

namespace palio::test {
namespace {

std::uint64_t instance_hash(const RunRequest& request) {
  return hash64(canonical_text(request.platform.recipe) + '|' + canonical_text(request.workload.recipe), 0);
}

ScenarioResult fake_result(std::uint64_t instance, const Recipe& strategy) {
  const std::uint64_t scenario = hash64(canonical_text(strategy), instance);
  Completed completed;
  double more = 1.0;
  for (const MetricInfo& info : metric_table()) {
    if (info.name == "flex_differs") break;  // what one task graph has; the rest is NULL
    const std::uint64_t hash = info.of == MetricOf::instance ? instance : scenario;
    completed.metrics[info] = info.type == MetricType::integer ? static_cast<double>(hash % 1024 + 1)
                                                               : more + static_cast<double>(hash % 1000003) / 1000.0;
    more += 0.125;
  }
  return {completed, {1e-3, 5e-3, 7e-3, 1e7}};
}

}  // namespace

void FakeRunner::run(const RunRequest& request, const Sink& sink) {
  if (memory_ == Memory::keep) requests_.push_back(request);
  const std::uint64_t instance = instance_hash(request);
  for (int i = 0; i < static_cast<int>(request.strategies.size()) && !aborted_; ++i)
    sink(i, fake_result(instance, request.strategies[static_cast<std::size_t>(i)]), std::nullopt);
}

}  // namespace palio::test
