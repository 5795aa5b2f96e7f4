#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "runners/client/patience.h"
#include "storage/write/result_store.h"

namespace palio {

/// The one thread that writes results: collects them for at most k_batch_time or k_batch_rows and commits the batch; a
/// crash of palio loses no more than that. If the disk is full it retries while patience lasts.
class ResultWriter {
public:
  static constexpr std::size_t k_batch_rows = 256;
  static constexpr std::chrono::milliseconds k_batch_time{100};

  using PaceText = std::function<std::string()>;  // what is stored with each batch (campaign/session/time_left.h)

  /// `store` must outlive the writer and belongs to its thread until finish().
  explicit ResultWriter(ResultStore& store, std::chrono::milliseconds patience = Patience::k_usual, PaceText pace = {});
  /// Finishes; what can no longer be written is dropped silently, so call finish() first.
  ~ResultWriter();

  /// Hands a result over; any thread. Waits while the writer is far behind. Throws what made the writer fail.
  void put(StoredResult result);

  /// Commits the rest and ends the thread. Throws what made the writer fail.
  void finish();

private:
  static constexpr std::size_t k_max_waiting = 64 * k_batch_rows;

  void write_batches();
  void write_patiently(std::span<const StoredResult> batch);
  bool wait_for_batch(std::vector<StoredResult>& batch);
  void rethrow_failure();

  ResultStore& store_;
  Patience patience_;
  PaceText pace_;
  std::mutex mutex_;
  std::condition_variable filled_, emptied_;
  std::vector<StoredResult> waiting_;
  bool finishing_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace palio
