#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "core/shortage.h"

namespace palio {

/// How a run waits for what the machine lacks: while anybody gets on, what is lacking may come back, so a run is given
/// up only when nobody has got on for so long. One object for all slots of a run; any thread.
class Patience {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds k_usual{30};
  static constexpr std::chrono::seconds k_brief{1};  // where somebody waits for one answer

  explicit Patience(std::chrono::milliseconds longest = k_usual) : longest_(longest) {}

  /// One that works, for as long as it lives. One thread.
  class Slot {
  public:
    explicit Slot(Patience& shared);
    ~Slot();
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    /// What was lacking was to be had.
    void went_on();
    /// Sleeps a while, longer after each time in a row; at once awake when `stop` becomes true. Throws the shortage
    /// when patience is at its end, and at once what does not come back.
    void wait(const Shortage& shortage, const std::atomic<bool>& stop);

  private:
    Patience& shared_;
    bool waiting_ = false;
    int times_ = 0;  // in a row
  };

  /// Whether any slot waits: nobody should keep more than it needs.
  bool anybody_waits();

private:
  void change(int slots, int waiting);
  void tell(const Shortage& shortage);

  std::chrono::milliseconds longest_;
  std::mutex mutex_;  // guards what follows
  int slots_ = 0, waiting_ = 0;
  Clock::time_point stuck_since_;  // all slots wait
  Clock::time_point told_{};       // the last time that a person was told
};

}  // namespace palio
