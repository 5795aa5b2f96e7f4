#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "campaign/run/typed_run.h"
#include "core/identity/engine_choice.h"
#include "runners/client/worker_runner.h"

namespace palio {

/// The share of the scenarios that `--audit` names: "1%" or "0". Throws UserError.
double audit_share(const std::string& typed);

/// Makes the runners of a run: those of its engine, wrapped by the audit if there is one. Starts the first worker, to
/// ask it for its version.
class RunnerMaker {
public:
  /// Throws UserError for an audit that compares an engine with itself, and where a worker does not start.
  RunnerMaker(const TypedRun& run, const EngineChoice& engine, std::int64_t seed);

  const EngineInfo& info() const { return info_; }

  std::unique_ptr<Runner> make();

private:
  std::unique_ptr<WorkerRunner> start_reference() const;

  const EngineChoice& engine_;
  std::int64_t seed_;
  std::shared_ptr<Patience> patience_;                     // of all slots
  double share_ = 0;                                       // of the scenarios, that is audited
  std::unique_ptr<WorkerRunner> first_, first_reference_;  // asked for their versions, then used for the first slot
  EngineInfo info_;
};

}  // namespace palio
