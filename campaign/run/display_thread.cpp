#include "campaign/run/display_thread.h"

#include <chrono>

namespace palio {

using Clock = ProgressMeter::Clock;

DisplayThread::DisplayThread(const ProgressMeter& meter, ProgressDisplay::Mode mode)
    : display_(meter, mode), thread_([this](const std::stop_token& stop) { loop(stop); }) {}

DisplayThread::~DisplayThread() {
  thread_.request_stop();
  wake_.notify_all();
  thread_.join();
  display_.finish(Clock::now());
}

void DisplayThread::loop(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    display_.refresh(Clock::now());
    wake_.wait_for(lock, std::chrono::milliseconds(100));
  }
}

}  // namespace palio
