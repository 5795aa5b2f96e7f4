#include "runners/client/patience.h"

#include <algorithm>
#include <thread>

#include "core/text/talk.h"

namespace palio {
namespace {

constexpr std::chrono::milliseconds k_first_pause{50};
constexpr std::chrono::milliseconds k_longest_pause{2000};
constexpr std::chrono::milliseconds k_glance{50};  // between two checks whether to stop
constexpr std::chrono::minutes k_silence{1};       // between two messages about it

std::chrono::milliseconds pause(int times) {
  constexpr int doublings = 6;  // 50 ms x 2^6 is beyond the longest
  return std::min(k_first_pause * (1 << std::min(times, doublings)), k_longest_pause);
}

}  // namespace

Patience::Slot::Slot(Patience& shared) : shared_(shared) {
  const std::scoped_lock lock(shared_.mutex_);
  shared_.change(1, 0);
}

Patience::Slot::~Slot() {
  const std::scoped_lock lock(shared_.mutex_);
  shared_.change(-1, waiting_ ? -1 : 0);
}

void Patience::Slot::went_on() {
  if (!waiting_) return;
  const std::scoped_lock lock(shared_.mutex_);
  shared_.change(0, -1);
  waiting_ = false;
  times_ = 0;
}

void Patience::Slot::wait(const Shortage& shortage, const std::atomic<bool>& stop) {
  if (!may_come_back(shortage.resource())) throw shortage;
  Clock::time_point awake;
  {
    const std::scoped_lock lock(shared_.mutex_);
    if (!waiting_) shared_.change(0, 1);
    waiting_ = true;
    shared_.tell(shortage);
    const Clock::time_point now = Clock::now();
    const bool stuck = shared_.waiting_ == shared_.slots_;
    if (stuck && now - shared_.stuck_since_ >= shared_.longest_) throw shortage;
    awake = now + pause(times_++);
    if (stuck) awake = std::min(awake, shared_.stuck_since_ + shared_.longest_);
  }
  while (!stop && Clock::now() < awake)
    std::this_thread::sleep_for(std::min<Clock::duration>(k_glance, awake - Clock::now()));
}

bool Patience::anybody_waits() {
  const std::scoped_lock lock(mutex_);
  return waiting_ > 0;
}

void Patience::change(int slots, int waiting) {
  const bool stuck = waiting_ == slots_;
  slots_ += slots;
  waiting_ += waiting;
  if (!stuck && waiting_ == slots_) stuck_since_ = Clock::now();
}

void Patience::tell(const Shortage& shortage) {
  const Clock::time_point now = Clock::now();
  if (longest_.count() == 0 || (told_ != Clock::time_point{} && now - told_ < k_silence)) return;
  told_ = now;
  talk("palio: {}. Waiting for it; the run stops after {} s without progress\n", shortage.what(),
       std::chrono::duration<double>(longest_).count());
}

}  // namespace palio
