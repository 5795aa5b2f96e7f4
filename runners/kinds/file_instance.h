#pragma once

#include <functional>
#include <string>

#include "runners/kinds/kind_instance.h"
#include "strategies/files/file_method.h"
#include "strategies/files/file_schedule.h"

namespace palio {

/// Tasks that share files, on a star.
class FileInstance final : public KindInstance {
public:
  using Method = FileMethod;

  /// Carries out what a policy answers. `trace`: file of the engine's trace; empty: none.
  using Simulate = std::function<FileSchedule(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy,
                                              Detail detail, const std::string& trace)>;

  FileInstance(Star star, SharedFileTasks tasks, const std::string& trace, Simulate simulate);

  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override;

private:
  Star star_;
  SharedFileTasks tasks_;  // their number may be open
  Simulate simulate_;
};

}  // namespace palio
