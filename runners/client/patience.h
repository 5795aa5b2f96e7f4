#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "core/shortage.h"

namespace palio {

/// How a run waits for resources that the machine lacks. They may come back while any slot makes progress, so a run
/// gives up only when all slots have waited for that long. One object for all slots of a run; any thread.
class Patience {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds k_usual{30};
  static constexpr std::chrono::seconds k_brief{1};  // where a user waits for one answer

  explicit Patience(std::chrono::milliseconds longest = k_usual) : longest_(longest) {}

  /// A working slot, during its lifetime. One thread.
  class Slot {
  public:
    explicit Slot(Patience& shared);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// The resource is available again.
    void went_on();
    /// Sleeps, longer each time in a row, and wakes up when `stop` becomes true. Throws the shortage when patience runs
    /// out, and at once if the resource does not come back by itself.
    void wait(const Shortage& shortage, const std::atomic<bool>& stop);

  private:
    Patience& shared_;
    bool waiting_ = false;
    int times_ = 0;  // in a row
  };

  /// Whether any slot waits: then no slot should keep more than it needs.
  bool anybody_waits();

private:
  void change(int slots, int waiting);
  void tell(const Shortage& shortage);

  std::chrono::milliseconds longest_;
  std::mutex mutex_;  // guards the members below
  int slots_ = 0, waiting_ = 0;
  Clock::time_point stuck_since_;  // all slots have waited since then
  Clock::time_point told_{};       // when the user was told last
};

}  // namespace palio
