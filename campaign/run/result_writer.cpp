#include "campaign/run/result_writer.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace palio {

ResultWriter::ResultWriter(ResultStore& store, std::chrono::milliseconds patience, PaceText pace)
    : store_(store), patience_(patience), pace_(std::move(pace)), thread_([this] { write_batches(); }) {}

ResultWriter::~ResultWriter() {
  try {
    finish();
  } catch (...) {  // already reported by put() or an earlier finish()
  }
}

void ResultWriter::put(StoredResult result) {
  std::unique_lock lock(mutex_);
  emptied_.wait(lock, [this] { return waiting_.size() < k_max_waiting || failure_; });
  rethrow_failure();
  waiting_.push_back(std::move(result));
  if (waiting_.size() == 1 || waiting_.size() == k_batch_rows) filled_.notify_one();
}

void ResultWriter::finish() {
  {
    const std::scoped_lock lock(mutex_);
    finishing_ = true;
  }
  filled_.notify_one();
  if (thread_.joinable()) thread_.join();
  rethrow_failure();
}

void ResultWriter::rethrow_failure() {
  if (failure_) std::rethrow_exception(failure_);
}

// Swaps out what has been collected once the batch is full or old enough; false when there will be no more.
bool ResultWriter::wait_for_batch(std::vector<StoredResult>& batch) {
  batch.clear();
  std::unique_lock lock(mutex_);
  filled_.wait(lock, [this] { return !waiting_.empty() || finishing_; });
  filled_.wait_for(lock, k_batch_time, [this] { return waiting_.size() >= k_batch_rows || finishing_; });
  std::swap(batch, waiting_);
  emptied_.notify_all();
  return !batch.empty();
}

void ResultWriter::write_patiently(std::span<const StoredResult> batch) {
  static const std::atomic<bool> never = false;
  Patience::Slot slot(patience_);
  while (true) {
    try {
      return store_.write(batch, pace_ ? pace_() : "");
    } catch (const Shortage& shortage) {
      slot.wait(shortage, never);
    }
  }
}

void ResultWriter::write_batches() {
  std::vector<StoredResult> batch;
  try {
    while (wait_for_batch(batch)) {
      const std::span<const StoredResult> rows(batch);
      for (std::size_t begin = 0; begin < rows.size(); begin += k_batch_rows)
        write_patiently(rows.subspan(begin, std::min(k_batch_rows, rows.size() - begin)));
    }
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    failure_ = std::current_exception();
    emptied_.notify_all();
  }
}

}  // namespace palio
