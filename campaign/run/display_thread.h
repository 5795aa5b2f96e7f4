#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "campaign/run/progress.h"

namespace palio {

/// Refreshes the display of a meter from a thread of its own until it is destroyed.
class DisplayThread {
public:
  DisplayThread(const ProgressMeter& meter, ProgressDisplay::Mode mode);
  ~DisplayThread();
  DisplayThread(const DisplayThread&) = delete;
  DisplayThread& operator=(const DisplayThread&) = delete;

private:
  void loop(const std::stop_token& stop);

  ProgressDisplay display_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::jthread thread_;
};

}  // namespace palio
