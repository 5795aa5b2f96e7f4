#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "campaign/plan/plan.h"
#include "runners/client/runner.h"
#include "tests/support/fake_runner.h"

namespace palio::test {

/// What a selection wants, in its order.
inline std::vector<Instance> instances_of(const Study& study, const Selection& selection) {
  std::vector<Instance> instances;
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) instances.push_back(*instance);
  return instances;
}

/// A runner that is a function.
class FunctionRunner final : public Runner {
public:
  using Run = std::function<void(const RunRequest& request, const Sink& sink)>;

  explicit FunctionRunner(Run run) : run_(std::move(run)) {}
  void run(const RunRequest& request, const Sink& sink) override { run_(request, sink); }
  void abort() override {}

private:
  Run run_;
};

/// Fake results after `change(name of the strategy, result)`.
template <class Change>
std::unique_ptr<Runner> changed_fake(Change change) {
  const auto fake = std::make_shared<FakeRunner>(FakeRunner::Memory::forget);
  return std::make_unique<FunctionRunner>([fake, change](const RunRequest& request, const Runner::Sink& sink) {
    fake->run(request, [&](int strategy, ScenarioResult result, std::optional<ScheduleDetail> detail) {
      change(request.strategies[static_cast<std::size_t>(strategy)].name, result);
      sink(strategy, std::move(result), std::move(detail));
    });
  });
}

}  // namespace palio::test
