#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace palio {

/// While it exists, SIGINT, SIGTERM and SIGHUP ask to stop: the first to drain (finish what runs, start nothing new),
/// the second calls `stop_now`. Create it before any other thread, so that all inherit the blocked signals.
class Interruption {
public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// What the second signal does; called from the thread that waits for signals. The first one shows in requested().
  void on_second_signal(std::function<void()> stop_now);

  bool requested() const { return count_ > 0; }

private:
  void wait_for_signals();

  std::atomic<int> count_ = 0;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;  // guards stop_now_
  std::function<void()> stop_now_;
  std::thread thread_;
};

}  // namespace palio
