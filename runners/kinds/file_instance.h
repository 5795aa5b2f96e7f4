#pragma once

#include <string>

#include "runners/kinds/kind_instance.h"
#include "strategies/files/file_method.h"

namespace palio {

/// Tasks that share files, on a star.
class FileInstance final : public KindInstance {
public:
  using Method = FileMethod;

  FileInstance(Star star, SharedFileTasks tasks, const std::string& trace);

  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override;

private:
  Star star_;
  SharedFileTasks tasks_;  // their number may be open
};

}  // namespace palio
