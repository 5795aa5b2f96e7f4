#pragma once

#include <cstdio>

#include "runners/client/runner.h"

namespace palio {

/// Writes the scenarios it is asked for, one per line (platform, workload, strategy, separated by tabs), and reports no
/// result: what `palio run --dry-run` shows.
class DryRunner final : public Runner {
public:
  explicit DryRunner(std::FILE* out) : out_(out) {}
  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override {}

private:
  std::FILE* out_;
};

}  // namespace palio
