#include "campaign/run/runner_maker.h"

#include <exception>
#include <utility>

#include "campaign/run/auditing_runner.h"
#include "campaign/run/limits.h"
#include "core/error.h"

namespace palio {
namespace {

constexpr double k_usual_audit = 0.01;  // share

const EngineChoice& reference_engine() { return engine_table().front(); }

}  // namespace

double audit_share(const std::string& typed) {
  if (typed == "0") return 0;
  if (const std::optional<double> share = share_of(typed)) return *share;
  throw UserError("--audit {} is not a share of the scenarios: write 0% (none) to 100%", typed);
}

RunnerMaker::RunnerMaker(const TypedRun& run, const EngineChoice& engine, std::int64_t seed)
    : engine_(engine), seed_(seed), patience_(std::make_shared<Patience>(patience_of(run.patience))) {
  const bool is_reference = engine.name == reference_engine().name;
  share_ = !run.audit.empty() ? audit_share(run.audit) : is_reference ? 0 : k_usual_audit;
  if (is_reference && share_ > 0)
    throw UserError("--audit compares with {}, which this run already uses: leave --audit out", engine.name);
  first_ = std::make_unique<WorkerRunner>(worker_program(engine), patience_);
  info_ = first_->hello().engine;
  if (info_.name != engine.stored)
    throw UserError("{}, the worker of the engine {}, says that its engine is {}", worker_program(engine).string(),
                    engine.name, info_.name);
  if (share_ > 0) first_reference_ = start_reference();
}

std::unique_ptr<Runner> RunnerMaker::make() {
  auto runner = first_ ? std::move(first_) : std::make_unique<WorkerRunner>(worker_program(engine_), patience_);
  if (share_ == 0) return runner;
  auto beside = first_reference_ ? std::move(first_reference_)
                                 : std::make_unique<WorkerRunner>(worker_program(reference_engine()), patience_);
  return std::make_unique<AuditingRunner>(
      AuditingRunner::Engines{.runner = std::move(runner),
                              .reference = std::move(beside),
                              .name = std::string(engine_.name),
                              .reference_name = std::string(reference_engine().name)},
      choose_share(share_, seed_));
}

std::unique_ptr<WorkerRunner> RunnerMaker::start_reference() const {
  try {
    auto runner = std::make_unique<WorkerRunner>(worker_program(reference_engine()), patience_);
    runner->hello();
    return runner;
  } catch (const std::exception& error) {
    throw UserError("the audit needs {}, which does not start: {}; --audit 0 runs without", reference_engine().name,
                    error.what());
  }
}

}  // namespace palio
