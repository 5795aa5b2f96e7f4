#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>

#include "runners/runner.h"
#include "runners/worker_process.h"

namespace palio {

/// Runs scenarios in a palio-worker process, started when first needed and replaced when it dies. The scenario that was
/// running when a worker died or spoke nonsense is a failure; the others of the request go to the next worker.
class WorkerRunner final : public Runner {
public:
  explicit WorkerRunner(std::filesystem::path program) : program_(std::move(program)) {}

  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override;

  /// What the worker said of itself; starts it. Throws InternalError when it does not speak our protocol version.
  Hello hello();

private:
  void start();
  bool converse(const RunRequest& request, int offset, int& finished, const Sink& sink, Failure& failure);
  void stop();

  std::filesystem::path program_;
  Hello hello_;
  std::unique_ptr<WorkerProcess> worker_;
  std::mutex worker_mutex_;  // guards worker_ against abort() from another thread
  std::atomic<bool> aborted_ = false;
};

}  // namespace palio
