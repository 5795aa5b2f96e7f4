#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "campaign/session/progress.h"
#include "runners/client/patience.h"
#include "storage/write/result_store.h"

namespace palio {

/// The one thread that writes results: collects them for at most k_batch_time or k_batch_rows and commits the batch; a
/// crash of palio loses no more than that. If the disk is full, or another program holds the campaign, it waits while
/// patience lasts, and takes no more results meanwhile.
class ResultWriter {
public:
  static constexpr std::size_t k_batch_rows = 256;
  static constexpr std::chrono::milliseconds k_batch_time{100};

  /// `store` must outlive the writer and belongs to its thread until finish(). `meter`, if any: its pace is stored with
  /// each batch, and it counts what is stored.
  explicit ResultWriter(ResultStore& store, std::chrono::milliseconds patience = Patience::k_usual,
                        ProgressMeter* meter = nullptr);
  /// Finishes; what can no longer be written is dropped silently, so call finish() first.
  ~ResultWriter();

  /// Hands a result over; any thread. Waits while the writer is far behind or waits itself. Throws what made the writer
  /// fail.
  void put(StoredResult result);

  /// Commits the rest and ends the thread. Throws what made the writer fail.
  void finish();

  /// Gives up rather than wait for the disk or another program; from any thread.
  void stop_waiting();

private:
  static constexpr std::size_t k_max_waiting = 64 * k_batch_rows;

  void write_batches();
  void write(std::span<const StoredResult> batch);
  void write_patiently(std::span<const StoredResult> batch);
  void wait_for(const std::string& what);  // empty: for nothing more
  bool wait_for_batch(std::vector<StoredResult>& batch);
  void rethrow_failure();

  ResultStore& store_;
  Patience patience_;
  ProgressMeter* meter_;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::condition_variable filled_, emptied_;
  std::vector<StoredResult> waiting_;
  bool finishing_ = false, held_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace palio
