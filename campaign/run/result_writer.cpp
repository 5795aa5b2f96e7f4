#include "campaign/run/result_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/session/time_left.h"

namespace palio {

ResultWriter::ResultWriter(ResultStore& store, std::chrono::milliseconds patience, ProgressMeter* meter)
    : store_(store), patience_(patience), meter_(meter) {
  store_.lock_wait().on_wait([this](const std::string& what) { wait_for(what); });
  thread_ = std::thread([this] { write_batches(); });
}

ResultWriter::~ResultWriter() {
  try {
    finish();
  } catch (...) {  // already reported by put() or an earlier finish()
  }
}

void ResultWriter::put(StoredResult result) {
  std::unique_lock lock(mutex_);
  emptied_.wait(lock, [this] { return (waiting_.size() < k_max_waiting && !held_) || failure_; });
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
  store_.lock_wait().on_wait({});
  rethrow_failure();
}

void ResultWriter::stop_waiting() {
  stopped_ = true;
  store_.lock_wait().stop();
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

void ResultWriter::wait_for(const std::string& what) {
  {
    const std::scoped_lock lock(mutex_);
    held_ = !what.empty();
  }
  emptied_.notify_all();
  if (meter_ != nullptr) meter_->wait_for(what);
}

void ResultWriter::write(std::span<const StoredResult> batch) {
  if (meter_ == nullptr) return store_.write(batch);
  const auto now = ProgressMeter::Clock::now();
  const Pace pace = meter_->pace(now);
  store_.write(batch, to_text(pace));
  const auto completed = static_cast<std::size_t>(std::ranges::count_if(
      batch, [](const StoredResult& row) { return std::holds_alternative<Completed>(row.result.outcome); }));
  meter_->store(completed, batch.size() - completed, pace, now);
}

void ResultWriter::write_patiently(std::span<const StoredResult> batch) {
  Patience::Slot slot(patience_);
  while (true) {
    try {
      write(batch);
      break;
    } catch (const Shortage& shortage) {
      if (stopped_) throw;
      wait_for(fmt::format("the machine lacks {}", to_text(shortage.resource())));
      slot.wait(shortage, stopped_);
    }
  }
  if (held_) wait_for("");
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
