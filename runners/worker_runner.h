#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>

#include "runners/runner.h"
#include "runners/worker_process.h"

namespace palio {

/// Runs scenarios in a palio-worker process, started when first needed and replaced when it dies. The scenario that was
/// running when a worker died, fell silent or spoke nonsense is a failure; the others of the request go to the next
/// worker.
class WorkerRunner final : public Runner {
public:
  /// A worker says every 5 s that it is alive; one that is silent for longer than `patience` is taken for dead.
  static constexpr std::chrono::seconds k_patience{30};
  explicit WorkerRunner(std::filesystem::path program, std::chrono::milliseconds patience = k_patience)
      : program_(std::move(program)), patience_(patience) {}

  void run(const RunRequest& request, const Sink& sink) override;
  void abort() override;

  /// What the worker said of itself; starts it. Throws InternalError when it does not speak our protocol version.
  Hello hello();

private:
  void start();
  void start_once();
  std::optional<std::string> first_line();
  std::optional<Failure> converse(const RunRequest& request, const Sink& sink);
  void stop();

  std::filesystem::path program_;
  std::chrono::milliseconds patience_;
  Hello hello_;
  std::unique_ptr<WorkerProcess> worker_;
  std::mutex worker_mutex_;  // guards worker_ against abort() from another thread
  std::atomic<bool> aborted_ = false;
};

}  // namespace palio
