#pragma once

#include <atomic>
#include <vector>

#include "runners/client/runner.h"

namespace palio::test {

/// Instant results whose metrics are computed from the canonical texts of the scenario, or of the instance where its
/// strategies share them, equal in every run; remembers its requests. For measuring everything but the simulations,
/// too.
class FakeRunner final : public Runner {
public:
  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override { aborted_ = true; }

  const std::vector<RunRequest>& requests() const { return requests_; }
  /// Whether requests are remembered; off for large runs.
  enum class Memory { keep, forget };
  explicit FakeRunner(Memory memory = Memory::keep) : memory_(memory) {}

private:
  Memory memory_;
  std::vector<RunRequest> requests_;
  std::atomic<bool> aborted_ = false;
};

}  // namespace palio::test
