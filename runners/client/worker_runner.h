#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <variant>

#include "runners/client/patience.h"
#include "runners/client/runner.h"
#include "runners/client/worker_process.h"

namespace palio {

/// Runs scenarios in a palio-worker process, started when first needed and replaced when it dies. The scenario that was
/// running when a worker died, fell silent or broke the protocol is a failure; the others go to the next worker. It
/// waits for what the machine lacks: run() and hello() throw Shortage at the end of its patience, and Hindrance when no
/// worker can be started at all.
class WorkerRunner final : public Runner {
public:
  /// A worker says every 5 s that it is alive; one that is silent for longer is taken for dead.
  static constexpr std::chrono::seconds k_longest_silence{30};
  /// `patience`: shared by the whole run.
  explicit WorkerRunner(std::filesystem::path program, std::shared_ptr<Patience> patience,
                        std::chrono::milliseconds longest_silence = k_longest_silence)
      : program_(std::move(program)), patience_(std::move(patience)), longest_silence_(longest_silence) {}
  explicit WorkerRunner(std::filesystem::path program, std::chrono::milliseconds longest_silence = k_longest_silence)
      : WorkerRunner(std::move(program), std::make_shared<Patience>(), longest_silence) {}

  void run(const RunRequest& request, const Sink& sink) override;
  void run_all(std::span<const RunRequest* const> requests, const SinkOfAll& sink) override;
  void abort() override;

  /// Converts a platform file of SimGrid to Palio's JSON; the worker's engine must be SimGrid. Throws UserError for a
  /// file that is refused, with the line if it is known, and Hindrance when the worker is lost.
  std::string read_platform(std::string xml, const std::string& place);

  /// Starts the worker if necessary and returns what it said in its hello.
  Hello hello();

  /// The last activity that the worker reported for the current request; any thread.
  Activity activity() const { return activity_; }

private:
  // How the exchange about a request ended: normally, with the failure that makes the worker unusable, or with a
  // shortage.
  using Ending = std::variant<std::monostate, Failure, Shortage>;

  void start(Patience::Slot& slot);
  void start_patiently();
  void greet();
  std::size_t send(std::span<const RunRequest* const> requests);
  Ending converse(std::span<const RunRequest* const> requests, std::size_t& current, const SinkOfAll& sink);
  std::optional<ReadLine> ask(const PlatformRequest& request);
  Ending lost_worker(std::int64_t kills_before);
  void stop();

  std::filesystem::path program_;
  std::shared_ptr<Patience> patience_;
  std::chrono::milliseconds longest_silence_;
  Hello hello_;
  std::unique_ptr<WorkerProcess> worker_;
  std::set<std::string> told_;  // digests of the manifests that earlier group requests brought to it
  std::mutex worker_mutex_;     // guards worker_ against abort() from another thread
  std::atomic<bool> aborted_ = false;
  std::atomic<Activity> activity_ = Activity::unknown;
};

}  // namespace palio
