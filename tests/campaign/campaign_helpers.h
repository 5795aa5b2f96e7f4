#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "campaign/plan/plan.h"
#include "runners/client/runner.h"

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

}  // namespace palio::test
