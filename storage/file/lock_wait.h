#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "storage/sql/sqlite_forward.h"

namespace palio {

/// How a writing connection waits while another program holds the campaign: SQLite asks it about every lock. It says so
/// on stderr after a second. Once it gave up, it only waits for a moment.
class LockWait {
public:
  static constexpr std::chrono::milliseconds k_usual{30'000};  // a report over millions of results holds it less long

  /// The name of the file is for messages.
  LockWait(std::filesystem::path file, std::chrono::milliseconds longest) : file_(std::move(file)), longest_(longest) {}

  /// Must outlive the connection. Setting a timeout replaces it.
  void attach(SQLite::Database& database);
  /// Calls this, too, whenever it begins to wait: "c.db is locked by another program".
  void on_wait(std::function<void(const std::string&)> tell) { tell_ = std::move(tell); }
  void at_most(std::chrono::milliseconds longest) { longest_ = std::min(longest_, longest); }
  /// From any thread: waits no longer than for a moment.
  void stop() { stopped_ = true; }

private:
  using Clock = std::chrono::steady_clock;

  bool again(int times);

  std::filesystem::path file_;
  std::chrono::milliseconds longest_;
  std::function<void(const std::string&)> tell_;
  std::atomic<bool> stopped_ = false;
  Clock::time_point begin_;
};

}  // namespace palio
